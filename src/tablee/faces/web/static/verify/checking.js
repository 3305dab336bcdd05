// Every throw checked: the same answers as `tablee verify --json` gives.
const Checking = (() => {
  function status(scene, side) {
    if (!scene.ended) return "running";
    if (scene.cut && !side.seed) return "cut";
    if (!side.seed) return side.keys ? "keys" : "missing";
    return Draws.commitment(side.seed, scene.scheme, side.side) === side.commitment ? "checked" : "forged";
  }

  // The words of the first visible throw of a scene, which all have; null where they may change.
  // Where words are pledged: those that the file names.
  function wordsOf(scene) {
    if (scene.scheme > Draws.OPEN_WORDS) return Reading.joinedWords(scene.words.map(({ seat, word }) => [seat, word]));
    return scene.scheme === Draws.FORMER ? null : scene.sides[0].throws[0]?.words ?? null;
  }

  // Why a throw does not hold: {reason, expected} each. `before`: the counter before it, `place`: of the next
  // throw of its run.
  function wrong(scene, side, thrown, before, place) {
    const found = [];
    if (thrown.counter !== before + 1) found.push({ reason: "counter", expected: before + 1 });
    if (thrown.place !== place) found.push({ reason: "place", expected: null });
    return [...found, ...(!side.seed && side.keys ? wrongByKey(scene, side, thrown) : wrongBySeed(scene, side, thrown))];
  }

  function wrongBySeed(scene, side, thrown) {
    const words = thrown.log ? thrown.log.words : (side.side === "open" ? wordsOf(scene) : null) ?? thrown.words;
    const found = thrown.words === words ? [] : [{ reason: "words", expected: words }];
    if (!side.seed) return found;
    return [...found, ...wrongFaces(thrown, Draws.faces(side.seed, drawOf(scene, side, thrown)))];
  }

  // A secret throw in a player's file: the visible throws have all its words, and perhaps more, which came later.
  function wrongByKey(scene, side, thrown) {
    const words = wordsOf(scene);
    const all = new Set(["", ...(words ?? thrown.words).split("\n")]);
    const found = thrown.words.split("\n").every((each) => all.has(each)) ? [] : [{ reason: "words", expected: words }];
    const draw = drawOf(scene, side, thrown);
    const key = side.keys.find((each) => each.number === Draws.keyNumber(draw));
    if (!key || !Keys.isOf(side.commitment, key)) return [...found, { reason: "key", expected: null }];
    return [...found, ...wrongFaces(thrown, Draws.facesBy(Hashing.unhex(key.key), draw))];
  }

  const drawOf = (scene, side, thrown) => ({ ...thrown, scene: scene.scene, scheme: scene.scheme, side: side.side });

  function wrongFaces(thrown, faces) {
    if (faces === null) return [{ reason: "dice", expected: null }];
    return Reading.sameFaces(faces, thrown.faces) ? [] : [{ reason: "faces", expected: faces }];
  }

  function checkedSide(scene, side) {
    const known = status(scene, side);
    const reached = new Map();
    let before = 0;
    const throws = side.throws.map((thrown) => {
      const { counter, at, title, run, place, for_one, dice, faces, words } = thrown;
      const shown = { counter, at, title, run, place, for_one, dice, faces, words };
      const own = `${for_one} ${run}`;
      const next = reached.get(own) ?? 0;
      const otherwise = thrown.log?.told === false ? [{ reason: "told", expected: null }] : [];
      if (known === "running" || known === "cut") return { ...shown, holds: otherwise.length ? false : null, wrong: otherwise };
      // free dice that stay secret may lie between revealed ones
      const due = known === "keys" && run === "" ? Math.max(next, place) : next;
      const why = [...otherwise, ...wrong(scene, side, thrown, known === "keys" ? due : before, due)];
      before = counter;
      reached.set(own, place + 1);
      return { ...shown, holds: why.length ? false : ["checked", "keys"].includes(known) ? true : null, wrong: why };
    });
    const sound = known !== "missing" && known !== "forged" && throws.every((each) => !each.wrong.length);
    return { side: side.side, status: known, kept: side.kept?.length ?? 0, commitment: side.commitment, holds: sound, throws };
  }

  // The word of a seat, and whether it is the one that it pledged; null when it is missing before any throw.
  function checkedWord(scene, { seat, word, pledge }) {
    const [{ commitment, throws }] = scene.sides;
    const missing = throws.length ? false : null;
    const holds = !pledge ? true : word ? Hashing.pledge(scene.scene, commitment, seat, word) === pledge : missing;
    return { seat, word, pledge, holds };
  }

  // What has come of the bytes of a file. Throws `Reading.Bad`.
  function check(bytes) {
    const { table, name, game, seat, intact, typed, scenes } = Reading.read(bytes);
    const checked = scenes.map((scene) => ({
      scene: scene.scene,
      title: scene.title,
      words: scene.words.map((each) => checkedWord(scene, each)),
      withheld: scene.withheld,
      unworded: scene.scheme > Draws.OPEN_WORDS && scene.sides[0].throws.length > 0 && wordsOf(scene) === "",
      sides: scene.sides.map((side) => checkedSide(scene, side)),
    }));
    const sides = checked.flatMap((scene) => scene.sides);
    const count = (holds) => sides.reduce((sum, side) => sum + side.throws.filter((each) => each.holds === holds).length, 0);
    return {
      table, name, game, seat, intact,
      holds: intact && sides.every((side) => side.holds) && checked.every((scene) => scene.words.every((word) => word.holds !== false)),
      held: count(true), failed: count(false), unknown: count(null), typed,
      scenes: checked,
    };
  }

  return { check };
})();
