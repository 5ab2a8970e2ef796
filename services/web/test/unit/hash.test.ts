import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bytesOf, hexOf, sha256, sha256Hex } from "../../src/hash";

const node = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The same every time. */
function some(count: number, seed = count): Uint8Array {
  let state = seed + 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

describe("our SHA-256", () => {
  it("is that of Node at every length around a block, and at long ones", () => {
    const lengths = [...Array(300).keys(), 4095, 4096, 65_537, 1_000_003];
    for (const length of lengths) {
      expect([length, sha256Hex(some(length))]).toEqual([length, node(some(length))]);
    }
  });

  it("is that of Node for many short texts", () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const bytes = some(1 + (seed % 90), seed);
      expect(sha256Hex(bytes)).toBe(node(bytes));
    }
  });

  it("has the values that its standard names", () => {
    const told = {
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    };
    for (const [text, hash] of Object.entries(told)) {
      expect(sha256Hex(new TextEncoder().encode(text))).toBe(hash);
    }
  });

  it("is of all parts as of one", () => {
    const whole = some(200);
    const parts = [whole.slice(0, 63), whole.slice(63, 64), whole.slice(64, 64), whole.slice(64)];
    expect(sha256(...parts)).toEqual(sha256(whole));
  });

  it("goes with hexadecimal both ways", () => {
    expect(bytesOf("00ff10")).toEqual(Uint8Array.of(0, 255, 16));
    expect(hexOf(Uint8Array.of(0, 255, 16))).toBe("00ff10");
  });
});
