// The dice of a scene: the browser keeps the commitments that it saw first, pledges a word drawn by chance, and gives
// it when all have pledged theirs (see `tablee.table.log.scene_words`). A page without scripts works without it.
const DiceWords = (() => {
  const GRACE = 1600; // a little more than the table wants: others may still pledge
  const LEISURE = 6000; // while nobody asks for a throw, for pages that open later
  const AGAIN = 700;
  const mine = new Map(); // words that the browser does not keep
  let giving = null;

  function sceneNow() {
    const scene = document.getElementById("scene");
    const { number, commitment } = scene?.dataset ?? {};
    if (!commitment) return null;
    const table = location.pathname.match(/\/t\/([^/]+)/)?.[1];
    return { element: scene, ...scene.dataset, number, key: `commitment ${table} ${number}` };
  }

  function sworn() {
    const scene = sceneNow();
    if (!scene) return;
    const shown = [[scene.key, scene.commitment], [`${scene.key} screen`, scene.secret]].filter(([, value]) => value);
    const differs = shown.some(([name, value]) => seenBefore(name, value) !== value);
    if (differs && !scene.element.querySelector("strong")) scene.element.append(" ", element("strong", scene.differs, { role: "alert" }));
    if (scene.takes && !scene.missing) pledge(scene);
    else if (scene.missing) giveSoon(scene.complete ? 0 : document.querySelector("article.run") ? GRACE : LEISURE);
  }

  // What a browser keeps under a key, at first what it is given; a browser that keeps nothing knows no other.
  function seenBefore(key, value) {
    if (Kept.get(key) === null) Kept.set(key, value);
    return Kept.get(key) ?? value;
  }

  // The word of this seat in this round, drawn by chance once: all pages of the browser have the same.
  function wordOf({ key, seat, round }) {
    const name = `${key} word ${seat} ${round}`;
    const drawn = () => [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");
    if (!mine.has(name)) mine.set(name, seenBefore(name, drawn()));
    return mine.get(name);
  }

  const pledgeOf = (scene) => Hashing.pledge(scene.number, scene.commitment, scene.seat, wordOf(scene));

  function sent(scene, more) {
    const headers = { "hx-request": "true", prefer: "return=minimal" };
    const body = new URLSearchParams({ do: "change_seat", seat: scene.seat, ...more });
    return fetch(location.pathname, { method: "POST", headers, body }).catch(() => null);
  }

  function pledge(scene) {
    const once = `${scene.key} ${scene.round}`;
    if (pledge.done === once) return;
    pledge.done = once;
    sent(scene, { pledge: pledgeOf(scene) });
  }

  function giveSoon(delay) {
    const due = Date.now() + delay;
    if (giving && giving.due <= due) return;
    if (giving) clearTimeout(giving.timer);
    giving = { due, timer: setTimeout(give, delay) };
  }

  // Give the word for the pledges that are there now; keep them, to compare when the scene is over.
  async function give() {
    const scene = sceneNow();
    const own = scene?.missing && scene.missing === pledgeOf(scene);
    if (own) {
      Kept.set(`${scene.key} pledges`, scene.pledges);
      await sent(scene, { word: wordOf(scene), seen: Hashing.hex(Hashing.sha256(Hashing.utf8(scene.pledges))) });
    }
    giving = null;
    if (own && sceneNow()?.missing) giveSoon(AGAIN);
  }

  return { sworn };
})();
DiceWords.sworn();
document.addEventListener("htmx:after:swap", DiceWords.sworn);
