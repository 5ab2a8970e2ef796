import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../../src");
const STYLES = join(SOURCES, "styles");

const files = readdirSync(STYLES).filter((name) => name.endsWith(".css"));
const styles = files
  .map((name) => readFileSync(join(STYLES, name), "utf-8").replace(/\/\*.*?\*\//gs, ""))
  .join("\n");
const drawn = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" })
  .filter((name) => /(?<!\.d|\.gen)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(SOURCES, name), "utf-8"))
  .join("\n");

const all = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""));

/** What follows to the bracket that closes the one before `start`. */
function enclosed(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end++) {
    depth += /[{[]/.test(text.charAt(end)) ? 1 : /[}\]]/.test(text.charAt(end)) ? -1 : 0;
  }
  return text.slice(start, end - 1);
}

/** Whatever may be a class: what attributes of that name hold, and lists that are made for them. */
function worn(text: string): string {
  const found = [...text.matchAll(/\b(?:\w*[cC]lass=(?:"([^"]*)"|\{)|classes = \[)/g)];
  return found.map((match) => match[1] ?? enclosed(text, match.index + match[0].length)).join("\n");
}

const classes = worn(drawn);

/** Whether something of that class is drawn, by its whole name or by one that begins so. */
function unused(text: string, wearing = classes): string[] {
  const begun = [...all(wearing, /([a-z][\w-]*-)\$\{/g)];
  const isDrawn = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(wearing) ||
    begun.some((start) => name.startsWith(start));
  const named = text.replace(/@import [^;]*;/g, "");
  return [...all(named, /\.([a-z][\w-]*)(?=[^{}]*\{)/g)].filter((name) => !isDrawn(name));
}

describe("styles", () => {
  it("are of something that is drawn", () => {
    expect(all(styles, /\.([a-z][\w-]*)(?=[^{}]*\{)/g).size).toBeGreaterThan(200);
    expect(unused(styles)).toEqual([]);
    expect(unused(".tile {} .no-such-thing .tile-turn {}")).toEqual(["no-such-thing"]);
    const wearing = worn('import "./ops"; <p class={["here", seat].join(" ")}><b class="bold">');
    expect(unused(".ops {} .here {} .bold {}", wearing)).toEqual(["ops"]);
  });

  it("use every value that has a name", () => {
    const named = all(styles, /(--[\w-]+):/g);
    expect(named.size).toBeGreaterThan(30);
    expect([...named].filter((name) => !styles.includes(`var(${name}`))).toEqual([]);
  });

  it("are loaded, each with one of the two sheets", () => {
    const loaded = [...styles.matchAll(/@import "\.\/(.+\.css)"/g)].map(([, name]) => name);
    expect([...loaded, "index.css", "later.css"].sort()).toEqual(files.sort());
  });
});
