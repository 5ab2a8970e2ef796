/** What is read aloud: a polite line at most once a second, and an urgent one for what cannot wait. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const polite = signal("");
const urgent = signal("");
const PAUSE_MS = 1000;

let waiting: string[] = [];
let lastAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Lines that come together are read together. */
export function say(line: string): void {
  if (line === "") return;
  waiting.push(line);
  if (timer !== undefined) return;
  timer = setTimeout(flush, Math.max(0, lastAt + PAUSE_MS - performance.now()));
}

function flush(): void {
  const early = lastAt + PAUSE_MS - performance.now();
  if (early > 0) {
    timer = setTimeout(flush, early);
    return;
  }
  timer = undefined;
  lastAt = performance.now();
  polite.value = waiting.slice(-4).join(" ");
  waiting = [];
}

/** Only: you must act, 10 s, 5 s, the connection is lost. */
export function alarm(line: string): void {
  urgent.value = "";
  queueMicrotask(() => {
    urgent.value = line;
  });
}

export function LiveRegions() {
  const line = polite.value;
  useEffect(() => {
    lastAt = performance.now(); // it counts from when it can be heard
  }, [line]);
  return (
    <>
      <div class="unseen" role="status" aria-live="polite" data-live="polite">
        {line}
      </div>
      <div class="unseen" role="alert" aria-live="assertive" data-live="assertive">
        {urgent.value}
      </div>
    </>
  );
}
