import { computed, type ReadonlySignal } from "@preact/signals";
import { cardsOf } from "../../games";
import { type LogLine, teller } from "../../lines";
import type { Heard, Table } from "../../store";
import { catalogue } from "../../text";
import { GAME, mySeat } from "./model";

const known = new WeakMap<Table, ReadonlySignal<readonly LogLine[]>>();

/** The log so far; each line is put into words once, unless the words or somebody's name change. */
export function logOf(table: Table): readonly LogLine[] {
  let found = known.get(table);
  if (found === undefined) {
    found = growing(table);
    known.set(table, found);
  }
  return found.value;
}

function growing(table: Table): ReadonlySignal<readonly LogLine[]> {
  let told: readonly LogLine[] = [];
  let last: { words: unknown; names: unknown; heard: readonly Heard[] } | null = null;
  let tell: (heard: Heard) => LogLine | null = () => null;
  return computed(() => {
    const words = catalogue.value;
    const names = table.names.value;
    const heard = table.heard.value;
    const before = last?.heard ?? [];
    const goesOn =
      last?.words === words &&
      last.names === names &&
      heard.length >= before.length &&
      heard[before.length - 1] === before.at(-1);
    if (!goesOn) {
      const seating = (table.sections.peek().seats ?? []).map((person) => person.id);
      tell = teller({
        name: (player) => table.name(player),
        cards: cardsOf(GAME),
        seating,
        game: GAME,
      });
      told = [];
    }
    const fresh = heard
      .slice(goesOn ? before.length : 0)
      .flatMap((each) => tell(each) ?? [])
      .filter(({ event }) => !isMyRole(event, mySeat(table)));
    if (fresh.length > 0) told = [...told, ...fresh];
    last = { words, names, heard };
    return told;
  });
}

/** Whoever sits beside me reads the log, too. */
const isMyRole = (event: Heard["event"], seat: number): boolean =>
  event.tag === "role_dealt" && event.seat === seat;
