// Every throw checked: the same answers as `tablee verify --json` gives.
const Checking = (() => {
  function status(scene, side) {
    if (!scene.ended) return "running";
    if (scene.cut && !side.seed) return "cut";
    if (!side.seed) return "missing";
    return Draws.commitment(side.seed) === side.commitment ? "checked" : "forged";
  }

  // The words of all visible throws of a scene, those of the first one; null where they may change.
  function wordsOf(scene, side) {
    return scene.scheme === Draws.FORMER || side.side !== "open" ? null : side.throws[0].words;
  }

  // Why a throw does not hold: {reason, expected} each. `before`: the counter before it, `reached`:
  // run -> the place of its next throw.
  function wrong(scene, side, thrown, before, reached) {
    const { log } = thrown;
    const words = log ? log.words : wordsOf(scene, side) ?? thrown.words;
    const found = [];
    if (thrown.counter !== before + 1) found.push({ reason: "counter", expected: before + 1 });
    if (thrown.place !== (reached.get(thrown.run) ?? 0)) found.push({ reason: "place", expected: null });
    if (thrown.words !== words) found.push({ reason: "words", expected: words });
    if (side.seed) {
      const faces = Draws.faces(side.seed, { ...thrown, scene: scene.scene, scheme: scene.scheme, side: side.side });
      if (faces === null) found.push({ reason: "dice", expected: null });
      else if (!Reading.sameFaces(faces, thrown.faces)) found.push({ reason: "faces", expected: faces });
    }
    return found;
  }

  function checkedSide(scene, side) {
    const known = status(scene, side);
    const reached = new Map();
    let before = 0;
    const throws = side.throws.map((thrown) => {
      const { counter, at, title, run, place, dice, faces, words } = thrown;
      const told = { counter, at, title, run, place, dice, faces, words };
      const otherwise = thrown.log?.told === false ? [{ reason: "told", expected: null }] : [];
      if (known === "running" || known === "cut") return { ...told, holds: otherwise.length ? false : null, wrong: otherwise };
      const why = [...otherwise, ...wrong(scene, side, thrown, before, reached)];
      before = counter;
      reached.set(run, place + 1);
      return { ...told, holds: why.length ? false : known === "checked" ? true : null, wrong: why };
    });
    const sound = known !== "missing" && known !== "forged" && throws.every((each) => !each.wrong.length);
    return { side: side.side, status: known, commitment: side.commitment, holds: sound, throws };
  }

  // What has come of the bytes of a file. Throws `Reading.Bad`.
  function check(bytes) {
    const { table, name, game, seat, intact, typed, scenes } = Reading.read(bytes);
    const checked = scenes.map((scene) => ({
      scene: scene.scene,
      title: scene.title,
      sides: scene.sides.map((side) => checkedSide(scene, side)),
    }));
    const sides = checked.flatMap((scene) => scene.sides);
    const count = (holds) => sides.reduce((sum, side) => sum + side.throws.filter((each) => each.holds === holds).length, 0);
    return {
      table, name, game, seat, intact,
      holds: intact && sides.every((side) => side.holds),
      held: count(true), failed: count(false), unknown: count(null), typed,
      scenes: checked,
    };
  }

  return { check };
})();
