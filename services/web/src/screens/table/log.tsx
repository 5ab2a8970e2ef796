import { computed, type ReadonlySignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { cardsOf } from "../../games";
import { type LogLine, teller } from "../../lines";
import type { Heard, Table } from "../../store";
import { catalogue, t } from "../../text";
import { Segments } from "../../ui/fields";
import { EventLink } from "../event_link";
import { GAME, mySeat } from "./model";
import { rove } from "./rove";

const FILTERS = ["all", "me", "checks"] as const;
const SHOWN = 300;

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
    const fresh = heard.slice(goesOn ? before.length : 0).flatMap((each) => tell(each) ?? []);
    if (fresh.length > 0) told = [...told, ...fresh];
    last = { words, names, heard };
    return told;
  });
}

const SEATS = ["seat", "target", "killer", "by"] as const;

function isAbout(line: LogLine, seat: number): boolean {
  const event = line.event as Record<string, unknown>;
  if (SEATS.some((place) => event[place] === seat)) return true;
  const piles = [event.source, event.to];
  return piles.some(
    (pile) => Array.isArray(pile) && (pile[0] === "hand" || pile[0] === "play") && pile[1] === seat,
  );
}

/** What somebody did last. */
export const lastOf = (table: Table, seat: number): LogLine | undefined =>
  logOf(table).findLast((line) => (line.event as Record<string, unknown>).seat === seat);

export function Log({ table }: { table: Table }) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const list = useRef<HTMLOListElement>(null);
  const told = logOf(table);
  const mine = mySeat(table);
  const shown = told.filter((line) => {
    if (filter === "me") return isAbout(line, mine);
    return filter === "all" || line.event.tag === "check_made";
  });
  const count = shown.length;
  useEffect(() => {
    // A sheet that has just been opened has no height yet.
    const timer = setTimeout(() => list.current?.scrollTo(0, list.current.scrollHeight));
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <div class="log">
      <Segments
        label={t("ui-log-show")}
        choices={FILTERS}
        value={filter}
        name={(each) => t(`ui-log-${each}`)}
        onChange={setFilter}
      />
      {count === 0 && <p class="quiet">{t("ui-log-empty")}</p>}
      <ol ref={list} aria-label={t("ui-log")} onKeyDown={(event) => rove(event, list.current)}>
        {shown.slice(-SHOWN).map((line, place, all) => (
          <li
            key={`${line.seq} ${place}`}
            id={`entry-${line.seq}`}
            class={line.event.tag === "turn_began" ? "log-turn" : ""}
          >
            <EventLink table={table} told={told} line={line} isFirst={place === all.length - 1} />
          </li>
        ))}
      </ol>
    </div>
  );
}
