/** What I have taken up and not sent yet: a card that looks for its target, or cards to give up. */

import { signal } from "@preact/signals";
import type { BangOffer, Target } from "../../schema";
import type { Table } from "../../store";
import { refusal, t } from "../../text";
import {
  explain,
  handOf,
  mySeat,
  offersOf,
  questionOf,
  reason,
  send,
  take,
  turnOf,
  waitsOf,
  whyNot,
} from "./model";

/** `-1`: none. */
export const chosen = signal(-1);
/** A card may stand for several kinds: which of its offers is meant. */
export const meaning = signal(0);
/** Whose cards are shown to be picked of. */
export const aim = signal<Target | null>(null);
/** Cards are being picked for this; without it, for what the turn asks. */
export const trading = signal(false);
export const picked = signal<readonly number[]>([]);
export function drop(): void {
  chosen.value = -1;
  meaning.value = 0;
  aim.value = null;
  trading.value = false;
  picked.value = [];
}

export const playsOf = (table: Table, card: number): BangOffer[] =>
  offersOf(table).filter((offer) => offer.type === "play" && offer.card === card);

/** The offer that is being filled in with a target. */
export function aiming(table: Table): BangOffer | null {
  const plays = playsOf(table, chosen.value);
  return plays[meaning.value] ?? plays[0] ?? null;
}

/** The offer that is being filled in with cards of my hand. */
export function picking(table: Table): BangOffer | null {
  const offers = offersOf(table);
  if (trading.value) return offers.find((offer) => offer.type === "sidHeal") ?? null;
  return offers.find((offer) => offer.type === "discard") ?? null;
}

export const drawing = (table: Table): BangOffer | null =>
  offersOf(table).find((offer) => offer.type === "draw") ?? null;

/** Whom what is taken up may name; `null`: nothing looks for a target. */
export function targetsOf(table: Table): readonly Target[] | null {
  const draw = drawing(table);
  if (draw !== null) return draw.targets?.length ? draw.targets : null;
  return aiming(table)?.targets ?? null;
}

/** Why a card of mine cannot be played now, or nothing. */
export function cardReason(table: Table, card: number): string | undefined {
  const picks = picking(table);
  if (picks !== null) return picks.cards?.includes(card) ? undefined : t("ui-not-this-card");
  if (playsOf(table, card).length > 0) return undefined;
  const turn = turnOf(table);
  const isMine = turn?.seat === mySeat(table);
  const waits = waitsOf(table).length;
  if (!isMine) return refusal({ code: "not_your_turn" });
  if (waits > 0) return refusal({ code: "reactions_pending", params: { count: waits } });
  const why = whyNot(table, card);
  if (why !== null) return refusal(why);
  return t("ui-no-target");
}

/** Why somebody cannot be named now. */
export function targetReason(table: Table, player: string): string {
  const why = whyNot(table, chosen.value, player);
  return why === null ? t("ui-not-a-target") : refusal(why);
}

export function tapCard(table: Table, card: number): void {
  if (table.isBusy.value) return;
  const why = cardReason(table, card);
  if (why !== undefined) {
    drop();
    explain(why);
    return;
  }
  const picks = picking(table);
  if (picks !== null) {
    toggle(card, picks.count ?? 0);
    return;
  }
  const again = chosen.value === card;
  const offer = aiming(table);
  drop();
  reason.value = "";
  if (again) {
    if (offer !== null && !offer.targets?.length) void take(table, offer);
    return;
  }
  chosen.value = card;
}

export function toggle(card: number, most: number): void {
  const now = picked.value;
  if (now.includes(card)) picked.value = now.filter((each) => each !== card);
  else picked.value = [...now, card].slice(-most);
}

/** Gives `false` where nothing looks for a target, so that the tap means something else. */
export function tapSeat(table: Table, player: string): boolean {
  const targets = targetsOf(table);
  if (targets === null || (chosen.value < 0 && drawing(table) === null)) return false;
  if (table.isBusy.value) return true;
  const target = targets.find((each) => each.player === player);
  if (target === undefined) {
    if (drawing(table) !== null) return false;
    explain(targetReason(table, player));
    return true;
  }
  const draw = drawing(table);
  if (draw !== null) {
    void take(table, draw, { target });
    return true;
  }
  const picks = [...(target.hand ? ["hand"] : []), ...(target.cards ?? [])];
  if (picks.length > 1) aim.value = target;
  else void aimAt(table, target, picks[0] as number | "hand" | undefined);
  return true;
}

export async function aimAt(
  table: Table,
  target: Target,
  targetCard?: number | "hand",
): Promise<void> {
  const offer = aiming(table);
  drop();
  if (offer === null) return;
  await take(table, offer, { target, ...(targetCard === undefined ? {} : { targetCard }) });
}

export async function confirm(table: Table): Promise<void> {
  const picks = picking(table);
  const cards = picked.value;
  if (picks === null || cards.length !== picks.count) return;
  drop();
  await take(table, picks, { cards });
}

export async function endTurn(table: Table): Promise<void> {
  const offer = offersOf(table).find((each) => each.type === "endPlay");
  drop();
  if (offer !== undefined) await take(table, offer);
}

/** What is not there any more cannot be chosen. */
export function tidy(table: Table): void {
  const hand = handOf(table);
  const isAsked = questionOf(table) !== null;
  if (chosen.value >= 0 && (isAsked || playsOf(table, chosen.value).length === 0)) drop();
  if (picked.value.some((card) => !hand.includes(card))) picked.value = [];
  if (trading.value && picking(table) === null) drop();
}

let drawnFor = "";

/** The one thing that is sent by itself: the draw of whoever has no choice. */
export function drawByItself(table: Table): void {
  const offer = drawing(table);
  if (offer === null || offer.targets?.length || offer.fromDiscard) return;
  const key = `${table.code} ${table.room.value?.match} ${offer.turn}`;
  if (drawnFor === key || table.net.line.value.state !== "open") return;
  drawnFor = key;
  void send(table, { type: "draw", turn: offer.turn ?? 0 });
}
