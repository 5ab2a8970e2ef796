/**
 * A match proved in the browser (docs/match-format.md): every entry hashes to what it says and names the
 * one before it, the hashes are those that this page was sent while it played, and the secret is the one
 * that was sealed before.
 */

import { bytesOf, sha256, sha256Hex } from "../../hash";
import type { ProofsReply } from "../../schema";

interface Entry {
  header: { seq: number; leaves: number };
  /** Open: its salt and what it says; closed: its seal. */
  leaves: (string | [string, unknown])[];
  prev: string;
  hash: string;
}

export interface Verdict {
  entries: number;
  /** The number of the first entry that does not hold, and why; 0: all hold. */
  bad: number;
  why: "" | "chain" | "hash" | "heard" | "gap";
  /** How many hashes were compared with those that this page was sent. */
  compared: number;
  secret: "held" | "broken" | "unknown";
}

/** Bytes as they stood in the log: its form is the one that JSON takes here too. */
const written = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const sealOf = (leaf: Entry["leaves"][number]): Uint8Array =>
  typeof leaf === "string" ? bytesOf(leaf) : sha256(bytesOf(leaf[0]), written(leaf[1]));

export function hashOf(entry: Entry): string {
  const seals = entry.leaves.map(sealOf);
  return sha256Hex(bytesOf(entry.prev), written(entry.header), ...seals);
}

/** `heard`: hashes by the number of their entry; `sealed`: the secret's hash that was shown before. */
export function prove(
  proofs: ProofsReply,
  heard: ReadonlyMap<number, string>,
  sealed: string,
  secret: string,
): Verdict {
  const entries = proofs.entries as Entry[];
  let previous = proofs.previous;
  let seq = proofs.firstSeq;
  let compared = 0;
  const found = (bad: number, why: Verdict["why"]): Verdict => {
    const isHeld = sealed !== "" && sha256Hex(bytesOf(secret)) === sealed;
    const known = secret === "" || sealed === "" ? "unknown" : isHeld ? "held" : "broken";
    return { entries: entries.length, bad, why, compared, secret: known };
  };
  for (const entry of entries) {
    if (entry.header.seq !== seq || entry.header.leaves !== entry.leaves.length) {
      return found(seq, "gap");
    }
    if (entry.prev !== previous) return found(seq, "chain");
    if (hashOf(entry) !== entry.hash) return found(seq, "hash");
    const told = heard.get(seq);
    if (told !== undefined) {
      if (told !== entry.hash) return found(seq, "heard");
      compared += 1;
    }
    previous = entry.hash;
    seq += 1;
  }
  return found(0, "");
}
