/** A match as its view tells it, read by seat; nothing is judged here. */

import { signal } from "@preact/signals";
import { cardOf } from "../../games";
import { bangCommand, type Choices } from "../../offers";
import type { Bang, BangOffer, CardInfo, Command, Why } from "../../schema";
import type { Table } from "../../store";
import { listed, refusal, t } from "../../text";
import { cardName } from "../../ui/card";
import { say } from "../../ui/say";

export const GAME = "bang";

export interface Seat extends Required<Omit<Bang["seat"], "role">> {
  seat: number;
  id: string;
  name: string;
  character: Bang["seats"][number]["character"];
  maxLife: number;
  /** Empty while it is secret. */
  role: string;
  isMe: boolean;
  isTurn: boolean;
}

export type Wait = Bang["wait"];

export const card = (id: number): CardInfo | null => cardOf(GAME, id);

export function cardText(id: number): string {
  const found = card(id);
  return found === null ? t("cards-hidden", { count: 1 }) : cardName(found);
}

export const cardTexts = (ids: readonly number[]): string => listed(ids.map(cardText));

export const turnOf = (table: Table) => table.sections.value.turn as Bang["turn"] | undefined;

export const offersOf = (table: Table) => (table.sections.value.legal ?? []) as BangOffer[];

export const waitsOf = (table: Table): readonly Wait[] => table.sections.value.waits ?? [];

export const mySeat = (table: Table): number => table.you.value.seat ?? -1;

export const meOf = (table: Table) => table.sections.value.me as Bang["me"] | undefined;

export const handOf = (table: Table): readonly number[] => table.sections.value.hand?.cards ?? [];

export function optionOf(table: Table, key: string): string | number | boolean | undefined {
  return (table.sections.value.match as Bang["match"] | undefined)?.options[key];
}

export function seatsOf(table: Table): Seat[] {
  const sections = table.sections.value;
  const mine = mySeat(table);
  return ((sections.seats ?? []) as Bang["seats"]).flatMap((person, seat) => {
    const now = table.part<Bang["seat"]>("seat", seat);
    if (now === undefined) return [];
    const { life, handCount = 0, inPlay = [], alive = true, role = "", away = false } = now;
    return {
      ...{ seat, id: person.id, character: person.character, maxLife: person.maxLife },
      ...{ life, handCount, inPlay, alive, role, away },
      name: table.name(person.id),
      isMe: seat === mine,
      isTurn: sections.turn?.seat === seat,
    };
  });
}

export const seatName = (table: Table, seat: number): string =>
  table.name(table.sections.value.seats?.[seat]?.id ?? "");

/** How far it is from one seat to another, and how far its weapon reaches; `null` where that is not told. */
export function sightOf(table: Table, from: number, to: number) {
  const sight = table.sections.value.distances?.[from];
  const distance = sight?.seats[to] ?? 0;
  return sight === undefined || distance === 0 ? null : { distance, reach: sight.reach };
}

/** Why one of my cards may not be played now, at all or at that player; `null` where it is not told. */
export function whyNot(table: Table, id: number, player = ""): Why | null {
  const hints = table.sections.value.hints ?? [];
  const found = hints.find((each) => each.card === id && (each.target ?? "") === player);
  return found === undefined ? null : (found.why as Why);
}

/** Why nothing may be done at all just now. */
export function lockedBy(table: Table): string | undefined {
  const { state } = table.net.line.value;
  return state === "open" ? undefined : (table.whyLocked() ?? t("ui-locked"));
}

/** The discard pile's top card. */
export function topDiscard(table: Table): CardInfo | null {
  const count = table.sections.value.piles?.discardCount ?? 0;
  if (count === 0) return null;
  const part = table.part<number[]>("discard", Math.floor((count - 1) / 10));
  return card(part?.at(-1) ?? -1);
}

/** What of somebody is waited for; answers that stand still while another is given do not count. */
export const awaited = (table: Table): readonly Wait[] =>
  waitsOf(table).filter((wait) => (wait.deadline_ms ?? 0) > 0);

/** The question that is put to me, and what I may answer. */
export function questionOf(table: Table): { wait: Wait; offers: BangOffer[] } | null {
  const mine = mySeat(table);
  const offers = offersOf(table);
  for (const wait of waitsOf(table)) {
    const open = offers.filter((offer) => offer.wait === wait.id);
    if (wait.seat === mine && open.some((offer) => offer.type !== "sidHeal")) {
      return { wait, offers: open };
    }
  }
  return null;
}

/** Why what was tried last did not work. */
export const reason = signal("");

let forget: ReturnType<typeof setTimeout> | undefined;
const REASON_MS = 4000;

export function explain(why: string): void {
  reason.value = why;
  say(why);
  clearTimeout(forget);
  forget = setTimeout(() => {
    reason.value = "";
  }, REASON_MS);
}

export async function send(table: Table, command: Command): Promise<boolean> {
  const outcome = await table.act(command);
  if (!outcome.ok) explain(refusal(outcome.why));
  return outcome.ok;
}

export const take = (table: Table, offer: BangOffer, chosen: Choices = {}): Promise<boolean> =>
  send(table, bangCommand(offer, chosen));
