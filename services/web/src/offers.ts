/** Commands out of offers. What may be done, and with what, the server has said; nothing is judged here. */

import type { BangOffer, Command, Target } from "./schema";

/** What somebody has chosen of an offer's open choices. */
export interface Choices {
  target?: Target;
  /** Of the target's cards, or `hand` for one that chance picks. */
  targetCard?: number | "hand";
  cards?: readonly number[];
  character?: string;
  fromDiscard?: boolean;
}

export function bangCommand(offer: BangOffer, chosen: Choices = {}): Command {
  const { wait = 0, turn = 0 } = offer;
  const cards = [...(chosen.cards ?? [])];
  const [first = -1] = cards;
  switch (offer.type) {
    case "takeHit":
    case "giveUp":
    case "useBarrel":
      return { type: offer.type, wait };
    case "respond":
      return { type: "respond", wait, cardIds: cards };
    case "storePick":
    case "luckyPick":
      return { type: offer.type, wait, cardId: first };
    case "kitKeep":
      return { type: "kitKeep", wait, keep: cards };
    case "pickCharacter":
      return { type: "pickCharacter", wait, character: named(chosen.character) };
    case "sidHeal":
      return { type: "sidHeal", cardIds: cards, wait, turn };
    case "draw":
      return {
        type: "draw",
        turn,
        ...(chosen.target ? { jesseFrom: chosen.target.player } : {}),
        ...(chosen.fromDiscard ? { pedroDiscard: true } : {}),
      };
    case "play":
      return {
        type: "play",
        turn,
        cardId: offer.card ?? -1,
        ...(offer.as ? { as: offer.as } : {}),
        ...(chosen.target ? { target: chosen.target.player } : {}),
        ...(chosen.targetCard === undefined ? {} : { targetCard: chosen.targetCard }),
      };
    case "endPlay":
      return { type: "endPlay", turn };
    case "discard":
      return { type: "discard", turn, cardIds: cards };
    default:
      return offer.type satisfies never;
  }
}

type Character = NonNullable<BangOffer["characters"]>[number];

const named = (character: string | undefined) => (character ?? "") as Character;
