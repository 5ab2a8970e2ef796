import { useEffect, useRef } from "preact/hooks";
import { cardsOf } from "../games";
import { type LogLine, lines } from "../lines";
import type { Table } from "../store";
import { t } from "../text";
import { say } from "../ui/say";

const SHOWN = 4;

/** The log of a room as lines, in the reader's language. */
function linesOf(table: Table): LogLine[] {
  const game = table.room.value?.game ?? "bang";
  return lines(table.heard.value, {
    name: (player) => table.name(player),
    cards: cardsOf(game),
    seating: (table.sections.value.seats ?? []).map((person) => person.id),
    game,
  });
}

/** What has just happened in the room, the newest first; each line is read aloud once. */
export function Happenings({ table }: { table: Table }) {
  const told = linesOf(table);
  const spoken = useRef(told.length);
  useEffect(() => {
    for (const line of told.slice(spoken.current)) say(line.text);
    spoken.current = told.length;
  }, [told.length]);
  if (told.length === 0) return null;
  return (
    <ol class="happenings" aria-label={t("ui-log")}>
      {told
        .slice(-SHOWN)
        .reverse()
        .map((line, place) => (
          <li key={`${line.seq} ${told.length - place}`}>{line.text}</li>
        ))}
    </ol>
  );
}
