// A table's page: times as the reader's clock tells them. The page works without it.
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

function timed() {
  for (const each of document.querySelectorAll("time[data-at]")) {
    const at = new Date(Number(each.dataset.at));
    each.dateTime = at.toISOString();
    each.textContent = clock.format(at);
  }
}
timed();
document.addEventListener("htmx:after:swap", timed);
