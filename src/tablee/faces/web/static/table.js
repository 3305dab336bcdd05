// A seat's page: times on the reader's clock, worths beside options, real dice gathered, the network.
// The page works without it.
const lang = document.documentElement.lang;
const clock = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(lang, { day: "numeric", month: "short" });
const date = new Intl.DateTimeFormat(lang === "fr" ? "fr" : "en-GB", { dateStyle: "long" });
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function timed() {
  for (const each of all("time[data-at]")) {
    const at = new Date(Number(each.dataset.at));
    const time = clock.format(at).replace(":", lang === "fr" ? "\u00a0h\u00a0" : ":");
    each.dateTime = at.toISOString();
    if ("day" in each.dataset) each.textContent = `${date.format(at).replace(/^1 /, lang === "fr" ? "1er " : "1 ")} ${lang === "fr" ? "à" : "at"} ${time}`;
    else each.textContent = at.toDateString() === new Date().toDateString() ? time : `${day.format(at)} ${time}`;
  }
}

// ── what each option is worth ──────────────────────────────────────────────────────────────────

// The key of the answer that a set of choices makes, with one option the other way (`turned`).
function keyOf(field, turned) {
  const number = field.querySelector("input[type=number]");
  if (number) return number.value;
  const boxes = all("input[type=checkbox]", field);
  if (!boxes.length) return turned ?? field.querySelector("input:checked")?.dataset.key;
  const on = (box) => box.checked !== (box.dataset.key === turned);
  return JSON.stringify(boxes.filter(on).map((box) => JSON.parse(box.dataset.key)));
}

function weighed() {
  for (const rows of all("[data-weighs]")) {
    const card = rows.closest(".run");
    const field = card?.querySelector(`[data-name="${CSS.escape(rows.dataset.weighs)}"]`);
    if (!field) continue;
    const worth = (key) => key && rows.querySelector(`[data-key="${CSS.escape(key)}"] .worth`);
    for (const gain of all(".gain", field)) {
      const found = worth(keyOf(field, gain.dataset.key));
      gain.replaceChildren(...(found ? [found.cloneNode(true)] : []));
      const other = field.querySelector(".toggles")?.dataset[gain.closest("label").control.checked ? "without" : "with"];
      gain.querySelector(".worth-text")?.prepend(...(other ? [element("small", other), " "] : []));
    }
    const now = worth(keyOf(field));
    const form = field.closest("form"), line = form.querySelector(".worth-now");
    line.hidden = !now || all(".choice", form).length > 1;
    line.dataset.tone = now?.dataset.tone ?? "";
    if (now) line.replaceChildren(element("output", now.textContent), ` ${now.dataset.words}`);
  }
}

// Options that are worth nothing to anybody need no room for it.
function unweighed() {
  for (const form of all("form.weighed")) {
    const pane = form.closest(".run")?.querySelector(".weigh");
    if (pane && !pane.querySelector("noscript, .worth")) form.classList.remove("weighed");
  }
}

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

// No more may be ticked than the rule takes.
function bounded() {
  for (const toggles of all(".toggles[data-most]")) {
    const boxes = all("input", toggles);
    const full = boxes.filter((box) => box.checked).length >= Number(toggles.dataset.most);
    for (const box of boxes) box.disabled = full && !box.checked;
  }
}

// The button says what it will do: « Exploits : 2 », « Choisir : renoncer », « Sceller · Attitude : 3 ».
const colon = (left, right) => `${left}${lang === "fr" ? "\u00a0" : ""}: ${right}`;
function textOf(field) {
  if (field.querySelector("textarea")) return "";
  const number = field.querySelector("input[type=number]");
  const labels = all("label:has(:checked) > span:first-of-type", field).map((each) => each.textContent);
  const means = number && field.querySelector("[data-means]");
  const meaning = means ? JSON.parse(means.dataset.means)[number.value - number.min] : "";
  return number ? number.value + (meaning ? ` (${meaning})` : "") : labels.join(", ");
}

function said() {
  for (const form of all("form.choices")) {
    const fields = all(".choice", form);
    for (const each of fields) slid(each);
    const button = form.querySelector("button[data-says]");
    const { says, sealed } = button.dataset;
    const what = fields.length === 1 && !form.querySelector(".later") ? textOf(fields[0]) : "";
    const { label } = fields[0].dataset;
    if (!what || what.length > 40) button.textContent = says;
    else if (label) button.textContent = sealed ? `${says} · ${colon(label, what)}` : colon(label, what);
    else button.textContent = colon(says, what);
  }
}

// A slider beside a number, and what the number means.
function slid(field) {
  const slide = field.querySelector(".slide"), number = field.querySelector("input[type=number]");
  if (!slide) return;
  slide.value = number.value;
  const means = field.querySelector("[data-means]");
  if (means) means.textContent = JSON.parse(means.dataset.means)[number.value - slide.min] ?? "";
}
document.addEventListener("input", ({ target }) => {
  if (target.matches(".slide")) target.closest(".choice").querySelector("input[type=number]").value = target.value;
}, true);

// ── real dice ──────────────────────────────────────────────────────────────────────────────────
const faces = (field) => field.value.split(/[\s,;]+/).filter(Boolean);

function gathered() {
  for (const box of all(".pad-gather")) {
    const field = box.querySelector(".pad-faces");
    const taken = faces(field).map((face, place) => element("button", face, { type: "button", className: "taken-face", ariaLabel: box.dataset.text.replace("{face}", face), onclick: () => take(field, place) }));
    const missing = Number(box.dataset.count) - taken.length;
    const left = box.dataset.chain === undefined && missing > 0 ? Array.from({ length: Math.min(missing, 40) }, () => element("span", "", { className: "left-face" })) : [];
    box.querySelector(".pad-taken").replaceChildren(...taken, ...left);
  }
}

function take(field, place) {
  field.value = faces(field).filter((_, each) => each !== place).join(" ");
  gathered();
}

function add(button) {
  const box = button.closest(".pad-gather");
  const field = box.querySelector(".pad-faces");
  const more = [...faces(field), button.dataset.add];
  if (box.dataset.chain === undefined && more.length > Number(box.dataset.count)) return;
  field.value = more.join(" ");
  gathered();
}

// ── who is asked ───────────────────────────────────────────────────────────────────────────────
// The first tap says who, in the place of the one whom the form proposes; further ones say who else.
document.addEventListener("change", ({ target }) => {
  const chips = target.closest("[data-usual]");
  if (!chips) return;
  for (const each of all("input", chips)) each.checked = each === target;
  delete chips.dataset.usual;
}, true);

// ── what the stream brings ─────────────────────────────────────────────────────────────────────
// Members new to a list come to its head (`hx-swap="put"`), but for those that the answer to one's own
// act has brought before.
let api;
htmx.registerExtension("put", {
  init: (given) => { api = given; },
  handle_swap(style, list, brought) {
    if (style !== "put") return false;
    const fresh = [];
    for (const each of [...brought.children]) {
      const known = document.getElementById(each.id);
      const whole = document.createDocumentFragment();
      whole.append(each);
      if (known) api.morph(known, whole, false);
      else fresh.push(each);
    }
    list.prepend(...fresh);
    return fresh;
  },
});

// Dice that tumble lie still at once for who taps or types.
for (const what of ["pointerdown", "keydown"]) {
  document.addEventListener(what, () => {
    for (const each of document.getAnimations()) if (each.effect.target.closest(".thrown")) each.finish();
  }, { passive: true });
}

// ── the network ────────────────────────────────────────────────────────────────────────────────
const net = document.getElementById("net");
function tellNet(what) {
  if (!net) return;
  net.dataset.now = what;
  net.textContent = what ? net.dataset[what] : "";
}
let broken = false;
function back() {
  broken = false;
  if (net?.dataset.now !== "away") return;
  tellNet("back");
  setTimeout(() => { if (net.dataset.now === "back") tellNet(""); }, 4000);
}
document.addEventListener("htmx:sse:error", ({ detail }) => {
  broken = true;
  tellNet(detail.status === 403 ? "gone" : "away");
});
// A stream that could not begin is tried again, unless the place is gone.
document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
  if (target !== place() || stream()) return;
  broken = true;
  const gone = ctx.response?.status === 403;
  tellNet(gone ? "gone" : "away");
  if (!gone) setTimeout(() => { if (target.isConnected) htmx.ajax("GET", ctx.request.action, { source: target }); }, pause());
});
document.addEventListener("htmx:after:sse:connection", back);
addEventListener("offline", () => tellNet("away"));
addEventListener("online", () => { if (!broken) back(); });
// A page that has a network again, or is looked at again, waits no longer.
for (const what of ["online", "visibilitychange"]) {
  (what === "online" ? window : document).addEventListener(what, () => { if (!document.hidden) stream()?.delayCanceller?.(); });
}

// ── what one's own act brings ──────────────────────────────────────────────────────────────────
// As long as the stream brings something, it alone changes the page: what is older can never come after
// what is newer. The answer to an act then only tells how many acts of the seat are done, and its form
// waits until the stream has brought as many. Where the stream is not there, or silent, the page comes
// as a whole; the stream begins anew then, and what it had under way is passed over.
const PATIENCE = 1000, LATEST = 3;
const PAUSE = 500, LONGEST_PAUSE = 15000, AT_ONCE = 50;  // before the stream is taken up again
let fruitless = 0, begun = 0;  // streams in a row that brought nothing; when the last one began
const pause = () => Math.min(PAUSE * 2 ** fruitless++, LONGEST_PAUSE);
let outdated = false;  // what the stream has under way may be older than the page
let behind = 0;  // so often it knew of fewer acts than the page: another process may be a moment late
let waiting = [];
const place = () => document.querySelector("[data-acted]");
const stream = () => place() && api.htmxProp(place()).sse;
const shownActs = () => Number(place()?.dataset.acted);
function flows() {
  const { reader, lastEventId, silent } = stream() ?? {};
  return reader && lastEventId && !silent && place().id === "stream";  // an earlier part of the story stands still
}

document.addEventListener("htmx:before:sse:connection", ({ detail: { connection } }) => {
  if (connection.attempt) outdated = false;
});
document.addEventListener("htmx:sse:close", () => { outdated = false; });
document.addEventListener("htmx:after:sse:connection", ({ detail: { connection } }) => {
  connection.silent = true;
  if (performance.now() - begun > 2 * LONGEST_PAUSE) fruitless = 0;  // nothing happened for long
  begun = performance.now();
  Object.assign(connection.config, { reconnectDelay: pause(), reconnectMaxDelay: LONGEST_PAUSE });
});
document.addEventListener("htmx:before:sse:message", ({ detail: { message } }) => {
  const late = acts(message) < shownActs() && behind < LATEST;
  behind = late ? behind + 1 : 0;
  if (!outdated && !late) return;
  message.cancelled = true;
  anew();
});
document.addEventListener("htmx:after:sse:message", ({ detail: { message } }) => {
  stream().silent = false;
  fruitless = 0;
  stream().config.reconnectDelay = PAUSE;
  place().dataset.acted = acts(message);
  waiting = waiting.filter((each) => each.acts > shownActs() || each.done(true));
});
const acts = ({ id }) => Number(id.split(".")[1]);

// The stream from its beginning: what it brings next is made after now.
function anew() {
  const now = stream();
  outdated = !now?.delayCanceller;
  if (!now) return;
  Object.assign(now, { silent: true, lastEventId: "-" });
  now.config.reconnectDelay = AT_ONCE;
  if (now.reader) now.reader.cancel();
  else now.delayCanceller?.();
}

function brought(acts) {
  if (shownActs() >= acts) return true;
  return new Promise((resolve) => {
    const one = { acts, done: (so) => { resolve(so); } };
    waiting.push(one);
    setTimeout(() => { waiting = waiting.filter((each) => each !== one); resolve(false); }, PATIENCE);
  });
}

// Sends an act. Its answer is as it came where nothing was done or the page is not kept new by the stream.
async function send(address, request) {
  const answer = await fetch(address, request);
  if (!answer.ok || !answer.headers.has("tablee-acted")) return answer;
  const brief = answer.headers.has("preference-applied");
  const nothing = new Response(null, { status: 204, headers: { tablee: "1" } });
  if (brief || flows()) {
    if (await brought(Number(answer.headers.get("tablee-acted")))) return brief ? answer : nothing;
    const page = await fetch(address).catch(() => nothing);
    if (!page.ok || shownActs() >= Number(page.headers.get("tablee-acted"))) return nothing;
    anew();
    return page;
  }
  anew();
  return answer;
}

// The name of an act: one that is sent twice, because its answer was lost, is done once.
const unanswered = new WeakMap();
function named(form, body) {
  const text = String(new URLSearchParams(body));
  if (unanswered.get(form)?.text !== text) {
    unanswered.set(form, { text, key: crypto.randomUUID?.() ?? String(Math.random()).slice(2) });
  }
  return unanswered.get(form).key;
}

document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
  if (ctx.request.method !== "POST" || !(target instanceof HTMLFormElement)) return;
  ctx.request.body.set("key", named(target, ctx.request.body));
  if (!place()) return;
  ctx.fetch = target.closest(".tool") ? closing : send;
  if (flows()) ctx.request.headers.Prefer = "return=minimal";
});
// A form that is renewed while its request is being sent is for the next one.
document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
  if (ctx.request.method !== "GET" || !unanswered.has(target.closest("#request"))) return;
  for (const name of ["title", "secret"]) ctx.request.body.delete(name);
});
document.addEventListener("htmx:after:request", ({ target, detail: { ctx } }) => {
  if (!(target instanceof HTMLFormElement) || !ctx.response) return;
  unanswered.delete(target);
  if (!ctx.response.raw.ok) return;
  emptied(target, ctx.request.body);
  if (target.id === "request") target.parentElement.scrollTo(0, 0);  // ready for the next test
});

// What was typed is sent; what has been typed since stays.
function emptied(form, sent) {
  const typed = all("textarea, input[type=text], input[type=number], .pad-faces", form);
  if (typed.every(({ name, value }) => sent.getAll(name).includes(value))) form.reset();
}

// A tool of the leader closes when its act is done, by Escape, and by a tap beside it.
const closeTools = (but) => all(".tool[open]").forEach((each) => { each.open = each.contains(but); });
async function closing(...what) {
  const answer = await send(...what);
  if (answer.ok) closeTools(null);
  return answer;
}
document.addEventListener("click", ({ target }) => closeTools(target));
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".tool[open]")) target.querySelector("input[type=text], textarea")?.focus();
}, true);
document.addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && document.querySelector(".tool[open]");
  if (!open) return;
  closeTools(null);
  open.querySelector("summary").focus();
});

// A link is there to be copied.
document.addEventListener("focusin", ({ target }) => { if (target.matches(".secret")) target.select(); });

// ── after a change ─────────────────────────────────────────────────────────────────────────────
// One's own act leads on to what is asked now; what others do moves nothing.
const SOON = 8000, NOW = ".run.mine .title, .ended .done-title, .run .title";
let acted = -Infinity, before = new Set();  // when, and the titles of the runs that there were
let pressed, proposes = false;  // the button of that act, and whether it proposes a run
document.addEventListener("submit", ({ target, submitter }) => {
  if (target.id === "request" ? submitter?.matches(".primary") : target.closest("#now, #widgets, #sheets")) {
    acted = performance.now();
    pressed = submitter;
    proposes = target.matches("[id^=propose-], [id^=tap-]");
    before = new Set(all(".run .title").map((each) => each.id));
  }
  for (const each of [target.querySelector(".slot"), document.getElementById("no-page")]) each?.replaceChildren();
}, true);

function goOn() {
  const isElsewhere = ![document.body, pressed].includes(document.activeElement);  // in another field
  if (performance.now() - acted > SOON || isElsewhere) return;
  const title = all(".run .title").find((each) => !before.has(each.id)) ?? document.querySelector(proposes ? ".proposed" : NOW);
  if (proposes && !title) return;  // the stream has not brought it yet
  acted = -Infinity;
  if (!title || document.querySelector(".slot:not(:empty)")) return;
  title.focus({ preventScroll: true });
  show(title);
}
function show(title) {
  const { top } = title.getBoundingClientRect();
  if (top < beneath() || top > innerHeight * .6) title.closest(".card").scrollIntoView({ block: "start" });
}

// What comes into sight stands beneath the bar that stays there, however much it says.
const beneath = () => document.getElementById("bar")?.offsetHeight ?? 0;
function leaveRoom() {
  document.documentElement.style.scrollPaddingTop = `${beneath()}px`;
}
addEventListener("resize", leaveRoom);

// Whoever stood on a card that what others do ends stays with that run, or at what is there now.
let stoodAt, stood = "";  // what has the focus, and the title of its card
for (const touch of ["pointerdown", "wheel"]) {
  document.addEventListener(touch, () => { stoodAt = undefined; }, { capture: true, passive: true });
}
document.addEventListener("focusin", ({ target }) => {
  stoodAt = target;
  stood = target.closest("#now .card")?.getAttribute("aria-labelledby") ?? "";
});
// Whoever has touched nothing since sees what comes of it: the run of one's own proposal, the end of a run.
function stay() {
  if (stoodAt && document.activeElement.matches(":is(#now .title, #now .done-title)")) show(document.activeElement);
  if (!stoodAt || stoodAt.isConnected || document.activeElement !== document.body) return;
  if (stoodAt.matches(".proposed") && all(".run .title").some((each) => !before.has(each.id))) {
    [acted, proposes] = [performance.now(), false];
    goOn();
  }
  if (!stood) return;
  goOn();  // of one's own act the stream may have brought what the answer does not
  if (document.activeElement !== document.body) return;
  (document.getElementById(stood) ?? document.querySelector(NOW))?.focus({ preventScroll: true });
}

// A question that comes above the cards one looks at, as above one's last result, comes into sight.
const TYPED = "textarea, select, [type=text], [type=number]";
let question = document.querySelector(".run.mine")?.id;
function called() {
  const card = document.querySelector(".run.mine"), isKnown = card?.id === question;
  question = card?.id;
  if (!card || isKnown || document.activeElement.matches(TYPED)) return;
  if (document.getElementById("now").getBoundingClientRect().bottom > innerHeight * .3) show(card.querySelector(".title"));
}

// Free dice are read at once: their line comes into sight.
let newest;  // the newest line of the story before one's own free throw
document.addEventListener("submit", ({ target }) => {
  if (target.id === "free") newest = document.querySelector("#story-lines > li")?.id ?? "";
}, true);
function fell() {
  const line = document.querySelector("#story-lines > li");
  if (newest === undefined || !line || line.id === newest) return;
  newest = undefined;
  line.scrollIntoView({ block: "nearest" });
}

// The leader's form made anew says what is ticked, whatever was ticked before; but for what has just been.
// The chance beside it is of the form as it is now.
const asks = ({ request, response }) => request.method === "POST" && response.raw.status === 200 && response.raw.headers.has("preference-applied");
function renewRequest(form) {
  for (const each of all("[type=radio], [type=checkbox]", form)) {
    if (each !== document.activeElement) each.checked = each.defaultChecked;
  }
  for (const each of all("[type=number], [type=text], textarea", form)) {
    if (each !== document.activeElement) each.value = each.defaultValue;
  }
  for (const each of all("select option", form)) {
    if (each.parentNode !== document.activeElement) each.selected = each.defaultSelected;
  }
  form.dispatchEvent(new Event("input"));
}

// Who has come since the form was made is in it too.
let cast = document.getElementById("cast")?.dataset.known;
function joined() {
  const now = document.getElementById("cast")?.dataset.known;
  if (now !== cast) document.getElementById("request")?.dispatchEvent(new Event("joined"));
  cast = now;
}

function renewed() {
  joined();
  leaveRoom();
  timed();
  gathered();
  bounded();
  weighed();
  unweighed();
  said();
}
renewed();
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  renewed();
  if (ctx.request.method === "POST" && ctx.response.raw.ok) goOn();
  if (ctx.target.id === "request-card" || asks(ctx)) renewRequest(document.getElementById("request"));
  stay();
  called();
  fell();
});
document.addEventListener("input", () => { bounded(); weighed(); said(); });
document.addEventListener("input", ({ target }) => { if (target.matches(".pad-faces")) gathered(); });
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-add]");
  if (button) add(button);
});

// A note is sent by Ctrl or Cmd and Enter.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea")) event.target.form.requestSubmit();
});

// What waits is on the middle one of the leader's tabs on a phone.
document.addEventListener("click", ({ target }) => {
  if (target.closest(".awaited a")) for (const tab of all("#tab-now")) tab.checked = true;
});
// A part of the story that was asked for is what a phone shows of the leader's three tabs.
if (location.hash === "#story") for (const tab of all("#tab-story")) tab.checked = true;
