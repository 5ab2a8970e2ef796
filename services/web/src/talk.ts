/** What was said at the table, in the reader's words, and whom he does not want to hear. */

import { signal } from "@preact/signals";
import { read, write } from "./kept";
import type { Phrase, TalkLine } from "./schema";
import { seldom } from "./text";

type Name = (player: string) => string;

/** A phrase in the reader's language, a text as it was written. Empty until its words are there. */
export function wordsOf(line: TalkLine, name: Name): string {
  return line.text ? line.text : phraseWords(line.phrase ?? "", line.target ?? "", name);
}

export function phraseWords(phrase: string, target: string, name: Name): string {
  const key = target === "" ? `phrase-${phrase}` : `phrase-${phrase}-at`;
  return seldom(key, { target: target && name(target) });
}

/** Those that can be said to everybody, or at somebody. */
export const sayable = (phrases: readonly Phrase[], target: string): Phrase[] =>
  phrases.filter((phrase) => (phrase.points ?? "no") !== (target === "" ? "must" : "no"));

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

export const muted = signal<readonly string[]>(read("muted", [], isList));

/** Whoever is muted is not heard. */
export const audible = (said: readonly TalkLine[]): TalkLine[] =>
  said.filter((line) => !muted.value.includes(line.player));

const MUTED_LIMIT = 200;

export function mute(player: string, isMuted: boolean): void {
  const others = muted.value.filter((each) => each !== player);
  muted.value = isMuted ? [...others, player].slice(-MUTED_LIMIT) : others;
  write("muted", muted.value);
}
