import { lines } from "../../lines";
import type { Table } from "../../store";
import { t } from "../../text";
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
  if (told.length === 0) return <p class="quiet">{t("ui-log-empty")}</p>;
  const first = Math.max(0, told.length - SHOWN);
  return (
    <ol class="log-lines">
      {told
        .slice(first)
        .map((line, place) => <li key={first + place}>{line.text}</li>)
        .reverse()}
    </ol>
  );
}
