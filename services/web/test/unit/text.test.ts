import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { josa } from "../../src/josa";
import { catalogue, choice, refusal, t } from "../../src/text";
import { TEXTS, words } from "./words";

const SOURCES = join(import.meta.dirname, "../../src");

afterEach(() => {
  catalogue.value = null;
});

describe("a line", () => {
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

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /(?<!\.d|\.gen)\.tsx?$/.test(entry.name) ? [readFileSync(path, "utf-8")] : [];
  });
}

const PAGE_FILES = readdirSync(join(TEXTS, "en")).filter((name) => /^ui(-\w+)?\.ftl$/.test(name));

describe("every text that the page asks for", () => {
  const literal = /(?:(?<!\.)\bt|\btext|(?<!\.)\bhas)\(\s*"([a-zA-Z0-9-]+)"|"(ui-[\w-]+)"/g;
  const asked = new Set(
    sources(SOURCES).flatMap((source) =>
      [...source.matchAll(literal)].map((match) => match[1] ?? match[2] ?? ""),
    ),
  );
  const begun = new Set(
    sources(SOURCES).flatMap((source) =>
      [...source.matchAll(/`([a-z]+(?:-[a-z]+)*-)\$\{/g)].map((match) => match[1] ?? ""),
    ),
  );

  it.each(["ko", "en"] as const)("is there in %s", (language) => {
    const found = words(language);
    expect(asked.size).toBeGreaterThan(80);
    expect([...asked].filter((key) => !found.has(key))).toEqual([]);
  });

  it("has texts that begin as those that are put together", () => {
    const all = readdirSync(join(TEXTS, "en"))
      .map((name) => readFileSync(join(TEXTS, "en", name), "utf-8"))
      .join("\n");
    const texts = [...begun].filter((start) => /^(ui|log|gun|card|role|option|room)/.test(start));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((start) => !all.includes(`\n${start}`))).toEqual([]);
  });

  it("is asked for: no text of the page is left over", () => {
    const written = PAGE_FILES.flatMap((name) =>
      [...readFileSync(join(TEXTS, "en", name), "utf-8").matchAll(/^(ui-[\w-]+) =/gm)].map(
        (match) => match[1] ?? "",
      ),
    );
    const everything = sources(SOURCES).join("\n");
    const isUsed = (key: string) =>
      everything.includes(`"${key}"`) ||
      [...begun].some((start) => key.startsWith(start) && start.length > 3);
    expect(written.filter((key) => !isUsed(key))).toEqual([]);
  });
});
