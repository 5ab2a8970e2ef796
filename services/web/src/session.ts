/** Who sits before this screen: a session that the server keeps in a cookie. */

import { signal } from "@preact/signals";
import { forget, isText, keeps, read, write } from "./kept";
import { type Answer, ask, holdToken } from "./rest";
import type { SessionReply, Why } from "./schema";
import { preferred } from "./text";

export type Me =
  | { state: "asking" }
  | { state: "nobody" }
  | { state: "here"; player: string; nickname: string; isFleeting: boolean }
  | { state: "unknown"; why: Why };

/** `unknown`: the server could not be asked. `isFleeting`: gone with this page, since the browser
 * keeps no cookies. */
export const me = signal<Me>({ state: "asking" });

export const nicknameBefore = (): string => read("nickname", "", isText);

/** A browser that keeps things, and no nickname, has never been here: nobody need be asked. */
export async function recall(): Promise<void> {
  if (keeps && nicknameBefore() === "") {
    me.value = { state: "nobody" };
    return;
  }
  const answer = await ask<SessionReply>("GET", "/api/session");
  if (answer.ok) {
    me.value = here(answer.value, false);
  } else if (answer.status === 401) {
    me.value = { state: "nobody" };
  } else {
    me.value = { state: "unknown", why: answer.why };
  }
}

export async function enter(nickname: string): Promise<Answer<SessionReply>> {
  const body = { nickname, language: preferred() };
  const opened = await ask<SessionReply>("POST", "/api/sessions", body);
  if (!opened.ok) return opened;
  write("nickname", opened.value.nickname);
  const kept = await ask<SessionReply>("GET", "/api/session");
  const isFleeting = !kept.ok && kept.status === 401;
  if (isFleeting) holdToken(opened.value.token ?? "");
  me.value = here(opened.value, isFleeting);
  return opened;
}

export async function leave(): Promise<Answer<null>> {
  const answer = await ask<null>("DELETE", "/api/session");
  if (answer.ok || answer.status === 401) {
    holdToken("");
    forget("nickname");
    forget("room");
    forget("muted");
    me.value = { state: "nobody" };
  }
  return answer;
}

/** The server says that it knows nobody by this cookie. */
export function expire(): void {
  holdToken("");
  me.value = { state: "nobody" };
}

function here(session: SessionReply, isFleeting: boolean): Me {
  return { state: "here", player: session.player, nickname: session.nickname, isFleeting };
}
