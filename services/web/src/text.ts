/**
 * The words: the project's one catalogue of texts, as the gateway has made it ready, for one language and
 * one set of words at a time. Everything that reads a text is drawn anew when another set is loaded.
 */

import { signal } from "@preact/signals";
import { josa } from "./josa";
import { filled, type Manner, type Params } from "./pattern";
import type { Language, Why, WordsPage, WordsReply } from "./schema";
import { isKids, settings } from "./settings";

export type { Params } from "./pattern";

type Words = WordsReply["words"];

export class Catalogue {
  private readonly manner: Manner;

  constructor(
    readonly language: Language,
    private readonly words: Words,
  ) {
    const number = new Intl.NumberFormat(language);
    const plural = new Intl.PluralRules(language);
    this.manner = {
      written: (value) => number.format(value),
      category: (value) => plural.select(value),
      functions: {
        JOSA: (word, pair = "") => josa(String(word), pair),
        SECONDS: (ms) => Math.max(1, Math.ceil(Number(ms) / 1000)),
        KIBIBYTES: (bytes) => Math.floor(Number(bytes) / 1024),
        NAMED: (words, ...prefix) =>
          this.named(String(words).split(" ").filter(Boolean), prefix.join("-")),
      },
    };
  }

  has(key: string): boolean {
    return Object.hasOwn(this.words, key);
  }

  text(key: string, params: Params = {}): string {
    return filled(this.words[key] ?? "", params, this.manner);
  }

  private named(words: string[], prefix: string): string {
    const texts = words.map((word) => this.words[`${prefix}-${word}`] ?? word);
    return texts.join(this.text("list-separator")) || this.text("list-none");
  }
}

export const catalogue = signal<Catalogue | null>(null);

/** The line `key`. A key that is unknown, of a newer server perhaps, is a dash and no raw key. */
export function t(key: string, params?: Params): string {
  const words = catalogue.value;
  if (words === null) return "";
  return words.has(key) ? words.text(key, params) : "—";
}

export const has = (key: string): boolean => catalogue.value?.has(key) ?? false;

/** The line of a key that is seldom asked for: fetched first, and empty until it is there. */
export function seldom(key: string, params?: Params): string {
  if (has(key)) return t(key, params);
  void bring("more").catch(() => undefined);
  return "";
}

const keyOf = ({ code }: Why): string =>
  code === "unreachable" ? "ui-unreachable" : `refusal-${code}`;

/** Why something was refused, and what to do instead. */
export const refusal = (why: Why): string => seldom(keyOf(why), why.params) || t("ui-refused");

/** The same, once its words are there. */
export async function explained(why: Why): Promise<string> {
  if (!has(keyOf(why))) await bring("more").catch(() => undefined);
  return refusal(why);
}

/** What a choice of an option is called; true and false are called on and off. */
export function choice(option: string, value: string | number | boolean): string {
  const name = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
  const key = `option-${option}-${name}`;
  return has(key) ? t(key) : name;
}

export function preferred(): Language {
  if (settings.value.language !== null) return settings.value.language;
  const asked = typeof navigator === "undefined" ? [] : navigator.languages;
  const found = asked.map((tag) => tag.slice(0, 2)).find((tag) => tag === "ko" || tag === "en");
  return (found as Language | undefined) ?? "ko";
}

const wanted = new Set<WordsPage>(["first"]);
const arrived = new Map<string, Words>();
let shown = "";

/** Loads the set that is wanted now. Rejects where the server does not answer. */
export async function load(language: Language, kids: boolean): Promise<void> {
  const path = (page: WordsPage) => `/api/words/${language}/${page}?kids=${kids ? 1 : 0}`;
  await Promise.all([...wanted].map((page) => fetched(path(page))));
  if (language !== preferred() || kids !== isKids.value) return;
  const here = [...wanted].map(path).filter((each) => arrived.has(each));
  if (here.join() === shown) return;
  shown = here.join();
  catalogue.value = new Catalogue(
    language,
    Object.assign({}, ...here.map((each) => arrived.get(each))),
  );
  document.documentElement.lang = language;
}

async function fetched(path: string): Promise<void> {
  if (arrived.has(path)) return;
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  arrived.set(path, ((await answer.json()) as WordsReply).words);
}

/** Loads what a screen says beside what all say. Rejects where the server does not answer. */
export async function bring(...pages: WordsPage[]): Promise<void> {
  const fresh = pages.filter((page) => !wanted.has(page));
  for (const page of fresh) wanted.add(page);
  try {
    await load(preferred(), isKids.value);
  } catch (error) {
    for (const page of fresh) wanted.delete(page);
    throw error;
  }
}

/** Names put together as the language does it. */
export const listed = (parts: readonly string[]): string => parts.join(t("list-separator"));

/** How many a game is for. */
export const forSoMany = (least: number, most: number): string =>
  t("ui-for-so-many", { least, most, more: most - least });
