// What forms and links cannot do by themselves. The page works without it.
document.documentElement.classList.add("js");

document.querySelector(".games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

function step(button) {
  const input = button.parentElement.querySelector("input");
  const next = (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step);
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  input.value = Math.min(high, Math.max(low, next));
  changed(input);
}

async function copy(button) {
  const area = button.parentElement.querySelector("textarea");
  const text = area.hasAttribute("data-absolute") ? location.origin + area.value : area.value;
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = before; }, 1500);
}

// A pad of faces: taps are gathered in its field, which is sent when the throw is complete.
const shown = (field) => field.value.split(/[\s,;]+/).filter(Boolean);

function complete(box, faces) {
  const { count, up, down } = box.dataset;
  if (up === undefined) return faces.length === Number(count);
  const last = faces[faces.length - 1];
  return last !== up && !(faces.length === 1 && last === down);
}

function tap(button) {
  const box = button.closest(".pad-box");
  const field = box.querySelector(".pad-faces");
  const faces = button.dataset.face === "" ? shown(field).slice(0, -1) : [...shown(field), button.dataset.face];
  field.value = faces.join(", ");
  if (button.dataset.face !== "" && complete(box, faces)) field.form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-copy], [data-face]");
  if (!button) return;
  if (button.dataset.step) step(button);
  else if (button.dataset.face !== undefined) tap(button);
  else copy(button);
});
