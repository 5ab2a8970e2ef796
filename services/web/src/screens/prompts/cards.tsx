import type { ComponentChildren } from "preact";
import { kindOf } from "../../games";
import { CardFace } from "../../ui/card";
import { card, cardText, GAME } from "../table/model";

interface PickableProps {
  cards: readonly number[];
  picked: readonly number[];
  onPick: (card: number) => void;
  label: string;
  mark?: (card: number) => ComponentChildren;
}

/** Cards in a row, to choose of. */
export const Pickable = ({ cards, picked, onPick, label, mark }: PickableProps) => (
  <ul class="pickable" aria-label={label}>
    {cards.map((id) => {
      const isPicked = picked.includes(id);
      return (
        <li key={id}>
          <button
            type="button"
            class={`held ${isPicked ? "held-up" : ""}`}
            data-card={id}
            aria-label={cardText(id)}
            aria-pressed={isPicked}
            onClick={() => onPick(id)}
          >
            <CardFace
              card={card(id)}
              blue={kindOf(GAME, card(id)?.kind ?? "")?.border === "blue"}
              state={isPicked ? "chosen" : "plain"}
            />
          </button>
          {mark?.(id)}
        </li>
      );
    })}
  </ul>
);

/** With one card more chosen; the oldest is let go where that would be too many. */
export const withOne = (picked: readonly number[], id: number, most: number): readonly number[] =>
  picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id].slice(-most);
