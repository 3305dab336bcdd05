// Scripts of the table's page: a double tap does one act.
"use strict";

(() => {
  const TWICE = 500;  // milliseconds from an act in which a second tap belongs to the first
  let sent = -Infinity, form = "";  // when an act was sent, and the id of its form

  document.addEventListener("submit", ({ target, timeStamp }) => {
    if (target.method !== "post") return;
    sent = timeStamp;
    form = target.id;
  }, true);

  // What has come into the place of a button meanwhile is not pressed. A small button that counts on, as of
  // a clock, is pressed as often as one likes.
  document.addEventListener("click", (tap) => {
    const button = tap.target.closest?.("form[method=post] button:not([type=button])");
    if (!button || !(tap.detail > 1 || tap.pointerType === "touch") || tap.timeStamp - sent > TWICE) return;
    if (button.form.id === form && button.matches(".quiet")) return;
    tap.preventDefault();
    tap.stopImmediatePropagation();
  }, true);
})();
