// What forms and links cannot do by themselves. The page works without it.
document.documentElement.classList.add("js");

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

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-copy]");
  if (!button) return;
  if (button.dataset.step) step(button);
  else copy(button);
});
