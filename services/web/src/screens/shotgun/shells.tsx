import { Icon } from "../../art";
import { isKids } from "../../settings";
import { t } from "../../text";

interface ShellProps {
  /** `""`: it lies face down. */
  of: string;
  isSeen?: boolean;
  class?: string | undefined;
}

const CASE = "M14 20c0-8 4-14 10-14s10 6 10 14v44H14z";
const BASE = "M11 64h26v12H11z";
const TANK = "M18 8h12v8c8 3 10 8 10 16v40a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V32c0-8 2-13 10-16z";
const WATER = "M8 38c5-5 11 5 16 0s11 5 16 0v34a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z";

/** Live is filled, blank is hollow; what lies face down has a pattern instead. */
export function Shell({ of, isSeen = false, class: name = "" }: ShellProps) {
  const isForKids = isKids.value;
  const kind = of === "" ? "hidden" : of;
  return (
    <span class={`${isForKids ? "tank" : "shell"} shell-${kind} ${name}`}>
      <svg viewBox="0 0 48 80" class="shell-art" aria-hidden focusable="false">
        <path d={isForKids ? TANK : CASE} class="shell-case" />
        <path d={isForKids ? WATER : BASE} class={isForKids ? "tank-water" : "shell-base"} />
        {kind === "hidden" && <path d="M19 34h10M19 44h10" class="shell-mark" />}
      </svg>
      {isSeen && <Icon of="eye" class="shell-eye" label={t("ui-gun-only-you")} />}
    </span>
  );
}

/** The same shell in a row of so many. */
export const Row = ({ of, count, class: name }: { of: string; count: number; class?: string }) =>
  Array.from({ length: count }, (_, place) => <Shell key={`${of}${place}`} of={of} class={name} />);

const GUN = {
  stock: "M4 46c0-6 2-9 8-11l34-9h22v20H52l-34 20c-8 3-12 0-13-8z",
  body: "M66 24h54l6 8v14H66z",
  pump: "M142 44h44v12h-44z",
  barrel: "M120 26h128v9H120zM126 38h108v6H126z",
  short: "M120 26h64v9h-64zM126 38h56v6h-56z",
  guard: "M70 46c0 12 18 12 18 0M78 46l-2 7",
};
const SQUIRTER = {
  stock: "M8 40h30l22-10h14v26H60l-8 22H30l6-24H14c-6 0-8-4-6-14z",
  body: "M72 26h66v28H72z",
  pump: "M150 44h40v12h-40z",
  barrel: "M138 30h90v8l-8 4h-82z",
  short: "M138 22h64l18 6v14l-18 6h-64z",
  guard: "M76 20c0-16 56-16 56 0v6H76zM90 12h28",
};

/** Lies across the table, or points at one of the two. */
export function Gun({ at, isSawn }: { at: "none" | "low" | "high"; isSawn: boolean }) {
  const parts = isKids.value ? SQUIRTER : GUN;
  return (
    <svg viewBox="0 0 256 84" class={`gun gun-${at}`} aria-hidden focusable="false">
      <path d={parts.guard} class="gun-line" />
      <path d={isSawn ? parts.short : parts.barrel} class="gun-steel" />
      <path d={parts.pump} class="gun-wood" />
      <path d={parts.body} class="gun-steel" />
      <path d={parts.stock} class="gun-wood" />
      {isSawn && <path d="M188 18l6 8-6 8 6 8-6 8" class="gun-cut" />}
    </svg>
  );
}
