import type { Table } from "../../store";
import { t } from "../../text";
import { matchOf, mySeat, nameAt, turnOf } from "./model";

/** What has just come of it, and whose turn it is. */
export function statusOf(table: Table): string {
  const turn = turnOf(table);
  if (turn === undefined || turn.seat < 0 || matchOf(table)?.over) return "";
  const events = table.moment.value?.events ?? [];
  const told: string[] = [];
  let skipped = -1;
  let hasClick = false;
  for (const event of events) {
    if (event.tag === "turn_skipped") {
      skipped = event.seat;
      told.push(t("ui-gun-skips", { name: nameAt(table, event.seat) }));
    } else if (event.tag === "loaded") {
      told.push(t("ui-gun-load", { live: event.live_count, blank: event.blank_count }));
    } else if (event.tag === "shot_fired") {
      hasClick = event.target === event.seat && event.shell === "blank";
    } else if (event.tag === "turn_began" && hasClick && skipped < 0) {
      told.push(t("ui-gun-again-turn"));
    }
  }
  const isMine = turn.seat === mySeat(table);
  told.push(isMine ? t("ui-gun-your-turn") : t("look-turn-of", { name: nameAt(table, turn.seat) }));
  return told.join(" ");
}
