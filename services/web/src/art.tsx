/** Our own drawings: one stroke path of 64 by 64 for everything that has a picture. */

import { effect, signal } from "@preact/signals";
import { later } from "./later";
import { isKids } from "./settings";

export const CARDS: Record<string, string> = {
  bang: "M6 24h34l4-4h12v9h-9l-5 5H30l-5 16H13l5-16H6zM30 34c0 5 2 7 6 7M58 14l3-4M60 24h3",
  missed:
    "M14 12c10 2 14 8 14 16v24M36 52V30c0-9 5-15 14-18M10 22l4-10 10 3M54 22l-4-10-10 3M22 52h20",
  beer: "M16 18h26v34H16zM42 26h6c4 0 6 3 6 7s-2 8-6 8h-6M16 28h26M24 34v12M33 34v12M18 18c-4-6 3-10 7-7 4-5 12-4 12 2 5-1 7 2 5 5",
  saloon: "M8 54V16h48v38M8 24h48M14 10h36v6H14zM20 32h11v18H20zM33 32h11v18H33zM20 41h11M33 41h11",
  stagecoach:
    "M10 20h36v18H10zM16 26h10v8H16zM32 26h8M46 28h10M18 48a6 6 0 1 1 0-12 6 6 0 0 1 0 12zM42 48a6 6 0 1 1 0-12 6 6 0 0 1 0 12zM8 20h40",
  wellsFargo:
    "M10 26h44v26H10zM10 26c0-8 6-12 12-12h20c6 0 12 4 12 12M10 36h44M28 32h8v10h-8zM32 36v3",
  generalStore:
    "M8 26l6-14h36l6 14M8 26c0 6 8 6 8 0 0 6 8 6 8 0 0 6 8 6 8 0 0 6 8 6 8 0 0 6 8 6 8 0 0 6 8 6 8 0M12 32v22h40V32M36 54V40h10v14M18 38h12v8H18z",
  panic:
    "M12 54V30c0-4 5-4 5 0v6M17 34V18c0-4 6-4 6 0v14M23 30V14c0-4 6-4 6 0v16M29 30V18c0-4 6-4 6 0v18l6-5c4-3 7 1 4 4L32 52v2M44 10h12v16H46M50 15v6",
  catBalou:
    "M14 8v26c0 4-4 6-4 11v7h38c6 0 8-3 8-6s-4-6-12-7c-6-1-8-4-8-8V8zM10 46h42M14 16h22M40 60l6-2M50 58l7 1",
  duel: "M8 18h18l3 4h3v6H22l-4 12H9l4-12H8zM56 18H38l-3 4h-3v6h10l4 12h9l-4-12h5zM28 50h8M32 46v8",
  indians:
    "M10 52l20-30 6 10 6-8 14 28zM30 22l6-12M36 10l8 5-6 4M44 34l6-14M50 20l7 4-5 4M20 46h24",
  gatling:
    "M6 26h34v4H6zM6 34h34v4H6zM40 22h12v20H40zM52 32h6l2 8M44 42l-6 14M48 42l8 14M14 22v20M26 22v20",
  barrel:
    "M18 10h28c6 14 6 30 0 44H18c-6-14-6-30 0-44zM14 22h36M14 42h36M32 10v44M24 10c-3 14-3 30 0 44M40 10c3 14 3 30 0 44",
  mustang:
    "M12 54c0-16 6-22 14-26l-2-12 8 6c10-2 16 4 20 14l4 8-6 5-10-6c-4 3-6 7-6 11M44 27v1M26 28c-6-2-10 0-14 6M20 54h20",
  scope: "M8 36l18-10 6 10-18 10zM26 26l16-10 8 14-18 6M42 16l8-5 9 16-9 3M30 40l4 14M26 42l-8 12",
  jail: "M10 10h44v44H10zM20 10v44M32 10v44M44 10v44M10 20h44M38 32h12v10H38zM44 36v2",
  dynamite:
    "M12 30h9v24h-9zM22 26h9v28h-9zM32 30h9v24h-9zM10 38h33M10 46h33M27 26c0-10 8-12 14-10s10-2 10-6M54 8l4-3M56 14l5 1M49 5l-1-3",
  volcanic:
    "M8 22h38l6 4v6H38l-6 3-3 17H18l4-18H8zM26 35c0 4 2 6 6 6M14 27h22M56 22h5M56 28h5M56 34h5",
  schofield: "M6 24h36l4-3h12v9h-8l-6 5H32l-4 17H16l5-17H6zM30 25a5 5 0 1 0 10 0M32 35c0 5 2 6 6 6",
  remington: "M4 30h40l16 8v8H50L38 38H22l-4 4h-6l2-4H4zM30 38c0 4 2 6 5 6M44 26v4M8 26h26v4",
  carabine: "M2 28h44l16 8v9H52L40 36H24l-3 4h-6l2-4H2zM32 36c0 4 2 6 5 6M10 24h30v4M6 24v4",
  winchester:
    "M2 32h44l16 7v8H52L40 40H24l-3 4h-6l2-4H2zM32 40c0 4 2 6 5 6M14 22h24v6H14zM20 28v4M34 28v4",
  none: "M8 26h28l4-3h12v8h-8l-5 5H30l-4 15H15l5-15H8z",
};

export const SIGNS: Record<string, string> = {
  log: "M14 10h36v44H14zM22 22h20M22 32h20M22 42h12",
  help: "M32 56a24 24 0 1 1 0-48 24 24 0 0 1 0 48zM24 26c0-12 17-11 17-1 0 7-9 7-9 14M32 46v1",
  close: "M16 16l32 32M48 16L16 48",
  check: "M12 34l13 13 27-30",
  cross: "M16 16l32 32M48 16L16 48",
  copy: "M22 22h30v32H22zM42 22V10H12v32h10",
  crown: "M10 48h44l4-28-14 10-12-18-12 18L6 20z",
  bot: "M14 24h36v26H14zM32 24V14M32 14a3 3 0 1 1 0-6 3 3 0 0 1 0 6zM24 34v4M40 34v4M26 44h12M8 32v10M56 32v10",
  person: "M32 30a10 10 0 1 1 0-20 10 10 0 0 1 0 20zM12 56c0-14 8-20 20-20s20 6 20 20",
  eye: "M4 32s10-18 28-18 28 18 28 18-10 18-28 18S4 32 4 32zM32 40a8 8 0 1 1 0-16 8 8 0 0 1 0 16z",
  star: "M32 6l7 16 17 2-13 12 4 18-15-9-15 9 4-18L8 24l17-2z",
  back: "M38 12L18 32l20 20",
  next: "M26 12l20 20-20 20",
  settings:
    "M8 18h22M44 18h12M37 25a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM8 46h12M34 46h22M27 53a7 7 0 1 1 0-14 7 7 0 0 1 0 14z",
  link: "M27 37l10-10M24 30l-8 8a8 8 0 0 0 11 11l8-8M40 34l8-8a8 8 0 0 0-11-11l-8 8",
  lock: "M16 28h32v26H16zM22 28v-8a10 10 0 0 1 20 0v8M32 38v6",
  clock: "M32 56a24 24 0 1 1 0-48 24 24 0 0 1 0 48zM32 18v15l10 6",
  plus: "M32 12v40M12 32h40",
  door: "M16 8h28v48H16zM36 32v2M44 20h10v36M8 56h48",
  away: "M10 26a32 32 0 0 1 44 0M18 35a20 20 0 0 1 28 0M26 44a8 8 0 0 1 12 0M10 10l44 44",
  hidden: "M8 32s8-14 24-14 24 14 24 14M14 40l-4 6M26 45l-2 7M38 45l2 7M50 40l4 6",
  talk: "M10 12h44v30H32L20 54V42H10zM20 22h24M20 31h16",
  role: "M32 6l20 8v16c0 14-10 22-20 28-10-6-20-14-20-28V14zM32 20l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z",
  bullet: "M24 54V26c0-8 4-14 8-18 4 4 8 10 8 18v28zM24 42h16",
  drop: "M32 6l14 24a17 17 0 1 1-28 0z",
  warning: "M32 8l26 46H6zM32 26v14M32 46v1",
  target:
    "M32 52a20 20 0 1 1 0-40 20 20 0 0 1 0 40zM32 40a8 8 0 1 1 0-16 8 8 0 0 1 0 16zM32 4v12M32 48v12M4 32h12M48 32h12",
  far: "M6 32h8M22 32h8M38 32h8M50 20l10 12-10 12",
  sun: "M12 46a20 20 0 0 1 40 0M4 46h56M32 14v6M12 24l5 4M52 24l-5 4M20 54h24",
};

const SUITS: Record<string, string> = {
  S: "M32 6C22 20 10 26 10 38c0 8 6 12 12 12 4 0 7-2 9-5-1 6-3 9-6 12h14c-3-3-5-6-6-12 2 3 5 5 9 5 6 0 12-4 12-12 0-12-12-18-22-32z",
  H: "M32 56C18 44 8 36 8 23 8 14 14 9 21 9c5 0 9 3 11 8 2-5 6-8 11-8 7 0 13 5 13 14 0 13-10 21-24 33z",
  D: "M32 4l20 28-20 28-20-28z",
  C: "M32 6a11 11 0 0 1 9 17 11 11 0 1 1-6 20c0 6 2 10 5 14H24c3-4 5-8 5-14a11 11 0 1 1-6-20 11 11 0 0 1 9-17z",
};

export type Sign = keyof typeof SIGNS;

interface DrawnProps {
  path: string;
  label?: string | undefined;
  filled?: boolean;
  class?: string | undefined;
}

/** Without a label it is an ornament, and read aloud by nobody. */
export function Drawn({ path, label, filled = false, class: name }: DrawnProps) {
  const told =
    label === undefined
      ? ({ "aria-hidden": true } as const)
      : ({ role: "img", "aria-label": label } as const);
  return (
    <svg
      viewBox="0 0 64 64"
      class={`art ${filled ? "art-filled" : ""} ${name ?? ""}`}
      focusable="false"
      {...told}
    >
      <path d={path} />
    </svg>
  );
}

export interface ArtProps {
  of: string;
  label?: string;
  class?: string;
}

/** The children's drawings, loaded where they are wanted; before that cards have none. */
const playful = signal<Record<string, string> | null>(null);

effect(() => {
  if (!isKids.value || playful.peek() !== null) return;
  later("PLAYFUL")().then(
    (found) => {
      playful.value = found;
    },
    () => undefined,
  );
});

const UNKNOWN = "M12 12h40v40H12z";

function cardPath(of: string): string {
  const plain = CARDS[of] ?? UNKNOWN;
  if (!isKids.value) return plain;
  return playful.value === null ? "" : (playful.value[of] ?? plain);
}

export const CardArt = ({ of, label, class: name }: ArtProps) => (
  <Drawn path={cardPath(of)} label={label} class={name} />
);

export const Icon = ({ of, label, class: name }: ArtProps & { of: Sign }) => (
  <Drawn path={SIGNS[of] ?? ""} label={label} class={name} />
);

export const Suit = ({ of, label, class: name }: ArtProps) => (
  <Drawn path={SUITS[of] ?? ""} label={label} class={`suit suit-${of} ${name ?? ""}`} filled />
);

/** A face of five strokes drawn from somebody's id, the same everywhere and for ever. */
export function Avatar({ of, class: name }: { of: string; class?: string }) {
  let seed = 7;
  for (const sign of of) seed = (seed * 31 + sign.charCodeAt(0)) >>> 0;
  const pick = (count: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) % count;
  };
  const hat = HATS[pick(HATS.length)];
  const eyes = EYES[pick(EYES.length)];
  const mouth = MOUTHS[pick(MOUTHS.length)];
  const extra = EXTRAS[pick(EXTRAS.length)];
  return (
    <svg
      viewBox="0 0 64 64"
      class={`art avatar tint-${pick(6)} ${name ?? ""}`}
      aria-hidden
      focusable="false"
    >
      <path d="M18 26h28v14a14 14 0 0 1-28 0z" class="avatar-face" />
      <path d={`${hat}${eyes}${mouth}${extra}`} />
    </svg>
  );
}

const HATS = [
  "M6 26h52M18 26c0-12 4-18 10-18 2 0 3 2 4 2s2-2 4-2c6 0 10 6 10 18",
  "M10 26h44M20 26V12h24v14M20 20h24",
  "M8 26c6-4 42-4 48 0M18 24c2-14 26-14 28 0",
  "M16 26c-2-14 34-14 32 0M16 26l-6 2M48 26l6 2",
  "M8 24l48 4M17 25c4-16 12-19 16-14 5-4 12 2 13 16",
];
const EYES = [
  "M25 33v1M39 33v1",
  "M23 33h5M36 33h5",
  "M22 34c2-3 5-3 6 0M36 34c2-3 5-3 6 0",
  "M22 31l5 2M42 31l-5 2M25 35v1M39 35v1",
];
const MOUTHS = ["M27 45h10", "M26 43c3 4 9 4 12 0", "M27 46c3-3 7-3 10 0", "M26 44l12 2"];
const EXTRAS = [
  "",
  "M24 41c4-4 6-2 8 0 2-2 4-4 8 0",
  "M20 40l12 6 12-6M24 46l8 8 8-8",
  "M18 34c-4 0-4 6 0 6M46 34c4 0 4 6 0 6",
  "M28 54v4M32 54v5M36 54v4",
];
