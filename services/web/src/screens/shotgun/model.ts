/** A match for two as its view tells it; nothing is judged here. */

import { signal } from "@preact/signals";
import type { Buckshot, BuckshotOffer, Command, Why } from "../../schema";
import type { Table } from "../../store";
import { refusal, t } from "../../text";

export const GAME = "buckshot";

export const SLOTS = 8;

export interface Side extends Required<Buckshot["seat"]> {
  seat: number;
  id: string;
  name: string;
  most: number;
  isTurn: boolean;
}

export const gunOf = (table: Table) => table.sections.value.gun as Buckshot["gun"] | undefined;

export const matchOf = (table: Table) =>
  table.sections.value.match as Buckshot["match"] | undefined;

export const turnOf = (table: Table) => table.sections.value.turn as Buckshot["turn"] | undefined;

export const mySeat = (table: Table): number => table.you.value.seat ?? -1;

/** Behind whom a watcher sits; it turns the picture and nothing else. */
export const behind = signal(0);

/** Whose side is drawn below: one's own, or that of whom a watcher sits behind. */
export const lowSeat = (table: Table): number => (mySeat(table) < 0 ? behind.value : mySeat(table));

export const nameAt = (table: Table, seat: number): string =>
  table.name(table.sections.value.seats?.[seat]?.id ?? "");

export function sideOf(table: Table, seat: number): Side | null {
  const person = (table.sections.value.seats as Buckshot["seats"] | undefined)?.[seat];
  const now = table.part<Buckshot["seat"]>("seat", seat);
  if (person === undefined || now === undefined) return null;
  const { health, items = [], cuffed = false, immune = false, away = false } = now;
  return {
    ...{ seat, health, items, cuffed, immune, away },
    ...{ id: person.id, name: nameAt(table, seat), most: person.maxHealth },
    isTurn: turnOf(table)?.seat === seat && !matchOf(table)?.over,
  };
}

/** What I have seen of the shell in the chamber; empty: nothing. */
export const seenOf = (table: Table): string =>
  (table.sections.value.me as Buckshot["me"] | undefined)?.chamber ?? "";

export const offerOf = (table: Table, type: BuckshotOffer["type"]): BuckshotOffer | undefined =>
  ((table.sections.value.legal ?? []) as BuckshotOffer[]).find((offer) => offer.type === type);

/** Why nothing may be done at all just now. */
export function lockedBy(table: Table): string | undefined {
  if (table.net.line.value.state !== "open") return table.whyLocked() ?? t("ui-locked");
  return offerOf(table, "shoot") === undefined ? refusal({ code: "not_your_turn" }) : undefined;
}

/** Why an item of mine may not be used; `undefined` where it may. */
export function whyNot(table: Table, item: string): string | undefined {
  const isOffered = offerOf(table, "use")?.items?.some((each) => each === item) ?? false;
  if (isOffered) return undefined;
  const told = table.sections.value.blocked?.find((each) => each.item === item)?.why;
  return told === undefined ? (lockedBy(table) ?? t("ui-refused")) : refusal(told as Why);
}

/** `choice`: one of the offer's targets or items. */
export function buckshotCommand(offer: BuckshotOffer, choice: string): Command {
  return offer.type === "shoot"
    ? { type: "shoot", turn: offer.turn, target: choice as "self" | "opponent" }
    : { type: "use", turn: offer.turn, item: choice as Item };
}

type Item = NonNullable<BuckshotOffer["items"]>[number];
