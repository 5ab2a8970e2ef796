/** What came of what: every entry with the turn it stands in, and the entry that it follows from. */

import type { Shot } from "./film";

export interface Place {
  turn: number;
  /** The entry that opened the question which this one answers; its own number where there is none. */
  cause: number;
}

interface Asked {
  id?: number;
  parent?: number;
}

/** An answer names its wait, and a wait the one that stands still for it: so all lead to one entry. */
export function places(shots: readonly Shot[]): Place[] {
  const opened = new Map<number, number>();
  let turn = 0;
  return shots.map(({ seq, events }) => {
    let cause = seq;
    if (events.some((event) => event.tag === "turn_began")) turn += 1;
    for (const event of events) {
      const { wait } = event as { wait?: number | Asked };
      if (wait === undefined) continue;
      const asked: Asked = typeof wait === "number" ? { id: wait } : wait;
      const from = opened.get(asked.id ?? 0) ?? opened.get(asked.parent ?? 0);
      if (from !== undefined && cause === seq) cause = from;
    }
    for (const event of events) {
      if (event.tag === "wait_opened") opened.set((event.wait as Asked).id ?? 0, cause);
    }
    return { turn, cause };
  });
}

/** Neighbours of one cause together, all in their order. */
export function blocks<R extends Place>(rows: readonly R[]): R[][] {
  const found: R[][] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.[0]?.cause === row.cause) last.push(row);
    else found.push([row]);
  }
  return found;
}

const KINDS: Record<string, string> = {
  turn_began: "turn",
  turn_skipped: "turn",
  card_played: "card",
  item_used: "card",
  check_made: "check",
  shot_fired: "check",
  wait_opened: "asked",
  life_changed: "life",
  health_changed: "life",
  eliminated: "out",
  match_ended: "out",
};

export const KIND_NAMES = ["all", ...new Set(Object.values(KINDS))];

/** What kinds of things happened with an entry. */
export const kindsOf = ({ events }: Shot): string[] =>
  events.flatMap((event) => KINDS[event.tag] ?? []);
