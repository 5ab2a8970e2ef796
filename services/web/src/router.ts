/** Which screen an address shows. Addresses can be sent to somebody; what has none has no link. */

import { signal } from "@preact/signals";

export interface Place {
  path: string;
  /** Behind `#`: never sent to the server, so keys of invitations stand here. */
  hash: string;
}

const here = (): Place => ({
  path: location.pathname,
  hash: location.hash.slice(1),
});

export const place = signal<Place>(
  typeof location === "undefined" ? { path: "/", hash: "" } : here(),
);

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  place.value = here();
  scrollTo(0, 0);
}

export function listen(): void {
  addEventListener("popstate", () => {
    place.value = here();
  });
  addEventListener("hashchange", () => {
    place.value = here();
  });
}

/** Takes clicks on links of our own, so that no page is loaded anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !isPlain || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** The token of a host, a site that embeds the games, out of what stands behind `#`, and the rest. */
export function readToken(hash: string): { token: string; rest: string } {
  const said = new URLSearchParams(hash);
  const token = said.get("token") ?? "";
  said.delete("token");
  return { token, rest: token === "" ? hash : said.toString() };
}

const CODE = /^\/r\/([A-Za-z]{6})\/?$/;

export const roomOf = (path: string): string | null => CODE.exec(path)?.[1]?.toUpperCase() ?? null;

const MATCH = /^\/m\/([A-Za-z]{6})-([1-9]\d{0,6})\/?$/;

/** A match by its room and its number there: `ABCDEF-1`. */
export function matchOf(path: string): string | null {
  const found = MATCH.exec(path);
  return found?.[1] ? `${found[1].toUpperCase()}-${found[2]}` : null;
}

/** Says where one is without another step in the history. */
export function mark(hash: string): void {
  history.replaceState(null, "", `#${hash}`);
}

/** A room's code out of what somebody pasted: the code itself, or a whole link. */
export function readCode(text: string): { code: string; hash: string } | null {
  const found = /(?:\/r\/|^\s*)([A-Za-z]{6})(?:#(\S*))?\s*$/.exec(text);
  return found?.[1] ? { code: found[1].toUpperCase(), hash: found[2] ?? "" } : null;
}
