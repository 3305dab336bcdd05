// A file of an export, read: the throws of its scenes (see `tablee.table.export`).
const Reading = (() => {
  const HEAD = /^(?<head>\{"format":"[a-z-]+","number":1,"sha256":"(?<digest>[0-9a-f]{64})","content":)/;
  const PARTS = "content,format,number,sha256";
  const SEED = /^([0-9a-f]{64})?$/;
  const DIGEST = /^[0-9a-f]{64}$/;
  // Every type of event. Those that are not read below say nothing of throws.
  const types = () => new Set(document.getElementById("main").dataset.events.split(" "));
  const LARGEST = 64 * 1024 * 1024;

  // What is wrong with a file: the name of a text, and where.
  class Bad extends Error {
    constructor(why, where = "") {
      super(`${why} ${where}`);
      this.why = why;
      this.where = where;
    }
  }

  const need = (good, where) => { if (!good) throw new Bad("bad_file", where); };
  const isText = (value) => typeof value === "string";
  const isList = (value) => Array.isArray(value);
  const isWhole = (value) => Number.isSafeInteger(value);
  const isDigest = (value) => isText(value) && DIGEST.test(value);
  const isFaces = (value) => isList(value) && value.every(isWhole);

  // The throws in a file (bytes): {table, name, game, seat, intact, scenes}. Throws `Bad`.
  function read(bytes) {
    if (bytes.length > LARGEST) throw new Bad("too_large");
    const { format, number, content, intact } = unsealed(bytes);
    if (format !== "tablee-throws" && format !== "tablee-campaign") throw new Bad("no_export");
    if (number !== 1) throw new Bad("other_version");
    return { ...(format === "tablee-throws" ? ofSeat(content) : ofLog(content)), intact };
  }

  // What a file holds, and whether it is, to the byte, as it was written.
  function unsealed(bytes) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      const whole = text.replace(/[ \t\n\v\f\r]+$/, "");
      const inside = (head) => bytes.subarray(head.length, bytes.length - (text.length - whole.length) - 1);
      const { head = "", digest } = HEAD.exec(text)?.groups ?? {};
      const found = JSON.parse(text);
      need(Object.keys(found).sort().join() === PARTS, "");
      const intact = digest !== undefined && isWritten(inside(head)) && Hashing.hex(Hashing.sha256(inside(head))) === digest;
      return { ...found, intact };
    } catch {
      throw new Bad("no_export");
    }
  }

  // Whether some bytes are one record, with nothing around it.
  function isWritten(bytes) {
    const text = new TextDecoder().decode(bytes);
    try {
      JSON.parse(text);
    } catch {
      return false;
    }
    return text.startsWith("{") && text.endsWith("}");
  }

  // ── a player's file ──────────────────────────────────────────────────────────────────────────
  function ofSeat(content) {
    need(content && ["table", "name", "game"].every((name) => isText(content[name])) && isText(content.seat ?? "") && isList(content.scenes), "content");
    const scenes = content.scenes.map((scene, at) => {
      const where = `scenes[${at}]`;
      need(scene && isWhole(scene.scene) && isWhole(scene.began) && isText(scene.title) && scene.open, where);
      need(isWhole(scene.ended ?? 0) && typeof (scene.cut ?? false) === "boolean", where);
      const sides = [sideOf("open", scene.open, `${where}.open`)];
      if (scene.screen) sides.push(sideOf("screen", scene.screen, `${where}.screen`));
      return { scene: scene.scene, title: scene.title, ended: isWhole(scene.ended), cut: scene.cut === true, scheme: schemeOf(scene, where), sides, ...pledgesOf(scene, where) };
    });
    return { table: content.table, name: content.name, game: content.game, seat: content.seat || null, typed: content.typed ?? 0, scenes };
  }

  function pledgesOf({ words = [], withheld = [] }, where) {
    const given = isList(words) && words.map((each) => ({ word: "", pledge: "", ...each }));
    need(given && given.every((each) => isText(each.seat) && isText(each.word) && isText(each.pledge) && SEED.test(each.pledge)), `${where}.words`);
    need(isList(withheld) && withheld.every(isText), `${where}.withheld`);
    return { words: given, withheld };
  }

  function schemeOf(scene, where) {
    const scheme = scene.scheme ?? Draws.FORMER;
    need(Draws.SCHEMES.includes(scheme), `${where}.scheme`);
    return scheme;
  }

  function sideOf(side, { commitment, seed, throws, keys = null, kept = [] }, where) {
    need(isText(seed) && SEED.test(seed) && isDigest(commitment) && isList(throws), where);
    need(keys === null || (isList(keys) && keys.every(isKey)), `${where}.keys`);
    need(isList(kept) && kept.every(isText), `${where}.kept`);
    const complete = throws.map((each) => ({ title: "", for_one: false, ...each }));
    complete.forEach((each, place) => need(sound(each), `${where}.throws[${place}]`));
    return { side, commitment, seed, throws: complete, keys, kept };
  }

  const isKey = (each) =>
    each && isWhole(each.number) && each.number >= 0 && each.number < Keys.KEYS && isDigest(each.key) && isList(each.path) && each.path.length === Keys.DEPTH && each.path.every(isDigest);

  const isLog = (log) => log === undefined || log === null || (isText(log.words) && typeof log.told === "boolean");
  const sound = (each) =>
    each && isWhole(each.counter) && isWhole(each.at) && isText(each.title) && isText(each.run) && isText(each.procedure) && isLog(each.log) && isWhole(each.place) && isText(each.dice) &&
    isText(each.words) && isFaces(each.faces) && typeof each.for_one === "boolean";

  // ── a log ────────────────────────────────────────────────────────────────────────────────────
  function ofLog(content) {
    need(content && isText(content.table) && isList(content.events), "content");
    const [first] = content.events;
    need(first?.type === "opened" && isText(first.name) && isText(first.game), "events[0]");
    const log = { types: types(), words: new Map(), titles: new Map(), givers: null, pledges: new Map(), typed: 0, drawn: new Map(), answers: new Map(), scenes: [] };
    content.events.forEach((event, at) => take(log, event, `events[${at}]`));
    return { table: content.table, name: first.name, game: first.game, seat: null, typed: log.typed, scenes: log.scenes };
  }

  function take(log, event, where) {
    switch (event?.type) {
      case "seat_changed":
        need(isText(event.seat) && isText(event.word ?? ""), where);
        seatChanged(log, event, where);
        break;
      case "words_restarted":
        if (log.givers) startAgain(log);
        break;
      case "seat_removed":
        if (!log.givers) log.words.delete(event.seat);
        break;
      case "framed":
        need(isText(event.run) && isText(event.procedure) && isText(event.title ?? ""), where);
        log.titles.set(event.run, { title: event.title ?? "", procedure: event.procedure, secret: event.secret === true });
        break;
      case "scene_begun":
        log.scenes.push(begun(event, where));
        log.givers = schemeOf(event, where) === Draws.FORMER ? null : new Set(event.seats ?? []);
        if (log.givers) [log.words, log.pledges] = [new Map(), new Map()];
        for (const side of [0, 1]) log.drawn.delete(`${side} `);
        break;
      case "free_throw":
        freelyThrown(log, event, where);
        break;
      case "scene_ended": {
        const scene = running(log, where);
        scene.ended = true;
        scene.cut = event.cut === true;
        break;
      }
      case "undone":
        need(isWhole(event.place), where);
        answersOf(log, event.run).splice(Math.max(0, event.place));
        break;
      case "answered":
        answered(log, event, where);
        break;
      default:
        need(log.types.has(event?.type), where);
    }
  }

  const missing = (log) => [...log.pledges.keys()].filter((seat) => !log.words.has(seat));

  // Whether a seat may pledge a word, or give one at once: as a player of the scene, before any visible throw and
  // before the first pledged word.
  function takesWord(log, seat) {
    const thrown = log.scenes[log.scenes.length - 1].sides[0].throws.length;
    const closed = missing(log).length < log.pledges.size;
    return log.givers.has(seat) && !log.words.has(seat) && !log.pledges.has(seat) && !closed && !thrown;
  }

  // A word or a pledge. In a scene of the former scheme each word counts.
  function seatChanged(log, { seat, word, pledge = null }, where) {
    need(pledge === null || isDigest(pledge), where);
    if (!log.givers) {
      if (isText(word)) log.words.set(seat, word);
      return;
    }
    const scene = log.scenes[log.scenes.length - 1];
    const takes = takesWord(log, seat);
    if (pledge !== null && takes && scene.scheme > Draws.OPEN_WORDS) log.pledges.set(seat, pledge);
    else if (isText(word) && (takes || missing(log).includes(seat))) log.words.set(seat, word);
    putWords(log, scene);
  }

  // Some pledged words did not come: the words without a pledge stay, the missing seats leave.
  function startAgain(log) {
    const [gone, scene] = [missing(log), log.scenes[log.scenes.length - 1]];
    for (const seat of log.pledges.keys()) log.words.delete(seat);
    for (const seat of gone) log.givers.delete(seat);
    log.pledges = new Map();
    scene.withheld = [...scene.withheld, ...gone];
    putWords(log, scene);
  }

  function putWords(log, scene) {
    if (scene.scheme <= Draws.OPEN_WORDS) return;
    const seats = [...new Set([...log.pledges.keys(), ...log.words.keys()])].sort();
    scene.words = seats.map((seat) => ({ seat, word: log.words.get(seat) ?? "", pledge: log.pledges.get(seat) ?? "" }));
  }

  function begun(event, where) {
    need(isWhole(event.scene) && isText(event.title), where);
    for (const name of ["seed", "screen"]) need(isText(event[name]) && SEED.test(event[name]), `${where}.${name}`);
    for (const name of ["commitment", "screen_commitment"]) need(isDigest(event[name]), `${where}.${name}`);
    return {
      scene: event.scene,
      title: event.title,
      ended: false,
      cut: false,
      scheme: schemeOf(event, where),
      words: [],
      withheld: [],
      sides: [
        { side: "open", commitment: event.commitment, seed: event.seed, throws: [] },
        { side: "screen", commitment: event.screen_commitment, seed: event.screen, throws: [] },
      ],
    };
  }

  function running(log, where) {
    const scene = log.scenes[log.scenes.length - 1];
    need(scene && !scene.ended, where);
    return scene;
  }

  function answersOf(log, run) {
    if (!log.answers.has(run)) log.answers.set(run, []);
    return log.answers.get(run);
  }

  // An answer; at the end of a run, what is told of its throws beside them. What stayed behind is
  // blank in an answer.
  function answered(log, event, where) {
    const house = event.draw !== undefined && event.draw !== null;
    const given = answersOf(log, event.run);
    if (!house && isList(event.answer?.dice) && event.answer.dice.length) log.typed += 1;
    given.push({ faces: event.answer?.dice, thrown: house ? thrown(log, event, where) : null });
    if (!event.outcome) return;
    need(isList(event.outcome.lines), where);
    const rolls = event.outcome.lines.filter((line) => line?.kind === "roll");
    const dice = given.filter((each) => each.faces !== undefined && each.faces !== null);
    dice.forEach((each, at) => {
      const alike = isList(each.faces) && (!each.faces.length || (sameFaces(each.faces, rolls[at]?.numbers?.faces) && sameMarks(log, event.run, each.thrown, rolls[at])));
      if (each.thrown && (rolls.length !== dice.length || !alike)) each.thrown.log.told = false;
    });
  }

  // Whether a throw of the house is secret, or for one seat only, as the trace of its run says.
  function sameMarks(log, run, thrown, line) {
    const scene = log.scenes[log.scenes.length - 1];
    if (!thrown || scene.scheme <= Draws.COUNTED) return true;
    const forOne = isText(line.seen_by);
    const secret = scene.sides[1].throws.includes(thrown);
    return thrown.for_one === forOne && secret === (forOne || log.titles.get(run)?.secret === true);
  }

  const sameFaces = (one, other) =>
    isList(other) && one.length === other.length && one.every((face, at) => face === other[at]);

  function thrown(log, event, where) {
    const scene = running(log, where);
    need(log.titles.has(event.run) && isFaces(event.answer?.dice), where);
    const { procedure, title } = log.titles.get(event.run);
    const own = { counter: event.draw, run: event.run, dice: event.dice ?? "", faces: event.answer.dice, for_one: event.for_one ?? false };
    return add(log, scene, event, { ...own, procedure, title }, where);
  }

  // Dice that a seat threw outside the rules: of no run.
  function freelyThrown(log, event, where) {
    const scene = running(log, where);
    need(isText(event.expression) && isList(event.throws), where);
    for (const each of event.throws) {
      need(each && isFaces(each.faces), where);
      const own = { counter: each.counter, run: "", dice: each.dice, faces: each.faces, for_one: false };
      add(log, scene, event, { ...own, procedure: "", title: event.expression }, where);
    }
  }

  // A throw of an event, at the next place of its run.
  function add(log, scene, event, own, where) {
    const side = event.screened === true ? 1 : 0;
    const from = `${side} ${own.run}${own.for_one ? " one" : ""}`;
    const place = log.drawn.get(from) ?? 0;
    log.drawn.set(from, place + 1);
    const words = event.words ?? "";
    // `told`: the end of the run shows the same dice. It is false once they differ.
    const ofLog = { words: joinedWords(log.words), told: true };
    const each = { ...own, place, at: event.at ?? 0, words, log: ofLog };
    need(sound(each), where);
    scene.sides[side].throws.push(each);
    return each;
  }

  // The players' words as they enter a draw, by the ids of the seats (ASCII).
  function joinedWords(words) {
    const given = [...words].filter(([, word]) => word !== "");
    given.sort(([one], [other]) => (one < other ? -1 : 1));
    return given.map(([seat, word]) => `${seat}=${word}`).join("\n");
  }

  return { read, sameFaces, joinedWords, Bad, LARGEST };
})();
