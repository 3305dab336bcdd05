// The house's throws made again, as `tablee.table.log.scene_dice` tells it.
const Draws = (() => {
  const DICE = /^(\d{1,4})d(\d{1,6})(?:@(\d{1,6})|!(\d{1,6})\/(\d{1,6}))?(?:~(\d{1,6}(?:,\d{1,6})*)(?:\^(\d{1,6}))?)?$/;

  // The scheme of older scenes, whose throws also depend on their run and dice; that in which secret throws
  // have a counter still; that in which words have no pledges; that in which secret free dice share one key
  // outside the tree; that of today.
  const FORMER = 3;
  const COUNTED = 4;
  const OPEN_WORDS = 5;
  const ONE_FREE_KEY = 6;
  const SCHEMES = [FORMER, COUNTED, OPEN_WORDS, ONE_FREE_KEY, 7];

  // Whether the throws of a side have keys of their own.
  const keyed = (scheme, side) => side === "screen" && scheme > COUNTED;

  // The number of the key of a throw that has one.
  function keyNumber({ scheme, run, for_one, place }) {
    if (scheme <= ONE_FREE_KEY) return run ? Keys.ofRun(run, for_one, Keys.KEYS) : Keys.KEYS;
    return run ? Keys.ofRun(run, for_one) : Keys.ofFree(place);
  }

  // The dice that a text tells of, or null when there are no such dice.
  function diceOf(text) {
    const found = DICE.exec(text);
    if (!found) return null;
    const numbered = (each) => (each === undefined ? undefined : Number(each));
    const [count, sides, lowest = 1, up, down] = found.slice(1, 6).map(numbered);
    const [again, cap] = [found[6]?.split(",").map(Number), numbered(found[7])];
    const open = up !== undefined;
    const plain = `${count}d${sides}${lowest === 1 ? "" : `@${lowest}`}`;
    const chain = again === undefined ? "" : `~${again.join()}${cap === undefined ? "" : `^${cap}`}`;
    const written = open ? `${count}d${sides}!${up}/${down}` : plain + chain;
    const sound = count > 0 && sides > 0 && (!open || (count === 1 && down >= 1 && down < up && up === sides));
    const dice = { count, sides, lowest, up, down, again, cap };
    return sound && written === text && (open || !again || someFaces(dice)) ? dice : null;
  }

  // Whether the faces on which dice are thrown again rise, and are some of theirs.
  function someFaces({ sides, lowest, again }) {
    const rising = again.every((face, at) => at === 0 || again[at - 1] < face);
    return rising && again.length < sides && again[0] >= lowest && again[again.length - 1] < lowest + sides;
  }

  // Unsigned numbers of 64 bits, block after block.
  function* numbers(key, draw) {
    const { scheme, scene, side, counter, run } = draw;
    const former = scheme === FORMER ? [run, draw.place, draw.dice] : [];
    const own = keyed(scheme, side) ? [run, draw.for_one ? "one" : "all", draw.place] : [counter, ...former];
    const place = [`tablee-${scheme}`, scene, side, ...own].join("\n");
    for (let block = 0; ; block++) {
      const digest = Hashing.hmac(key, Hashing.utf8(`${place}\n${block}\n${draw.words}`));
      const view = new DataView(digest.buffer);
      for (let at = 0; at < 32; at += 8) yield view.getBigUint64(at);
    }
  }

  const ALL = 2n ** 64n;

  // A fair face: a number past the last whole multiple of the sides is passed over.
  function face(stream, dice) {
    const sides = BigInt(dice.sides);
    for (;;) {
      const number = stream.next().value;
      if (number < ALL - (ALL % sides)) return dice.lowest + Number(number % sides);
    }
  }

  function goesOn(dice, chain) {
    if (chain.length === 0) return true;
    const last = chain[chain.length - 1];
    return last === dice.up || (chain.length === 1 && last === dice.down);
  }

  // The faces of a throw from the seed of its side, in hexadecimal digits.
  function faces(seed, draw) {
    const own = keyed(draw.scheme, draw.side);
    return facesBy(own ? Keys.keyOf(seed, keyNumber(draw)) : Hashing.unhex(seed), draw);
  }

  // The faces of a throw from its key (bytes), or null when there are no such dice.
  function facesBy(key, draw) {
    const dice = diceOf(draw.dice);
    if (!dice) return null;
    const stream = numbers(key, draw);
    const found = [];
    if (dice.again) return waves(stream, dice);
    if (dice.up !== undefined) while (goesOn(dice, found)) found.push(face(stream, dice));
    else while (found.length < dice.count) found.push(face(stream, dice));
    return found;
  }

  // Dice that are thrown again on some faces: all of them, then each that goes on, at most `cap` times.
  function waves(stream, dice) {
    const found = [];
    let thrown = dice.count;
    for (let wave = 0; thrown; wave++) {
      const fell = Array.from({ length: thrown }, () => face(stream, dice));
      found.push(...fell);
      thrown = wave >= (dice.cap ?? Infinity) ? 0 : fell.filter((each) => dice.again.includes(each)).length;
    }
    return found;
  }

  // The commitment to the seed of a side.
  const commitment = (seed, scheme, side) => (keyed(scheme, side) ? Keys.commitment(seed) : Hashing.hex(Hashing.sha256(Hashing.unhex(seed))));

  return { faces, facesBy, keyNumber, commitment, FORMER, COUNTED, OPEN_WORDS, SCHEMES };
})();
