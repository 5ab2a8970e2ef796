/** A line that answers what somebody has just tried; it goes away by itself. */

import { signal } from "@preact/signals";
import { Icon } from "../art";
import type { Why } from "../schema";
import { explained } from "../text";
import { say } from "./say";

const SHOWN_MS = 4000;

const shown = signal<{ text: string; kind: "plain" | "bad" } | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(text: string, kind: "plain" | "bad" = "plain"): void {
  shown.value = { text, kind };
  say(text);
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      shown.value = null;
    },
    SHOWN_MS + 40 * text.length,
  );
}

export const tellWhy = (why: Why): void => void explained(why).then((text) => tell(text, "bad"));

export function Toast() {
  const now = shown.value;
  if (now === null) return null;
  return (
    <div class={`toast toast-${now.kind}`} data-toast>
      {now.kind === "bad" && <Icon of="warning" />}
      <span>{now.text}</span>
    </div>
  );
}
