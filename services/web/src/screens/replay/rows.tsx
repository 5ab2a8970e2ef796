import { Icon } from "../../art";
import { isKids } from "../../settings";
import { t } from "../../text";
import type { Place } from "./causes";
import { memo } from "./memo";

export interface Row extends Place {
  place: number;
  seq: number;
  kinds: readonly string[];
  /** What is said of it; a turn's first is its head. */
  lines: readonly string[];
  isTurn: boolean;
  seats: readonly number[];
}

interface RowProps {
  row: Row;
  isNow: boolean;
  isOpen: boolean;
  /** Whether its hash holds; `null`: not looked at. */
  holds: boolean | null;
  raw: string;
  onGo: (place: number) => void;
  onOpen?: ((seq: number) => void) | undefined;
}

export const EventRow = memo(({ row, isNow, isOpen, holds, raw, onGo, onOpen }: RowProps) => (
  <li
    class={`event ${row.isTurn ? "event-turn" : ""} ${isNow ? "event-now" : ""} ${row.cause < row.seq ? "event-under" : ""}`}
  >
    <button
      type="button"
      class="event-go"
      aria-current={isNow ? "step" : undefined}
      aria-label={t("ui-replay-entry", { seq: row.seq })}
      data-entry={row.seq}
      onClick={() => onGo(row.place)}
    >
      {row.seq}
    </button>
    <div class="event-lines">
      {row.lines.length === 0 ? (
        <span class="quiet">{t("ui-replay-silent")}</span>
      ) : (
        row.lines.map((line, place) => <span key={place}>{line}</span>)
      )}
    </div>
    {holds !== null && (
      <Icon
        of={holds ? "check" : "cross"}
        class={holds ? "event-good" : "event-bad"}
        label={t(holds ? "ui-holds" : "ui-does-not-hold")}
      />
    )}
    {onOpen !== undefined && !isKids.value && (
      <button
        type="button"
        class="event-open"
        aria-expanded={isOpen}
        aria-label={t("ui-replay-raw", { seq: row.seq })}
        onClick={() => onOpen(row.seq)}
      >
        <Icon of={isOpen ? "minus" : "plus"} />
      </button>
    )}
    {isOpen && (
      <pre class="event-raw" data-raw tabIndex={0}>
        {raw}
      </pre>
    )}
  </li>
));
