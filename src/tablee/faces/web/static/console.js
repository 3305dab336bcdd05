// What forms and links cannot do by themselves. The page works without it.
document.documentElement.classList.add("js");

// The game that is on, in sight (scrollIntoView would also move where Tab begins).
const game = document.querySelector(".games [aria-current]");
if (game) game.parentElement.scrollLeft = game.offsetLeft - (game.parentElement.clientWidth - game.offsetWidth) / 2;

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
  const area = button.parentElement.querySelector("textarea, input");
  const text = area.hasAttribute("data-absolute") ? location.origin + area.value : area.value;
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {  // an address without HTTPS has no clipboard of its own
    area.closest("details")?.setAttribute("open", "");
    area.select();
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = before; }, 1500);
}

// A pad of faces: taps are gathered in its field, which is sent when the throw is complete.
const shown = (field) => field.value.split(/[\s,;]+/).filter(Boolean);

function complete(box, faces) {
  const { count, up, down, again, cap } = box.dataset;
  if (again !== undefined) {
    let [place, dice, wave] = [0, Number(count), 0];
    while (dice && place + dice <= faces.length) {
      const shown = faces.slice(place, place += dice);
      dice = cap === "" || wave++ < Number(cap) ? shown.filter((face) => again.split(",").includes(face)).length : 0;
    }
    return dice === 0;
  }
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

// A ring shows where the keyboard is; who points needs none on the button that was just pressed.
const byHand = (on) => () => document.documentElement.classList.toggle("by-hand", on);
document.addEventListener("pointerdown", byHand(true));
document.addEventListener("keydown", byHand(false));

// Who keeps real dice finds the pad open the next time.
function opened(within) {
  for (const each of within.querySelectorAll("details[data-kept]")) {
    if (localStorage.getItem(each.dataset.kept) === "open") each.open = true;
  }
}
document.addEventListener("toggle", ({ target }) => {
  if (target.dataset?.kept) localStorage.setItem(target.dataset.kept, target.open ? "open" : "");
}, true);
opened(document);

// A server that is gone or that failed, or a proxy that answers for it, changes nothing: the page and what was
// typed stay. The message stays until a request succeeds; at a table, until an act succeeds.
const lost = document.getElementById("lost");
const atTable = document.querySelector(".at-table");
const counts = (ctx) => !atTable || ctx?.request.method === "POST";  // a table says itself that it is away
const isOurs = ({ raw }) => raw.status < 500 && raw.headers.has("tablee");
function showLost(ctx, isLost) {
  if (counts(ctx)) lost.textContent = isLost ? lost.dataset.text : "";
}
document.addEventListener("htmx:error", ({ detail: { ctx } }) => showLost(ctx, true));
document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (isOurs(ctx.response)) return;
  event.preventDefault();
  showLost(ctx, true);
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => showLost(ctx, false));
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => { if (ctx.hx.reswap === "none") showLost(ctx, true); });

// After a step of the run the page goes on where the person is: at what is asked or said now.
let stepped = false;
const steps = (target) => target.closest("#act, #play") && !target.closest(".pane");
document.addEventListener("submit", ({ target }) => { stepped ||= steps(target); }, true);
document.addEventListener("click", ({ target }) => { stepped ||= target.closest("a") && steps(target); }, true);
document.addEventListener("htmx:after:swap", () => {
  opened(document);
  if (!stepped) return;
  stepped = false;
  if (document.activeElement !== document.body) return;
  const now = document.querySelector(".asked:has(.complaint) .pad-faces") ?? document.querySelector("#throw, #now");
  if (!now) return;
  now.focus({ preventScroll: true });
  const { top, bottom } = now.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) now.scrollIntoView({ block: "center" });
});

// Only a browser that can hand a link to another program shows the button for it.
document.documentElement.classList.toggle("shares", Boolean(navigator.share));

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-copy], [data-share], [data-face]");
  if (!button) return;
  if (button.dataset.step) step(button);
  else if (button.dataset.face !== undefined) tap(button);
  else if (button.dataset.share !== undefined) navigator.share({ title: button.dataset.share, url: button.parentElement.querySelector("input").value }).catch(() => {});
  else copy(button);
});

// A form that leads to another page is sent once, however often its button is tapped before that comes.
const sent = new Set();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.matches("[hx-post]:not([hx-trigger])")) return;
  if (sent.has(form)) event.preventDefault();
  else setTimeout(() => { if (!event.defaultPrevented) sent.add(form); });
});
addEventListener("pageshow", () => sent.clear());
