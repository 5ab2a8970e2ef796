import type { LogLine } from "../lines";
import type { Table } from "../store";

interface EventLinkProps {
  table: Table;
  told: readonly LogLine[];
  line: LogLine;
  /** The one that Tab comes to; arrows lead to the others. */
  isFirst: boolean;
}

/** A line of the log, which leads to its moment in a page of its own: the table stays where it is. */
export function EventLink({ table, told, line, isFirst }: EventLinkProps) {
  const later = told.filter(({ seq, event }) => event.tag === "lobby_reopened" && seq > line.seq);
  const match = (table.room.value?.match ?? 1) - later.length;
  return (
    <a
      class="log-line"
      target="_blank"
      tabIndex={isFirst ? 0 : -1}
      href={`/m/${table.code}-${match}#seq=${line.seq}`}
      rel="noopener"
    >
      {line.text}
    </a>
  );
}
