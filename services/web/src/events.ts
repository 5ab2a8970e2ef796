/** Events as objects: on the wire each is an array, its name first. */

import { PLACES } from "./events.gen";
import type { BangEvent, BuckshotEvent, RoomEvent } from "./schema";

export type GameEvent = RoomEvent | BangEvent | BuckshotEvent;

/** `null` for one that this page does not know. */
export function decoded(game: string, written: unknown): GameEvent | null {
  if (!Array.isArray(written)) return null;
  const [tag, ...values] = written as [string, ...unknown[]];
  const places = PLACES.room?.[tag] ?? PLACES[game]?.[tag];
  if (places === undefined) return null;
  const event: Record<string, unknown> = { tag };
  places.forEach((place, number) => {
    event[place] = values[number];
  });
  return event as GameEvent;
}
