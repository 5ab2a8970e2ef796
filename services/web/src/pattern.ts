/** Texts with places in them, filled in; `shared/text/patterns.py` says how they are written. */

const VARIANT = String.raw`([\w*]+)\{((?:[^{}]|\{[^{}]*\})*)\}`;
const VARIANTS = new RegExp(VARIANT, "g");
const CHOICE = new RegExp(String.raw`\{(\w+)\?((?:${VARIANT})+)\}`, "g");
const PLACE = /\{(\w+)(?:\|(\w+)\|?([^{}]*))?\}/g;

export type Params = Record<string, string | number>;

/** A function of the catalogue, of a parameter and further arguments. */
export type Told = (value: string | number, ...rest: string[]) => string | number;

/** What a language has of its own. */
export interface Manner {
  functions: Record<string, Told>;
  /** A number as it is written. */
  written: (value: number) => string;
  /** The plural category that a number belongs to. */
  category: (value: number) => string;
}

export function filled(pattern: string, params: Params, manner: Manner): string {
  const { functions, written, category } = manner;
  const chosen = (_: string, name: string, variants: string) => {
    const value = params[name] ?? "";
    const kind = typeof value === "number" ? category(value) : "";
    const known = new Map([...variants.matchAll(VARIANTS)].map(([, key, text]) => [key, text]));
    return known.get(String(value)) ?? known.get(kind) ?? known.get("*") ?? "";
  };
  const placed = (_: string, name: string, of?: string, rest = "") => {
    const given = params[name] ?? "";
    const told = rest.split("|").map((word) => (word[0] === "$" ? params[word.slice(1)] : word));
    const value = of === undefined ? given : functions[of]?.(given, ...told.map(String));
    return typeof value === "number" ? written(value) : (value ?? "");
  };
  return pattern.replace(CHOICE, chosen).replace(PLACE, placed);
}
