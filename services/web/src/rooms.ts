/** Opening rooms, and the one that this browser was seated in last. */

import { forget, isText, read, write } from "./kept";
import { type Answer, ask, randomHex } from "./rest";
import type { RoomInfo, RoomReply, RoomRequest } from "./schema";

export const openRoom = (request: RoomRequest, key = randomHex(16)): Promise<Answer<RoomReply>> =>
  ask<RoomReply>("POST", "/api/rooms", request, { "idempotency-key": key });

export const remember = (code: string): void => write("room", code);

export function forgetRoom(code: string): void {
  if (read("room", "", isText) === code) forget("room");
}

/** The room where a seat is still held, if there is one. */
export async function heldRoom(): Promise<RoomInfo | null> {
  const code = read("room", "", isText);
  if (code === "") return null;
  const answer = await ask<RoomInfo>("GET", `/api/rooms/${code}`);
  if (answer.ok && answer.value.seated && answer.value.phase !== "closed") return answer.value;
  if (answer.ok || answer.status === 404) forgetRoom(code);
  return null;
}
