// The page that checks a file: what came of it, scene by scene. Texts come from the page, in its
// language; whatever stands in a file is shown as text.
(() => {
  const main = document.getElementById("main");
  const texts = JSON.parse(main.dataset.texts);
  const french = document.documentElement.lang === "fr";
  const summary = document.getElementById("summary");
  const shown = document.getElementById("scenes");

  // A text with its fields filled: {name}, and {n:one|many} for a number with its noun.
  const filled = (name, values = {}) =>
    texts[name].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, key, one, many) => {
      const value = values[key];
      if (one === undefined) return String(value);
      return `${value} ${(french ? Math.abs(value) < 2 : value === 1) ? one : many}`;
    });

  function element(tag, kind = "", ...inside) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inside);
    return made;
  }

  const listed = (faces) => faces.join(", ") || "–";
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const when = (at) => (Number.isNaN(new Date(at).getTime()) ? "" : clock.format(at));
  const wordsTold = (words) => words.split("\n").join(", ");
  const againTold = (_, again, once) => `r${once ? "o" : ""}${again}`;
  const diceTold = (dice) => dice.replace(/@\d+/, "").replace(/!.*$/, "!").replace(/~([\d,]+)(\^1)?(\^\d+)?$/, againTold);
  const SIGNS = new Map([[true, ["✓", "holds"]], [false, ["✗", "fails"]], [null, ["?", "not_known"]]]);

  function reasonTold({ reason, expected }) {
    const told = reason === "faces" ? listed(expected) : reason === "words" ? wordsTold(expected) || texts.none : expected;
    return filled(`reason.${reason}`, { expected: told });
  }

  function throwShown(thrown) {
    const [sign, verdict] = SIGNS.get(thrown.holds);
    const mark = element("span", "sign", sign);
    mark.setAttribute("aria-hidden", "true");
    const what = filled("throw", { ...thrown, dice: diceTold(thrown.dice), faces: listed(thrown.faces) });
    const given = thrown.words ? filled("words", { words: wordsTold(thrown.words) }) : texts.no_words;
    const row = element("li", verdict, mark, element("span", "what", what));
    row.append(element("span", thrown.holds === false ? "verdict" : "sr", texts[verdict]));
    const where = [thrown.title, when(thrown.at), filled("run", thrown), thrown.for_one ? texts.for_one : "", given];
    row.append(element("span", "where", where.filter(Boolean).join(" · ")));
    for (const each of thrown.wrong) row.append(element("span", "reason", reasonTold(each)));
    return row;
  }

  // The throws of a side; they are only drawn when somebody opens them.
  function throwsShown(side) {
    const parts = [["held", true], ["failed", false], ["unknown", null]]
      .map(([name, holds]) => [name, side.throws.filter((each) => each.holds === holds).length])
      .filter(([, n]) => n)
      .map(([name, n]) => filled(name, { n }));
    if (!parts.length) return element("p", "muted", texts.empty);
    const list = element("ol", "throws");
    const box = element("details", "", element("summary", "", parts.join(", ")), list);
    const draw = () => { if (box.open && !list.firstChild) list.append(...side.throws.map(throwShown)); };
    box.addEventListener("toggle", draw);
    box.open = side.throws.some((each) => each.holds === false);
    draw();
    return box;
  }

  // Whether this browser saw another commitment at the table (see `sworn` of the table's page).
  function differs(table, scene, side) {
    const seen = Kept.get(`commitment ${table} ${scene.scene}${side.side === "screen" ? " screen" : ""}`);
    return seen !== null && seen !== side.commitment;
  }

  // What to say of the words of a scene's players: {text, bad} each.
  function wordsShown(scene) {
    const kept = scene.words.filter((each) => each.pledge && each.holds).length;
    const found = kept ? [{ text: filled("pledged", { n: kept }), bad: false }] : [];
    for (const each of scene.words) {
      if (each.holds && each.pledge) continue;
      const name = each.holds ? "open_word" : each.word ? "word_fails" : "word_missing";
      found.push({ text: filled(name, each), bad: each.holds === false });
    }
    if (scene.withheld.length) found.push({ text: filled("withheld", { seats: scene.withheld.join(", ") }), bad: false });
    if (scene.unworded) found.push({ text: texts.unworded, bad: false });
    return found;
  }

  // Whether this browser saw other pledges when it gave its word, or gave a word that the throws do not have
  // (see `dice_words.js`).
  function wordDiffers(table, scene) {
    const seen = Kept.get(`commitment ${table} ${scene.scene} pledges`);
    const pledges = scene.words.filter((each) => each.pledge).map(({ seat, pledge }) => `${seat}=${pledge}`).join(" ");
    return seen !== null && seen !== pledges;
  }

  function sceneShown(table, scene) {
    const head = filled("scene", scene);
    const card = element("section", "card", element("h2", "", scene.title ? `${head} – ${scene.title}` : head));
    for (const { text, bad } of wordsShown(scene)) card.append(element("p", bad ? "complaint" : "muted", text));
    if (wordDiffers(table, scene)) card.append(element("p", "complaint", texts.words_differ));
    for (const side of scene.sides) {
      const bad = side.status === "missing" || side.status === "forged";
      const part = element("div", "side", element("h3", "", texts[side.side]));
      const bare = side.status === "keys" && !side.throws.length;
      if (!bare) part.append(element("p", bad ? "complaint" : "muted", texts[side.status]));
      if (side.kept) part.append(element("p", "muted", filled("kept", { n: side.kept })));
      if (differs(table, scene, side)) part.append(element("p", "complaint", texts.differs));
      part.append(throwsShown(side));
      card.append(part);
    }
    return card;
  }

  function tell(good, ...lines) {
    summary.className = good ? "good" : "complaint";
    summary.replaceChildren(...lines.map((line) => element("p", "", line)));
  }

  function show(bytes) {
    shown.replaceChildren();
    try {
      const found = Checking.check(bytes);
      const counts = ["held", "failed", "unknown", "typed"].filter((name) => found[name]).map((name) => filled(name, { n: found[name] }));
      const told = [`${found.name} – ${counts.join(", ") || texts.empty}.`, ...(found.intact ? [] : [texts.changed])];
      const sound = found.holds && !found.scenes.some((scene) => wordDiffers(found.table, scene) || scene.sides.some((side) => differs(found.table, scene, side)));
      tell(sound, texts[!sound ? "some_fail" : found.held ? "all_hold" : "nothing"], ...told);
      shown.append(...found.scenes.map((scene) => sceneShown(found.table, scene)));
    } catch (error) {
      if (!(error instanceof Reading.Bad)) throw error;
      tell(false, filled(error.why, { where: error.where }));
    }
  }

  const input = document.getElementById("file");
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    if (file.size > Reading.LARGEST) {
      shown.replaceChildren();
      tell(false, texts.too_large);
      return;
    }
    tell(true, texts.busy);
    const bytes = new Uint8Array(await file.arrayBuffer());
    setTimeout(() => show(bytes));
  });

  const embedded = document.getElementById("embedded");
  if (embedded) show(Hashing.utf8(embedded.value));
})();
