import { useRef } from "preact/hooks";
import { lines } from "../../lines";
import type { Table } from "../../store";
import { t } from "../../text";
import { EventLink } from "../event_link";
import { rove } from "../table/rove";
import { GAME } from "./model";

const SHOWN = 60;

/** What has happened, the newest first. */
export function Log({ table }: { table: Table }) {
  const told = lines(table.heard.value, {
    name: (player) => table.name(player),
    cards: [],
    seating: (table.sections.value.seats ?? []).map((person) => person.id),
    game: GAME,
  });
  const list = useRef<HTMLOListElement>(null);
  if (told.length === 0) return <p class="quiet">{t("ui-log-empty")}</p>;
  const first = Math.max(0, told.length - SHOWN);
  return (
    <ol
      class="log-lines"
      ref={list}
      aria-label={t("ui-log")}
      onKeyDown={(event) => rove(event, list.current)}
    >
      {told
        .slice(first)
        .map((line, place, all) => (
          <li key={first + place}>
            <EventLink table={table} told={told} line={line} isFirst={place === all.length - 1} />
          </li>
        ))
        .reverse()}
    </ol>
  );
}
