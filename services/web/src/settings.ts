/** What somebody has set for himself on this device. */

import { computed, effect, signal } from "@preact/signals";
import { read, write } from "./kept";
import type { Language } from "./schema";

export interface Settings {
  language: Language | null;
  kids: boolean;
  calm: boolean;
  sound: boolean;
  vibration: boolean;
  textSize: "normal" | "large" | "larger";
  leftHanded: boolean;
  shortcuts: boolean;
  /** Shorter pauses at the table for two. */
  fast: boolean;
  /** Fires without asking once more. */
  oneTap: boolean;
  /** What is left in the gun, counted. */
  chances: boolean;
}

export const DEFAULTS: Settings = {
  language: null,
  kids: false,
  calm: false,
  sound: false,
  vibration: true,
  textSize: "normal",
  leftHanded: false,
  shortcuts: true,
  fast: false,
  oneTap: false,
  chances: true,
};

const isObject = (value: unknown): value is Partial<Settings> =>
  typeof value === "object" && value !== null;

export const settings = signal<Settings>({ ...DEFAULTS, ...read("settings", {}, isObject) });

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings.value = { ...settings.value, [name]: value };
  write("settings", settings.value);
}

/** The room that is shown has children's words for all: nobody can make them less mild there. */
export const roomKids = signal(false);

export const isKids = computed(() => settings.value.kids || roomKids.value);

const CALM = "(prefers-reduced-motion: reduce)";

/** Nothing is to travel over the screen. */
export const isCalm = (): boolean =>
  settings.value.calm || (typeof matchMedia === "function" && matchMedia(CALM).matches);

/** Lets the style sheet know. */
export function dress(root: HTMLElement): void {
  effect(() => {
    const { calm, textSize, leftHanded } = settings.value;
    root.toggleAttribute("data-calm", calm);
    root.toggleAttribute("data-left", leftHanded);
    root.dataset.size = textSize;
  });
}
