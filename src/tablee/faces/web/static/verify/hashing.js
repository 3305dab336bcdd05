// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), by hand: a page that comes over plain http from
// another machine of the network has no crypto.subtle.
const Hashing = (() => {
  const K = new Uint32Array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]);
  const START = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];
  const BLOCK = 64;
  const words = new Uint32Array(64);
  const turned = (x, by) => (x >>> by) | (x << (32 - by));

  // One block of 64 bytes, from `at` on, into the state.
  function compress(state, view, at) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15], y = words[i - 2];
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16] + s0 + words[i - 7] + s1;
    }
    let a = state[0], b = state[1], c = state[2], d = state[3];
    let e = state[4], f = state[5], g = state[6], h = state[7];
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + t1) | 0;
      d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d;
    state[4] += e; state[5] += f; state[6] += g; state[7] += h;
  }

  // The digest (32 bytes) of an Uint8Array.
  function sha256(bytes) {
    const state = new Uint32Array(START);
    const whole = bytes.length - (bytes.length % BLOCK);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < whole; at += BLOCK) compress(state, view, at);
    const rest = bytes.subarray(whole);
    const last = new Uint8Array(rest.length < BLOCK - 8 ? BLOCK : 2 * BLOCK);
    last.set(rest);
    last[rest.length] = 0x80;
    const tail = new DataView(last.buffer);
    tail.setUint32(last.length - 8, Math.floor(bytes.length / 2 ** 29));
    tail.setUint32(last.length - 4, (bytes.length * 8) >>> 0);
    for (let at = 0; at < last.length; at += BLOCK) compress(state, tail, at);
    const digest = new Uint8Array(32);
    const out = new DataView(digest.buffer);
    state.forEach((word, i) => out.setUint32(4 * i, word));
    return digest;
  }

  const joined = (first, second) => {
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  };

  function hmac(key, message) {
    const padded = new Uint8Array(BLOCK);
    padded.set(key.length > BLOCK ? sha256(key) : key);
    const inner = padded.map((byte) => byte ^ 0x36);
    const outer = padded.map((byte) => byte ^ 0x5c);
    return sha256(joined(outer, sha256(joined(inner, message))));
  }

  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

  // The pledge of a word in the draws of a scene (see `tablee.table.log.scene_words`).
  const pledge = (scene, commitment, seat, word) => hex(sha256(utf8(["tablee-6", "word", scene, commitment, seat, word].join("\n"))));

  return { sha256, hmac, utf8, hex, unhex, pledge };
})();
