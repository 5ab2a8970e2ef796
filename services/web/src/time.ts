/**
 * The server's time, whatever this device's clock says: deadlines are shown by it. It is measured by
 * what the server stamps on its messages; the one that was on its way for the shortest time is right.
 */

import { signal } from "@preact/signals";

const JUMP_MS = 2000;

let offset = Number.NaN;

export function learn(serverNowMs: number): void {
  const found = serverNowMs - performance.now();
  if (Number.isNaN(offset) || found > offset || offset - found > JUMP_MS) offset = found;
}

export function serverNow(): number {
  return Number.isNaN(offset) ? Date.now() : performance.now() + offset;
}

/** Ticks four times a second while anybody looks at it. */
const beat = signal(0);
let ticking: ReturnType<typeof setInterval> | undefined;
let lookers = 0;

/** Calls for as long as something that hangs on the time is shown; give back what it returns. */
export function watchTime(): () => void {
  lookers += 1;
  ticking ??= setInterval(() => {
    beat.value += 1;
  }, 250);
  return () => {
    lookers -= 1;
    if (lookers === 0 && ticking !== undefined) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/** Milliseconds until `deadlineMs`, not less than 0; read within a signal it is kept up to date. */
export function leftMs(deadlineMs: number): number {
  beat.value;
  return Math.max(0, deadlineMs - serverNow());
}

/** Whole seconds until a time on the clock of `performance.now()`. */
export function secondsUntil(at: number): number {
  beat.value;
  return Math.max(0, Math.ceil((at - performance.now()) / 1000));
}
