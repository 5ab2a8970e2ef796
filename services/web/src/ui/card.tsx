import { CardArt, Suit } from "../art";
import type { CardInfo } from "../schema";
import { t } from "../text";

const RANKS: Record<number, string> = { 11: "J", 12: "Q", 13: "K", 14: "A" };

export const rankOf = (rank: number): string => RANKS[rank] ?? String(rank);

export const cardName = (card: CardInfo): string =>
  t("card-face", {
    name: t(`card-${card.kind}`),
    suit: t(`suit-${card.suit}`),
    rank: rankOf(card.rank),
  });

/** A reach in brackets stays with its word. */
const whole = (name: string): string => name.replace("(", "\u2060(");

interface CardProps {
  /** `null`: it lies face down. */
  card: CardInfo | null;
  /** Stays in play when it is played. */
  blue?: boolean;
  state?: "plain" | "legal" | "chosen" | "off";
  /** Under its name. */
  note?: string | undefined;
  small?: boolean;
}

/** The picture of a card; whoever makes it a button gives it a name. */
export function CardFace({ card, blue = false, state = "plain", note, small = false }: CardProps) {
  if (card === null) {
    return (
      <span class={`card card-back ${small ? "card-small" : ""}`}>
        <span class="card-back-pattern" />
      </span>
    );
  }
  return (
    <span class={`card card-${state} ${blue ? "card-blue" : ""} ${small ? "card-small" : ""}`}>
      <span class="card-corner">
        <b>{rankOf(card.rank)}</b>
        <Suit of={card.suit} />
      </span>
      <CardArt of={card.kind} class="card-art" />
      <span class="card-name">{whole(t(`card-${card.kind}`))}</span>
      {note !== undefined && <span class="card-note">{note}</span>}
    </span>
  );
}
