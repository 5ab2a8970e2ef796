/**
 * A part of one's own in the deal, so that nobody else can choose it: with *ready* goes the hash of 32
 * fresh bytes, and the bytes follow once the start is locked.
 */

import { effect } from "@preact/signals";
import { bytesOf, sha256Hex } from "./hash";
import type { Outcome } from "./net";
import { randomHex } from "./rest";
import type { Table } from "./store";

const promised = new Map<string, string>();

export async function ready(table: Table): Promise<Outcome> {
  const entropy = randomHex(32);
  promised.set(table.code, entropy);
  const commitment = sha256Hex(bytesOf(entropy));
  return table.act({ type: "ready", ready: true, commitment });
}

/** Opens what was promised as soon as it is asked for; too late, the deal goes without it. */
export function keepWord(table: Table): () => void {
  return effect(() => {
    const entropy = promised.get(table.code);
    if (table.room.value?.phase !== "reveal" || entropy === undefined) return;
    promised.delete(table.code);
    void table.act({ type: "reveal", entropy });
  });
}
