import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { josa } from "../../src/josa";
import type { WordsPage } from "../../src/schema";
import { catalogue, choice, refusal, t } from "../../src/text";
import { pages, said, words } from "./words";

const SOURCES = join(import.meta.dirname, "../../src");

afterEach(() => {
  catalogue.value = null;
});

describe.runIf(said !== null)("a line", () => {
  it("takes its particle from the name put in", () => {
    catalogue.value = words("ko");
    expect(t("room-ready", { name: "보리" })).toBe("보리가 준비했습니다.");
    expect(t("room-ready", { name: "다온" })).toBe("다온이 준비했습니다.");
    expect(josa("권총(2)", "은/는")).toBe("권총(2)은");
  });

  it("counts in the language's own way", () => {
    catalogue.value = words("en");
    expect(t("cards-hidden", { count: 1 })).toBe("1 card");
    expect(t("cards-hidden", { count: 2 })).toBe("2 cards");
  });

  it("of a refusal has its numbers, and lists what there is", () => {
    catalogue.value = words("en");
    expect(refusal({ code: "out_of_range", params: { distance: 3, range: 2 } })).toContain(
      "distance 3, range 2",
    );
    expect(refusal({ code: "too_early", params: { missing_ms: 1001 } })).toContain("in 2 s");
    const held = { code: "no_such_item", params: { items: "beer saw" } };
    expect(refusal(held)).toContain("Beer, Saw");
    const level = { code: "option_value", params: { option: "autoBarrel", choices: "on off" } };
    expect(refusal(level)).toContain("On, Off");
  });

  it("of a refusal that only a newer server knows says so in general", () => {
    catalogue.value = words("en");
    expect(refusal({ code: "moonlight" })).toBe(t("ui-refused"));
    expect(refusal({ code: "unreachable" })).toBe(t("ui-unreachable"));
  });

  it("is said in the children's words where these are wanted", () => {
    catalogue.value = words("en", true);
    expect(t("card-bang")).toBe("Splash!");
    expect(t("ui-close")).toBe("Close");
  });

  it("is never a raw key", () => {
    catalogue.value = words("ko");
    expect(t("no-such-key")).toBe("—");
  });

  it("calls true and false on and off", () => {
    catalogue.value = words("en");
    expect(choice("autoBarrel", true)).toBe("On");
    expect(choice("turnSeconds", 60)).toBe("60 s");
  });
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /(?<!\.d|\.gen)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const EVERYTHING = new Map(files(SOURCES).map((path) => [path, readFileSync(path, "utf-8")]));

/** What is loaded together with a file. */
function closure(path: string, found = new Set<string>()): Set<string> {
  const source = EVERYTHING.get(path);
  if (source === undefined || found.has(path)) return found;
  found.add(path);
  for (const [, name = ""] of source.matchAll(/^(?:import|export) (?!type)[^;]*?"(\.[^"]+)";/gms)) {
    const base = join(dirname(path), name);
    for (const end of [".ts", ".tsx", "/index.ts", "/index.tsx"]) closure(base + end, found);
  }
  return found;
}

const LITERAL = /(?:(?<!\.)\bt|\btext|(?<!\.)\bhas)\(\s*"([a-zA-Z0-9-]+)"|"(ui-[\w-]+)"/g;
const BEGUN = /`([a-z]+(?:-[a-z]+)*-)\$\{/g;
const OF_TEXTS = /^(ui|log|gun|card|role|option|room|look|phrase|kind)/;

const matches = (sources: Iterable<string>, pattern: RegExp): Set<string> =>
  new Set(
    [...sources].flatMap((source) =>
      [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ""),
    ),
  );

const asked = matches(EVERYTHING.values(), LITERAL);
const begun = [...matches(EVERYTHING.values(), BEGUN)].filter((start) => OF_TEXTS.test(start));

describe.runIf(said !== null)("every text that the page asks for", () => {
  const keys = () => Object.values(pages("en")).flatMap((page) => Object.keys(page));

  it.each(["ko", "en"] as const)("is there in %s", (language) => {
    const found = words(language);
    expect(asked.size).toBeGreaterThan(80);
    expect([...asked].filter((key) => !found.has(key))).toEqual([]);
  });

  it("has texts that begin as those that are put together", () => {
    expect(begun.length).toBeGreaterThan(5);
    expect(begun.filter((start) => !keys().some((key) => key.startsWith(start)))).toEqual([]);
  });

  it("is asked for: no text of the page is left over", () => {
    const everything = [...EVERYTHING.values()].join("\n");
    const isUsed = (key: string) =>
      everything.includes(`"${key}"`) || begun.some((start) => key.startsWith(start));
    expect(keys().filter((key) => key.startsWith("ui-") && !isUsed(key))).toEqual([]);
  });
});

describe.runIf(said !== null)("the words of a screen come with it", () => {
  const all = [...EVERYTHING.values()].join("\n");
  const exported = EVERYTHING.get(join(SOURCES, "screens/later.ts")) ?? "";
  const parts = [...exported.matchAll(/^export \{ (.+) \} from "(.+)";/gm)].flatMap(
    ([, names = "", file = ""]) => names.split(", ").map((name) => [name, file] as const),
  );
  const pagesOf = (name: string): WordsPage[] =>
    [...all.matchAll(new RegExp(`\\blater\\("${name}"(.*?)\\)`, "g"))].map(([, given = ""]) =>
      [...given.matchAll(/"(\w+)"/g)].map(([, page]) => page as WordsPage),
    )[0] ?? [];
  const SCREENS: [string, WordsPage[]][] = [
    ["main.tsx", ["first"]],
    ...parts.map(([name, file]): [string, WordsPage[]] => {
      const base = join("screens", file);
      const found = [`${base}.tsx`, join(base, "index.tsx")];
      const path = found.find((each) => EVERYTHING.has(join(SOURCES, each))) ?? name;
      return [path, ["first", "more", ...pagesOf(name)]];
    }),
  ];

  it("of all that is loaded later", () => {
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.filter(([name]) => !all.includes(`later("${name}"`))).toEqual([]);
    expect([...all.matchAll(/\bimport\("/g)].length).toBe(2);
  });

  it.each(SCREENS)("%s", (name, given) => {
    const sources = [...closure(join(SOURCES, name))].map((path) => EVERYTHING.get(path) ?? "");
    const known = pages("en");
    const here = new Set(given.flatMap((page) => Object.keys(known[page])));
    const other = Object.values(known).flatMap((page) => Object.keys(page));
    const starts = [...matches(sources, BEGUN)].filter((start) => /^(ui|log|role)-/.test(start));
    const wanted = [
      ...matches(sources, LITERAL),
      ...other.filter((key) => starts.some((start) => key.startsWith(start))),
    ];
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((key) => !here.has(key))).toEqual([]);
  });
});
