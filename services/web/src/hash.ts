/**
 * SHA-256 (FIPS 180-4), since pages have no `crypto.subtle` on plain http in a home network. Its constants are
 * the first 32 bits behind the point of the roots of the first primes.
 */

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime > 0)) primes.push(number);
}
const fraction = (root: number): number => (root - Math.floor(root)) * 2 ** 32;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)) | 0);

const BLOCK = 64;

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Of all parts as if they were one. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[length] = 0x80;
  const padded = new DataView(bytes.buffer);
  padded.setUint32(bytes.length - 8, length / 2 ** 29);
  padded.setUint32(bytes.length - 4, length * 8);
  const state = Int32Array.from(START, (word) => word | 0);
  for (let place = 0; place < bytes.length; place += BLOCK) mix(state, padded, place);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, number) => {
    digest.setInt32(4 * number, word);
  });
  return new Uint8Array(digest.buffer);
}

const words = new Int32Array(BLOCK);

function mix(state: Int32Array, block: DataView, place: number): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < BLOCK; round += 1) {
    if (round < 16) words[round] = block.getInt32(place + 4 * round);
    else {
      const near = words[round - 2] as number;
      const far = words[round - 15] as number;
      words[round] =
        ((words[round - 16] as number) +
          (words[round - 7] as number) +
          (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)) +
          (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3))) |
        0;
    }
    const chosen = (e & f) ^ (~e & g);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + chosen + mixed + (ROUNDS[round] as number) + (words[round] as number)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = (most + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, number) => {
    state[number] = (state[number] as number) + word;
  });
}

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const sha256Hex = (...parts: Uint8Array[]): string => hexOf(sha256(...parts));
