import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ProofsReply } from "../../src/schema";
import { prove } from "../../src/screens/over/proof";

const sha = (...parts: (string | Buffer)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};
const bytes = (hex: string) => Buffer.from(hex, "hex");

const SALT = "00112233445566778899aabbccddeeff";
const CLOSED = "ab".repeat(32);

/** As docs/match-format.md has it, section 3, by Node's own hashing. */
function proofs(count: number): ProofsReply {
  let prev = "0".repeat(64);
  const entries = Array.from({ length: count }, (_, place) => {
    const header = { format: 1, seq: place + 7, at_ms: 1, actor: "가", leaves: 2 };
    const said = ["card_played", place, '\u0001"\\'];
    const open = sha(bytes(SALT), JSON.stringify(said));
    const hash = sha(bytes(prev), JSON.stringify(header), bytes(open), bytes(CLOSED));
    const entry = { header, leaves: [[SALT, said], CLOSED], prev, hash };
    prev = hash;
    return entry;
  });
  return { previous: "0".repeat(64), firstSeq: 7, entries } as unknown as ProofsReply;
}

type Entries = { hash: string; prev: string; leaves: [[string, unknown[]], string] }[];

describe("a match is proved", () => {
  const secret = "cd".repeat(32);
  const sealed = sha(bytes(secret));
  const none = new Map<number, string>();

  it("where every entry hashes to what it says, and the secret to its seal", () => {
    const told = new Map([[8, (proofs(3).entries as Entries)[1]?.hash ?? ""]]);
    const verdict = prove(proofs(3), told, sealed, secret);
    expect(verdict).toEqual({ entries: 3, bad: 0, why: "", compared: 1, secret: "held" });
  });

  it("and the first entry that was changed is named", () => {
    const changed = proofs(4);
    (changed.entries as Entries)[2]?.leaves[0][1].splice(1, 1, 99);
    expect(prove(changed, none, sealed, secret)).toMatchObject({ bad: 9, why: "hash" });
  });

  it("and one that is missing, or does not follow, or was another when it was told", () => {
    const short = proofs(4);
    (short.entries as Entries).splice(1, 1);
    expect(prove(short, none, sealed, secret)).toMatchObject({ bad: 8, why: "gap" });
    const torn = proofs(4);
    for (const entry of (torn.entries as Entries).slice(2, 3)) entry.prev = "1".repeat(64);
    expect(prove(torn, none, sealed, secret)).toMatchObject({ bad: 9, why: "chain" });
    const other = new Map([[7, "2".repeat(64)]]);
    expect(prove(proofs(4), other, sealed, secret)).toMatchObject({ bad: 7, why: "heard" });
  });

  it("and a secret that is not the sealed one is not believed", () => {
    expect(prove(proofs(1), none, sealed, "ef".repeat(32)).secret).toBe("broken");
    expect(prove(proofs(1), none, sealed, "").secret).toBe("unknown");
  });
});
