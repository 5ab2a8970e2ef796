/** Who is waited for, and for what: one line for everybody, and another one for whoever it is. */

import type { Table } from "../../store";
import { listed, t } from "../../text";
import { aiming, chosen, drawing, picked, picking } from "./choice";
import {
  awaited,
  card,
  handOf,
  lockedBy,
  mySeat,
  offersOf,
  questionOf,
  reason,
  seatName,
  turnOf,
  type Wait,
} from "./model";

export function waitText(table: Table, wait: Wait): string {
  const other = "source" in wait ? wait.source : "other" in wait ? wait.other : -1;
  return t(`look-wait-${wait.kind}`, {
    name: seatName(table, wait.seat),
    other: seatName(table, other),
    needed: "needed" in wait ? wait.needed : 1,
  });
}

/** What the line above the hand says now. */
export function hintOf(table: Table): string {
  if (reason.value !== "") return reason.value;
  const locked = mySeat(table) < 0 ? undefined : lockedBy(table);
  if (locked !== undefined) return locked;
  const turn = turnOf(table);
  const mine = mySeat(table);
  if (turn === undefined) return "";
  if (questionOf(table) !== null) return t("ui-you-are-asked");
  const waits = awaited(table).filter((wait) => wait.seat !== mine);
  const [first] = waits;
  if (first !== undefined) {
    if (waits.length === 1) return waitText(table, first);
    return t("ui-waiting-for", { names: listed(waits.map((wait) => seatName(table, wait.seat))) });
  }
  if (turn.phase === "setup") return t("ui-setting-up");
  if (turn.seat !== mine) return t("look-turn-of", { name: seatName(table, turn.seat) });
  return myHint(table);
}

function myHint(table: Table): string {
  const draw = drawing(table);
  if (draw !== null) {
    return draw.targets?.length || draw.fromDiscard ? t("ui-draw-from-where") : t("ui-drawing");
  }
  const picks = picking(table);
  if (picks !== null) {
    const counts = { picked: picked.value.length, count: picks.count ?? 0 };
    return t(picks.type === "discard" ? "ui-discard" : "ui-trade-which", counts);
  }
  const offer = aiming(table);
  if (offer !== null && chosen.value >= 0) {
    const kind = offer.as || card(chosen.value)?.kind || "";
    const params = { card: t(`card-${kind}`) };
    return t(offer.targets?.length ? "ui-choose-target" : "ui-tap-again", params);
  }
  if (offersOf(table).some((each) => each.type === "play")) return t("ui-your-turn");
  return t(handOf(table).length > 0 ? "ui-nothing-to-play" : "ui-empty-hand");
}
