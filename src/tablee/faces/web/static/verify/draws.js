// The house's throws made again, as `tablee.table.log.scene_dice` tells it.
const Draws = (() => {
  const DICE = /^(\d{1,4})d(\d{1,6})(?:@(\d{1,6})|!(\d{1,6})\/(\d{1,6}))?$/;

  // The scheme of older scenes, whose throws also depend on their run and dice.
  const FORMER = 3;
  const SCHEMES = [FORMER, 4];

  // The dice that a text tells of, or null when there are no such dice.
  function diceOf(text) {
    const found = DICE.exec(text);
    if (!found) return null;
    const [count, sides, lowest, up, down] = found.slice(1).map((each) => (each === undefined ? undefined : Number(each)));
    const open = up !== undefined;
    const plain = `${count}d${sides}`;
    const written = open ? `${plain}!${up}/${down}` : lowest === undefined || lowest === 1 ? plain : `${plain}@${lowest}`;
    const sound = count > 0 && sides > 0 && (!open || (count === 1 && down >= 1 && down < up && up === sides));
    return sound && written === text ? { count, sides, lowest: lowest ?? 1, up, down } : null;
  }

  // Unsigned numbers of 64 bits, block after block.
  function* numbers(seed, draw) {
    const former = draw.scheme === FORMER ? [draw.run, draw.place, draw.dice] : [];
    const place = [`tablee-${draw.scheme}`, draw.scene, draw.side, draw.counter, ...former].join("\n");
    for (let block = 0; ; block++) {
      const digest = Hashing.hmac(seed, Hashing.utf8(`${place}\n${block}\n${draw.words}`));
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

  // The faces of a throw, or null when there are no such dice. `seed`: hexadecimal digits.
  function faces(seed, draw) {
    const dice = diceOf(draw.dice);
    if (!dice) return null;
    const stream = numbers(Hashing.unhex(seed), draw);
    const found = [];
    if (dice.up !== undefined) while (goesOn(dice, found)) found.push(face(stream, dice));
    else while (found.length < dice.count) found.push(face(stream, dice));
    return found;
  }

  const commitment = (seed) => Hashing.hex(Hashing.sha256(Hashing.unhex(seed)));

  return { faces, commitment, FORMER, SCHEMES };
})();
