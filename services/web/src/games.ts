/** What can be played here: options, cards and characters, as the server tells them. */

import { signal } from "@preact/signals";
import { ask } from "./rest";
import type { CardInfo, GameInfo, GamesReply, KindInfo, OptionInfo, OptionValue } from "./schema";
import { t } from "./text";

export const games = signal<readonly GameInfo[]>([]);

/** What is played on this page just now, and by which options. */
export const played = signal<{ game: string; options: Record<string, OptionValue> } | null>(null);

const title = signal("title-showdown");

/** What is written over the door. */
export const houseName = (): string => t(title.value);

export async function loadGames(): Promise<boolean> {
  if (games.value.length > 0) return true;
  const answer = await ask<GamesReply>("GET", "/api/games");
  if (answer.ok) {
    games.value = answer.value.games;
    title.value = answer.value.title || title.value;
  }
  return answer.ok;
}

export const gameOf = (id: string): GameInfo | undefined =>
  games.value.find((game) => game.id === id);

export const cardsOf = (id: string): readonly CardInfo[] => gameOf(id)?.cards ?? [];

export const cardOf = (id: string, card: number): CardInfo | null => cardsOf(id)[card] ?? null;

export const kindOf = (id: string, kind: string): KindInfo | undefined =>
  gameOf(id)?.kinds?.find((each) => each.kind === kind);

/** Those that are set to something else than what they are by default. */
export function differing(
  game: GameInfo | undefined,
  options: Record<string, OptionValue>,
): { option: OptionInfo; value: OptionValue }[] {
  return (game?.options ?? []).flatMap((option) => {
    const value = options[option.key];
    return value === undefined || value === option.default ? [] : [{ option, value }];
  });
}
