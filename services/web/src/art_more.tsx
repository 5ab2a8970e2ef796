/** Drawings that are seldom wanted: the children's, and what lies on the table for two. */

import { type ArtProps, CARDS, Drawn, SIGNS } from "./art";
import { isKids } from "./settings";

export const PLAYFUL: Record<string, string> = {
  bang: "M6 26h34v10H30l-4 16H15l4-16H6zM20 26v-8h14v8M44 28l6-3M46 32h8M44 36l6 3M58 26c0 4 4 5 4 9a4 4 0 0 1-8 0c0-4 4-5 4-9z",
  beer: "M18 20h28v34H18zM34 20l6-14 8 3M24 30h16v12H24zM18 26h28",
  saloon: "M12 34h40l-4 18H16zM16 34c0-10 6-16 16-16s16 6 16 16M32 18v-6M24 26h1M38 24h1M32 29h1",
  stagecoach:
    "M8 20h8l6 22h26l6-16H20M26 54a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM44 54a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
  duel: "M8 22h18v8h-8l-3 12H9l2-12H8zM56 22H38v8h8l3 12h6l-2-12h3zM32 10c0 4 4 6 4 10a4 4 0 0 1-8 0c0-4 4-6 4-10zM28 50h8",
  indians:
    "M20 22a6 6 0 1 1 0-12 6 6 0 0 1 0 12zM44 22a6 6 0 1 1 0-12 6 6 0 0 1 0 12zM20 24l-6 14 8 4-4 12M44 24l-6 14 8 4-4 12M14 30h14M38 30h14",
  gatling:
    "M16 34a10 10 0 0 1 2-20 14 14 0 0 1 27 4 9 9 0 0 1 1 16zM18 42l-3 8M28 42l-3 8M38 42l-3 8M48 42l-3 8",
  barrel:
    "M8 34a24 24 0 0 1 48 0c-4-5-10-5-12 0-4-5-8-5-12 0-4-5-8-5-12 0-2-5-8-5-12 0zM32 34v16c0 6-8 6-8 0M32 10V6",
  mustang:
    "M14 50a10 10 0 1 1 0-20 10 10 0 0 1 0 20zM50 50a10 10 0 1 1 0-20 10 10 0 0 1 0 20zM14 40l10-18h18l8 18M24 22l10 18h16M20 18h8M42 22l4-6h6",
  jail: "M20 8v46M44 34v20M20 34h24M20 14h18v12H20M20 44h24",
  dynamite:
    "M32 12c12 0 18 9 18 18 0 12-10 20-18 20s-18-8-18-20c0-9 6-18 18-18zM28 50l-3 6h14l-3-6M24 24c1-3 3-5 6-6",
  volcanic: "M6 28h32v10H28l-4 14H14l4-14H6zM18 28V16h16v12M44 30h8M44 36h8",
  schofield: "M6 28h34v10H28l-4 14H14l4-14H6zM16 28V14h20v14M46 33h8",
  remington: "M4 28h42v10H30l-4 14H16l4-14H4zM14 28V12h24v16M52 33h8",
  carabine: "M4 28h44v10H30l-4 14H16l4-14H4zM12 28V10h30v18M26 10v18M54 33h6",
  winchester: "M2 28h48v10H30l-4 14H16l4-14H2zM10 28V8h36v20M22 8v20M34 8v20M56 33h6",
  none: "M12 52V28c0-4 6-4 6 0v4M18 30V16c0-4 6-4 6 0v14M24 28c0-4 6-4 6 0M30 30c0-4 6-4 6 0v10l-4 12M44 14c0 5 5 6 5 11a5 5 0 0 1-10 0c0-5 5-6 5-11z",
};

const ITEMS: Record<string, string> = {
  beer: CARDS.beer ?? "",
  cigarettes: "M6 34h36v9H6zM46 34h4v9h-4zM54 34h4v9h-4zM48 28c0-6 8-6 8-14M16 34v9",
  handcuffs:
    "M20 44a11 11 0 1 1 0-22 11 11 0 0 1 0 22zM44 44a11 11 0 1 1 0-22 11 11 0 0 1 0 22zM29 28h6M30 33h4M29 38h6",
  magnifier: "M28 46a18 18 0 1 1 0-36 18 18 0 0 1 0 36zM41 41l15 15M18 28a10 10 0 0 1 10-10",
  saw: "M6 22h38v16l-4-4-4 4-4-4-4 4-4-4-4 4-4-4-4 4-6-4zM44 20h8c6 0 6 20 0 20h-8zM48 26h3v8h-3",
};

const PLAYFUL_ITEMS: Record<string, string> = {
  beer: PLAYFUL.beer ?? "",
  cigarettes:
    "M24 40a12 12 0 1 1 0-24 12 12 0 0 1 0 24zM32 37l20 17M24 34a6 6 0 1 1 6-6c0 4-5 4-6 1",
  handcuffs: "M32 8v48M12 20l40 24M52 20L12 44M32 16l-5-5M32 16l5-5M32 48l-5 5M32 48l5 5",
  saw: "M18 18h28v36H18zM26 10h12v8H26zM18 30h28M32 36c0 4 4 5 4 8a4 4 0 0 1-8 0c0-3 4-4 4-8z",
};

Object.assign(SIGNS, {
  first: "M16 12v40M48 12L28 32l20 20",
  last: "M48 12v40M16 12l20 20-20 20",
  play: "M20 10l32 22-32 22z",
  pause: "M22 12v40M42 12v40",
  minus: "M12 32h40",
  bolt: "M36 6L14 36h16l-4 22 24-32H33z",
  more: "M14 32h1M32 32h1M50 32h1",
});

export function ItemArt({ of, label, class: name }: ArtProps) {
  const path = (isKids.value ? PLAYFUL_ITEMS[of] : undefined) ?? ITEMS[of] ?? "";
  return <Drawn path={path} label={label} class={name} />;
}
