// The keys of secret throws, as `tablee.table.log.secret_keys` describes them.
const Keys = (() => {
  const DEPTH = 10;
  const KEYS = 2 ** DEPTH;
  const RUN_KEYS = 768;
  const RUN = /^j(\d{1,9})$/;

  // The number of the key of a run's secret throws; `forOne`: of the throws that only one seat sees; `keys`:
  // how many keys runs have.
  function ofRun(run, forOne, keys = RUN_KEYS) {
    const number = Number(RUN.exec(run)?.[1] ?? 0);
    return 2 * (number % (keys / 2)) + (forOne ? 1 : 0);
  }

  // The number of the key of a secret free throw, which `place` others of its scene came before.
  const ofFree = (place) => RUN_KEYS + (place % (KEYS - RUN_KEYS));

  // A key (bytes) of a seed in hexadecimal digits.
  const keyOf = (seed, number) => Hashing.hmac(Hashing.unhex(seed), Hashing.utf8(`tablee-5\nkey\n${number}`));

  function hashed(mark, ...parts) {
    const whole = new Uint8Array(1 + 32 * parts.length);
    whole[0] = mark;
    parts.forEach((part, at) => whole.set(part, 1 + 32 * at));
    return Hashing.sha256(whole);
  }

  // The commitment to all keys of a seed.
  function commitment(seed) {
    let level = Array.from({ length: KEYS }, (_, number) => hashed(0, keyOf(seed, number)));
    while (level.length > 1) level = level.filter((_, at) => at % 2 === 0).map((left, at) => hashed(1, left, level[2 * at + 1]));
    return Hashing.hex(level[0]);
  }

  // Whether a commitment covers a revealed key {number, key, path}.
  function isOf(commitment, { number, key, path }) {
    let node = hashed(0, Hashing.unhex(key));
    path.forEach((text, height) => {
      const beside = Hashing.unhex(text);
      node = (number >> height) & 1 ? hashed(1, beside, node) : hashed(1, node, beside);
    });
    return Hashing.hex(node) === commitment;
  }

  return { ofRun, ofFree, keyOf, commitment, isOf, DEPTH, KEYS };
})();
