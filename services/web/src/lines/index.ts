/** The log in the reader's language, out of what was heard. */

import type { GameEvent } from "../events";
import type { Heard } from "../store";
import { BANG } from "./bang";
import { ROOM } from "./room";
import { type Surroundings, Wording } from "./wording";

export interface LogLine {
  seq: number;
  atMs: number;
  text: string;
  event: GameEvent;
}

type AnyLine = (words: Wording, event: GameEvent) => string | null;

const ALWAYS = ROOM as unknown as Record<string, AnyLine>;
const OF_GAMES: Record<string, Record<string, AnyLine>> = {
  bang: BANG as unknown as Record<string, AnyLine>,
};

/** For a game that is loaded later. */
export function addLines(game: string, told: object): void {
  OF_GAMES[game] = told as Record<string, AnyLine>;
}

/** What is said of one event; `null`: nothing. */
export const tell = (words: Wording, event: GameEvent): string | null =>
  (ALWAYS[event.tag] ?? OF_GAMES[words.game]?.[event.tag])?.(words, event) ?? null;

/** An event has a line, or none. Events must be told in the order in which they were heard. */
export function teller(around: Surroundings): (heard: Heard) => LogLine | null {
  const words = new Wording(around);
  return ({ seq, atMs, event }) => {
    const text = tell(words, event);
    return text === null ? null : { seq, atMs, text, event };
  };
}

export function lines(heard: readonly Heard[], around: Surroundings): LogLine[] {
  const line = teller(around);
  return heard.flatMap((each) => line(each) ?? []);
}
