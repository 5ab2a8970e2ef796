/**
 * What has to be there before a screen can be: words, games, and who sits here. Where it does not come
 * the page says so in words of its own, the only ones outside of the catalogue, and tries again.
 */

import { effect, signal } from "@preact/signals";
import { games, houseName, loadGames } from "./games";
import { me, notArrived, recall } from "./session";
import { isKids } from "./settings";
import { catalogue, load, preferred } from "./text";
import { tellWhy } from "./ui/toast";

export type Boot = { state: "asking" } | { state: "here" } | { state: "failed"; retryAt: number };

export const boot = signal<Boot>({ state: "asking" });

export const WITHOUT_WORDS = {
  ko: {
    says: "서버가 대답하지 않습니다. 인터넷 연결을 확인해 주세요. 계속 다시 시도하고 있습니다.",
    again: "지금 다시 시도",
  },
  en: {
    says: "The server does not answer. Check your connection; we keep trying.",
    again: "Try again now",
  },
};

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

let pause = FIRST_PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

export function start(): void {
  void attempt();
  effect(() => {
    const kids = isKids.value;
    const language = preferred();
    if (catalogue.peek() === null) return;
    load(language, kids).catch(() => tellWhy({ code: "unreachable" }));
  });
  effect(() => {
    if (catalogue.value !== null && notArrived.value !== null) tellWhy(notArrived.value);
  });
  effect(() => {
    if (catalogue.value !== null) document.title = houseName();
  });
}

export async function attempt(): Promise<void> {
  clearTimeout(timer);
  const [words, played] = await Promise.allSettled([
    catalogue.peek() ?? load(preferred(), isKids.value),
    loadGames(),
    me.peek().state === "here" ? undefined : recall(),
  ]);
  const has = words.status === "fulfilled" && played.status === "fulfilled" && played.value;
  if (has && games.peek().length > 0 && me.peek().state !== "unknown") {
    pause = FIRST_PAUSE_MS;
    boot.value = { state: "here" };
    return;
  }
  boot.value = { state: "failed", retryAt: performance.now() + pause };
  timer = setTimeout(() => void attempt(), pause);
  pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
}
