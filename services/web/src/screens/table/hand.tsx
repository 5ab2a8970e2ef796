import { useRef } from "preact/hooks";
import { kindOf } from "../../games";
import type { Table } from "../../store";
import { has, t } from "../../text";
import { CardFace } from "../../ui/card";
import { useLongPress } from "../../ui/press";
import {
  aiming,
  cardReason,
  chosen,
  drawing,
  meaning,
  picked,
  picking,
  playsOf,
  tapCard,
} from "./choice";
import { card, cardText, GAME, handOf, lockedBy, mySeat, turnOf, waitsOf, whyNot } from "./model";
import { rove } from "./rove";

interface HandProps {
  table: Table;
  onAsk: (card: number) => void;
}

export function Hand({ table, onAsk }: HandProps) {
  const cards = handOf(table);
  const box = useRef<HTMLUListElement>(null);
  const isTurn = turnOf(table)?.seat === mySeat(table) && waitsOf(table).length === 0;
  const isDrawing = drawing(table) !== null;
  return (
    <ul
      ref={box}
      class={`hand ${isTurn ? "hand-turn" : ""}`}
      aria-label={t("ui-hand", { count: cards.length })}
      onKeyDown={(event) => rove(event, box.current)}
    >
      {cards.map((id, place) => (
        <li key={id}>
          <Held
            table={table}
            id={id}
            tabIndex={id === chosen.value || (place === 0 && chosen.value < 0) ? 0 : -1}
            isTurn={isTurn && !isDrawing}
            onAsk={() => onAsk(id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface HeldProps {
  table: Table;
  id: number;
  tabIndex: number;
  isTurn: boolean;
  onAsk: () => void;
}

function Held({ table, id, tabIndex, isTurn, onAsk }: HeldProps) {
  const why = cardReason(table, id);
  const isPicked = picked.value.includes(id);
  const isChosen = chosen.value === id || isPicked;
  const state = isChosen ? "chosen" : !isTurn ? "plain" : why !== undefined ? "off" : "legal";
  const { events, wasLong } = useLongPress(onAsk);
  const isBlue = kindOf(GAME, card(id)?.kind ?? "")?.border === "blue";
  return (
    <button
      type="button"
      class={`held ${isChosen ? "held-up" : ""}`}
      data-card={id}
      tabIndex={tabIndex}
      aria-label={cardText(id)}
      aria-pressed={isChosen}
      aria-disabled={why !== undefined || undefined}
      aria-description={why}
      title={why}
      {...events}
      onClick={(event) => {
        // What comes of a key has no press before it.
        if (event.detail > 0 && wasLong()) return;
        if (lockedBy(table) === undefined) tapCard(table, id);
      }}
    >
      <CardFace card={card(id)} blue={isBlue} state={state} note={noteOf(table, id, isTurn)} />
    </button>
  );
}

/** Under its name: why it is dim, as short as can be. */
function noteOf(table: Table, id: number, isTurn: boolean): string | undefined {
  if (!isTurn || picking(table) !== null || playsOf(table, id).length > 0) return undefined;
  const why = whyNot(table, id);
  const key = `ui-short-${why?.code ?? "no_target"}`;
  return has(key) ? t(key, why?.params) : undefined;
}

/** What a card that may stand for several is played as. */
export function Meanings({ table }: { table: Table }) {
  const plays = playsOf(table, chosen.value);
  if (plays.length < 2) return null;
  const now = aiming(table);
  return (
    <span class="chips">
      {plays.map((offer, place) => (
        <button
          type="button"
          key={offer.as ?? ""}
          class="button button-plain"
          aria-pressed={offer === now}
          onClick={() => {
            meaning.value = place;
          }}
        >
          {t("ui-play-as", { card: t(`card-${offer.as || (card(chosen.value)?.kind ?? "")}`) })}
        </button>
      ))}
    </span>
  );
}
