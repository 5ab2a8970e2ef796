/** What lies over the table when it is asked for: somebody's seat, a card, the log. */

import { Avatar, CardArt } from "../../art";
import { kindOf } from "../../games";
import type { Table } from "../../store";
import { t } from "../../text";
import { Bullets } from "../../ui/bullets";
import { Button } from "../../ui/button";
import { CardFace } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { Log, lastOf } from "./log_panel";
import { card, cardText, GAME, mySeat, type Seat, sightOf } from "./model";
import { HandCount, Marks } from "./tile";

interface SeatSheetProps {
  table: Table;
  seat: Seat;
  /** Whose table it is seen from. */
  from: Seat | undefined;
  onSit: (() => void) | null;
  onClose: () => void;
}

export function SeatSheet({ table, seat, from, onSit, onClose }: SeatSheetProps) {
  const there = from && sightOf(table, from.seat, seat.seat);
  const back = from && sightOf(table, seat.seat, from.seat);
  const last = lastOf(table, seat.seat);
  return (
    <Dialog
      title={seat.name}
      kind="sheet"
      onClose={onClose}
      name="seat"
      head={<Avatar of={seat.id} />}
    >
      <p class="sheet-row">
        <Marks table={table} seat={seat} />
        <Bullets left={seat.life} most={seat.maxLife} />
        <HandCount count={seat.handCount} />
        {seat.role !== "" && <b>{t(`role-${seat.role}`)}</b>}
        {!seat.alive && <b>{t("ui-is-out")}</b>}
      </p>
      {seat.character !== "" && (
        <p>
          <b>{t(`character-${seat.character}`)}</b>
          <br />
          {t(`character-does-${seat.character}`)}
        </p>
      )}
      {from !== undefined && there && back && (
        <p>
          {t("ui-distances", {
            name: seat.name,
            other: from.name,
            there: there.distance,
            reach: there.reach,
            back: back.distance,
            their: back.reach,
          })}
        </p>
      )}
      {seat.inPlay.length > 0 && (
        <ul class="sheet-cards">
          {seat.inPlay.map((id) => (
            <li key={id}>
              <CardArt of={card(id)?.kind ?? ""} class="sheet-art" />
              <span>
                <b>{cardText(id)}</b>
                <br />
                {t(`card-does-${card(id)?.kind}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {last !== undefined && (
        <p class="quiet">
          {t("ui-did-last")} {last.text}
        </p>
      )}
      {onSit !== null && seat.seat !== mySeat(table) && (
        <Button icon="eye" onPress={onSit}>
          {t("ui-look-from-here")}
        </Button>
      )}
    </Dialog>
  );
}

export function CardSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const kind = card(id)?.kind ?? "";
  return (
    <Dialog title={cardText(id)} kind="sheet" onClose={onClose} name="card">
      <div class="card-sheet">
        <CardFace card={card(id)} blue={kindOf(GAME, kind)?.border === "blue"} />
        <p>{t(`card-does-${kind}`)}</p>
      </div>
    </Dialog>
  );
}

export const LogSheet = ({ table, onClose }: { table: Table; onClose: () => void }) => (
  <Dialog title={t("ui-log")} kind="sheet" onClose={onClose} name="log">
    <Log table={table} />
  </Dialog>
);
