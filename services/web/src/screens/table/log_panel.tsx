import { useEffect, useRef, useState } from "preact/hooks";
import type { LogLine } from "../../lines";
import type { Table } from "../../store";
import { t } from "../../text";
import { Segments } from "../../ui/fields";
import { EventLink } from "../event_link";
import { logOf } from "./log";
import { mySeat } from "./model";
import { rove } from "./rove";

const FILTERS = ["all", "me", "checks"] as const;
const SHOWN = 300;

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
    const toEnd = () => list.current?.scrollTo(0, list.current.scrollHeight);
    const timer = setTimeout(toEnd);
    addEventListener("resize", toEnd);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", toEnd);
    };
  }, [count]);
  return (
    <div class="log">
      <Segments
        label={t("ui-log-show")}
        choices={FILTERS.filter((each) => each !== "me" || mine >= 0)}
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
