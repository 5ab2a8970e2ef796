import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Avatar, Icon } from "../../art";
import type { GameEvent } from "../../events";
import { isCalm } from "../../settings";
import type { Moment, Table } from "../../store";
import { t } from "../../text";
import { CardFace } from "../../ui/card";
import { logOf } from "./log";
import { card, cardText, seatName, topDiscard, type Wait, waitsOf } from "./model";

const VERDICT_MS = 1200;
const FLIP_MS = 1000;

type Checked = Extract<GameEvent, { tag: "check_made" }>;
type Played = Extract<GameEvent, { tag: "card_played" }>;

const checksIn = (moment: Moment | null): Checked[] =>
  (moment?.events ?? []).filter((event): event is Checked => event.tag === "check_made");

/** A check is turned over before anything that comes of it is shown. */
export const leadOf = (moment: Moment): number =>
  checksIn(moment).length === 0 ? 0 : isCalm() ? 150 : FLIP_MS;

const PACES: Partial<Record<GameEvent["tag"], number>> = {
  check_made: VERDICT_MS,
  eliminated: 1500,
  card_played: 700,
  life_changed: 450,
  turn_began: 300,
  cards_moved: 350,
};

export function paceOf(moment: Moment, mine: number): number {
  const isOwn = moment.events.some((event) => event.tag === "card_played" && event.seat === mine);
  const paces = moment.events.map((event) => PACES[event.tag] ?? 0);
  const longest = Math.max(0, ...paces);
  return isOwn || isCalm()
    ? Math.min(longest, checksIn(moment).length > 0 ? VERDICT_MS : 120)
    : longest;
}

export function Centre({ table, big }: { table: Table; big: boolean }) {
  const coming = checksIn(table.coming.value);
  const made = useVerdict(table);
  const duel = waitsOf(table).find((wait) => wait.kind === "standoff");
  const market = waitsOf(table).find((wait) => wait.kind === "market");
  return (
    <section
      class={`centre ${big ? "centre-big" : ""}`}
      data-pile="aside"
      aria-label={t("ui-centre")}
    >
      {coming.length > 0 ? (
        <Checks table={table} checks={coming} isTurning />
      ) : made.length > 0 ? (
        <Checks table={table} checks={made} isTurning={false} />
      ) : duel !== undefined ? (
        <Duel table={table} wait={duel} />
      ) : market !== undefined ? (
        <Market table={table} wait={market} />
      ) : (
        <Piles table={table} />
      )}
      {coming.length + made.length === 0 && market === undefined && (
        <p class="ticker">{logOf(table).findLast((line) => isShort(line.text))?.text}</p>
      )}
    </section>
  );
}

const ROOM_FOR = 64;

/** The middle has room for so many letters, a Korean one being as wide as two; the log tells the rest. */
const isShort = (text: string): boolean =>
  [...text].reduce((sum, letter) => sum + (letter > "\u1100" ? 2 : 1), 0) <= ROOM_FOR;

/** The checks of the moment, for as long as they are to be seen. */
function useVerdict(table: Table): Checked[] {
  const made = checksIn(table.moment.value);
  const seq = made.length > 0 ? (table.moment.value?.seq ?? 0) : 0;
  const [gone, setGone] = useState(0);
  useEffect(() => {
    if (seq === 0) return;
    const timer = setTimeout(() => setGone(seq), VERDICT_MS);
    return () => clearTimeout(timer);
  }, [seq]);
  return gone === seq ? [] : made;
}

interface ChecksProps {
  table: Table;
  checks: readonly Checked[];
  isTurning: boolean;
}

function Checks({ table, checks, isTurning }: ChecksProps) {
  return (
    <div class="checks">
      {checks.map((check, place) => (
        <div class="check" key={place}>
          <span class="check-of">
            {seatName(table, check.seat)} · {t(`card-${check.purpose}`)}
          </span>
          <span class="check-cards">
            {check.cards.map((id) => {
              const counts = isTurning || id === check.chosen;
              return (
                <span
                  key={id}
                  class={`flip ${isTurning ? "flip-now" : ""} ${counts ? "" : "flip-unused"}`}
                >
                  <CardFace card={card(id)} small />
                  <span class="flip-back">
                    <CardFace card={null} small />
                  </span>
                </span>
              );
            })}
          </span>
          {!isTurning && (
            <span class={`verdict ${check.success ? "verdict-good" : "verdict-bad"}`}>
              <Icon of={check.success ? "check" : "cross"} />
              {t(check.success ? "ui-check-good" : "ui-check-bad")}
            </span>
          )}
          <span class="check-rule">{t(`ui-check-rule-${check.purpose}`)}</span>
        </div>
      ))}
    </div>
  );
}

/** Shots that were given in the duel that is on, as far as we were there. */
export function shotsThrown(table: Table): number {
  const heard = table.heard.value;
  const from = heard.findLastIndex(({ event }) => event.tag === "card_played");
  return heard
    .slice(from + 1)
    .filter(({ event }) => event.tag === "cards_moved" && event.why === "answered").length;
}

export function Duel({ table, wait }: { table: Table; wait: Extract<Wait, { kind: "standoff" }> }) {
  const seats = table.sections.value.seats ?? [];
  const sides = [wait.starter, wait.starter === wait.seat ? wait.other : wait.seat];
  return (
    <div class="duel">
      {sides.map((seat, place) => (
        <Side
          key={seat}
          of={seats[seat]?.id ?? ""}
          name={seatName(table, seat)}
          isNext={seat === wait.seat}
        >
          {place === 0 && <b class="duel-sign">{t("ui-versus")}</b>}
        </Side>
      ))}
      <span class="duel-count">{t("ui-thrown", { count: shotsThrown(table) })}</span>
    </div>
  );
}

interface SideProps {
  of: string;
  name: string;
  isNext: boolean;
  children: ComponentChildren;
}

const Side = ({ of, name, isNext, children }: SideProps) => (
  <>
    <span class={`duel-side ${isNext ? "duel-next" : ""}`}>
      <Avatar of={of} />
      <span>{name}</span>
      {isNext && <span class="duel-move">{t("ui-to-answer")}</span>}
    </span>
    {children}
  </>
);

function Market({ table, wait }: { table: Table; wait: Extract<Wait, { kind: "market" }> }) {
  const laid = table.sections.value.laid?.find((each) => each.number === wait.laid);
  return (
    <div class="market">
      <span class="check-of">{t("ui-picks-now", { name: seatName(table, wait.seat) })}</span>
      <span
        class="market-cards"
        role="img"
        aria-label={(laid?.cards ?? []).map(cardText).join(", ")}
      >
        {laid?.cards.map((id) => (
          <CardFace key={id} card={card(id)} small />
        ))}
      </span>
    </div>
  );
}

function Piles({ table }: { table: Table }) {
  const piles = table.sections.value.piles;
  const played = lastPlayed(table);
  const top = topDiscard(table);
  return (
    <div class="piles">
      <span
        class="pile"
        role="img"
        data-pile="deck"
        aria-label={t("ui-deck", { count: piles?.deckCount ?? 0 })}
      >
        <CardFace card={null} small />
        <span class="pile-count" aria-hidden>
          {piles?.deckCount ?? 0}
        </span>
      </span>
      <span
        class="pile"
        role="img"
        data-pile="discard"
        aria-label={t("ui-discard-pile", { count: piles?.discardCount ?? 0 })}
      >
        {top === null ? <span class="card card-small card-none" /> : <CardFace card={top} small />}
        <span class="pile-count" aria-hidden>
          {piles?.discardCount ?? 0}
        </span>
      </span>
      {played !== null && <Flight key={played.seq} table={table} played={played.event} />}
    </div>
  );
}

/** The card that was played last in this turn. */
function lastPlayed(table: Table): { seq: number; event: Played } | null {
  const found = table.heard.value.findLast(
    ({ event }) => event.tag === "card_played" || event.tag === "turn_began",
  );
  return found?.event.tag === "card_played" ? { seq: found.seq, event: found.event } : null;
}

function Flight({ table, played }: { table: Table; played: Played }) {
  const aimed = played.target ?? -1;
  return (
    <span class="flight">
      <b>{t(`card-${played.kind}`)}</b>
      <span>
        {seatName(table, played.seat)}
        {aimed >= 0 && (
          <>
            <Icon of="next" label={t("ui-at")} class="flight-at" />
            {seatName(table, aimed)}
          </>
        )}
      </span>
    </span>
  );
}
