import { useEffect } from "preact/hooks";
import { t } from "../text";
import { leftMs, watchTime } from "../time";
import { alarm } from "./say";

interface RingProps {
  /** The server's time; 0: it stands still. */
  deadlineMs: number;
  lengthMs: number;
  /** The time is ours: its last seconds are said aloud. */
  mine?: boolean;
  small?: boolean;
}

const ROUND = 2 * Math.PI * 26;
const CALLED = [10, 5];

/** What is left of a time, as a ring and a number. */
export function Ring({ deadlineMs, lengthMs, mine = false, small = false }: RingProps) {
  useEffect(watchTime, []);
  const left = leftMs(deadlineMs);
  const seconds = Math.ceil(left / 1000);
  useEffect(() => {
    if (mine && deadlineMs > 0 && CALLED.includes(seconds))
      alarm(t("ui-seconds-left", { seconds }));
  }, [seconds, mine, deadlineMs]);
  if (deadlineMs === 0) return null;
  const share = lengthMs > 0 ? Math.min(1, left / lengthMs) : 0;
  return (
    <span
      class={`ring ${seconds <= 5 ? "ring-short" : ""} ${small ? "ring-small" : ""}`}
      role="timer"
      aria-label={t("ui-seconds-left", { seconds })}
    >
      <svg viewBox="0 0 64 64" aria-hidden focusable="false">
        <circle cx="32" cy="32" r="26" class="ring-track" />
        <circle
          cx="32"
          cy="32"
          r="26"
          class="ring-left"
          stroke-dasharray={ROUND}
          stroke-dashoffset={ROUND * (1 - share)}
        />
      </svg>
      <span aria-hidden>{seconds}</span>
    </span>
  );
}
