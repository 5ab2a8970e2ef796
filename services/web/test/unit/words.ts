/**
 * What Python says, to be said here too. The test stage writes it (`tests/web/said.py`) and names the file;
 * alone these tests have nothing to compare.
 */

import { readFileSync } from "node:fs";
import type { CardInfo, Language, WordsPage } from "../../src/schema";
import { Catalogue, type Params } from "../../src/text";

interface Said {
  cards: CardInfo[];
  josa: { word: string; pair: string; said: string }[];
  logs: {
    about: string;
    game: string;
    language: Language;
    kids: boolean;
    names: Record<string, string>;
    told: [unknown[], string | null][];
  }[];
  sets: {
    language: Language;
    kids: boolean;
    pages: Record<WordsPage, Record<string, string>>;
    lines: [string, Params, string][];
  }[];
}

const path = process.env.SALOON_SAID;

export const said: Said | null = path ? JSON.parse(readFileSync(path, "utf-8")) : null;

export function pages(language: Language, kids = false): Said["sets"][number]["pages"] {
  const found = said?.sets.find((each) => each.language === language && each.kids === kids);
  if (found === undefined) throw new Error("nothing is said");
  return found.pages;
}

/** One set, every page of it. */
export const words = (language: Language, kids = false): Catalogue =>
  new Catalogue(language, Object.assign({}, ...Object.values(pages(language, kids))));
