import { Avatar } from "../../art";
import { cardOf } from "../../games";
import type { Bang, Sections } from "../../schema";
import type { Table } from "../../store";
import { t } from "../../text";
import { Bullets } from "../../ui/bullets";
import { CardFace, cardName } from "../../ui/card";
import { lowSeat, sideOf } from "../shotgun/model";
import { Person, Shelf } from "../shotgun/sides";
import { Stage } from "../shotgun/stage";

/** The table at that moment, as the viewer saw it. */
export function Board({ table, game }: { table: Table; game: string }) {
  const seats = table.sections.value.seats ?? [];
  if (seats.length === 0) return <p class="quiet replay-before">{t("ui-replay-before")}</p>;
  return game === "buckshot" ? <ForTwo table={table} /> : <Round table={table} />;
}

function ForTwo({ table }: { table: Table }) {
  const low = sideOf(table, lowSeat(table));
  const high = sideOf(table, 1 - lowSeat(table));
  return (
    <div class="replay-two">
      {[high, low].map(
        (side, place) =>
          side !== null && (
            <section key={side.seat} class="side" aria-label={side.name} style={{ order: place }}>
              <Person table={table} side={side} isHit={false} />
              <Shelf side={side} />
            </section>
          ),
      )}
      <div class="replay-stage">
        <Stage table={table} beat={null} armed="" hasChances />
      </div>
    </div>
  );
}

function Round({ table }: { table: Table }) {
  const sections = table.sections.value;
  const piles = sections.piles;
  return (
    <>
      <ul class="replay-seats">
        {(sections.seats as Bang["seats"]).map((person, seat) => (
          <Seat key={person.id} table={table} person={person} seat={seat} />
        ))}
      </ul>
      {piles !== undefined && (
        <p class="replay-piles">
          <span>{t("ui-deck", { count: piles.deckCount })}</span>
          <span>{t("ui-discard-pile", { count: piles.discardCount })}</span>
        </p>
      )}
    </>
  );
}

interface SeatProps {
  table: Table;
  person: Bang["seats"][number];
  seat: number;
}

function Seat({ table, person, seat }: SeatProps) {
  const sections = table.sections.value;
  const now = table.part<Bang["seat"]>("seat", seat);
  if (now === undefined) return null;
  const isTurn = sections.turn?.seat === seat;
  const { alive = true, inPlay = [], handCount = 0 } = now;
  const role = now.role || roleOf(sections, seat);
  const hand = handOf(sections, seat);
  return (
    <li class={`replay-seat ${isTurn ? "replay-turn" : ""} ${alive ? "" : "replay-out"}`}>
      <Avatar of={person.id} class={alive ? "" : "avatar-away"} />
      <span class="replay-who">
        <b>{table.name(person.id)}</b>
        <span>
          {role !== "" && <span class="replay-role">{t(`role-${role}`)}</span>}{" "}
          {person.character !== "" && t(`character-${person.character}`)}
          {!alive && ` · ${t("ui-is-out")}`}
        </span>
      </span>
      <Bullets left={now.life ?? 0} most={person.maxLife} />
      <span class="replay-cards">
        {inPlay.map((id) => (
          <Small key={id} id={id} isBlue />
        ))}
        {hand === null
          ? handCount > 0 && <span class="chip">{t("ui-in-hand", { count: handCount })}</span>
          : hand.map((id) => <Small key={id} id={id} />)}
      </span>
    </li>
  );
}

function Small({ id, isBlue = false }: { id: number; isBlue?: boolean }) {
  const card = cardOf("bang", id);
  return (
    <span role="img" aria-label={card === null ? t("cards-hidden", { count: 1 }) : cardName(card)}>
      <CardFace card={card} blue={isBlue} small />
    </span>
  );
}

/** The hand that the viewer may see there; `null`: he sees backs. */
function handOf(sections: Sections, seat: number): readonly number[] | null {
  if (sections.you?.seat === seat && sections.hand !== undefined) return sections.hand.cards;
  return (sections.disclosed as Bang["disclosed"] | undefined)?.hands[seat] ?? null;
}

function roleOf(sections: Sections, seat: number): string {
  const me = sections.me as Bang["me"] | undefined;
  return sections.you?.seat === seat ? (me?.role ?? "") : "";
}
