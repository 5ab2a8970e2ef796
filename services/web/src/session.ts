/** Who sits before this screen: a session that the server keeps in a cookie. */

import { signal } from "@preact/signals";
import { forget, isText, keeps, read, write } from "./kept";
import { type Answer, ask, holdToken } from "./rest";
import { go, readToken } from "./router";
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

/** Why somebody whom a host has sent was not let in as that; `null`: nobody was, or he was. */
export const notArrived = signal<Why | null>(null);

/** What a host has sent somebody with, until the server has said what it is worth. */
let ticket = "";

/** It is good for a moment, and whoever copies the address is somebody else. */
function takeTicket(): void {
  const { token, rest } = readToken(location.hash.slice(1));
  if (token === "") return;
  ticket = token;
  go(location.pathname + (rest && `#${rest}`), "replace");
}

/** Whether that is settled; if not, the server could not be asked. */
async function arrive(): Promise<boolean> {
  const body = { token: ticket, language: preferred() };
  const opened = await ask<SessionReply>("POST", "/api/sessions/host", body);
  if (!opened.ok && (opened.status === 0 || opened.status >= 500)) {
    me.value = { state: "unknown", why: opened.why };
    return false;
  }
  ticket = "";
  if (opened.ok) await settle(opened.value);
  else notArrived.value = opened.why;
  return true;
}

/** A browser that keeps things, and no nickname, has never been here: nobody need be asked. */
export async function recall(): Promise<void> {
  takeTicket();
  if (ticket !== "" && (!(await arrive()) || me.peek().state === "here")) return;
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
  if (opened.ok) await settle(opened.value);
  return opened;
}

/** Whether the browser keeps the session shows when it is asked for. */
async function settle(session: SessionReply): Promise<void> {
  write("nickname", session.nickname);
  const kept = await ask<SessionReply>("GET", "/api/session");
  const isFleeting = !kept.ok && kept.status === 401;
  if (isFleeting) holdToken(session.token ?? "");
  me.value = here(session, isFleeting);
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
