/**
 * The words: the project's one catalogue of texts, as the gateway serves it, for one language and one
 * set of words at a time. Everything that reads a text is drawn anew when another set is loaded.
 */

import { FluentBundle, FluentNumber, FluentResource, type FluentValue } from "@fluent/bundle";
import { signal } from "@preact/signals";
import { josa } from "./josa";
import type { Language, TextsReply, Why } from "./schema";
import { isKids, settings } from "./settings";

export type Params = Record<string, string | number>;

export class Catalogue {
  private readonly bundle: FluentBundle;

  constructor(
    readonly language: Language,
    readonly kids: boolean,
    sources: readonly string[],
  ) {
    this.bundle = new FluentBundle(language, {
      useIsolating: false,
      functions: {
        JOSA: ([word, pair]) => josa(plain(word), plain(pair)),
        SECONDS: ([ms]) => new FluentNumber(Math.max(1, Math.ceil(Number(plain(ms)) / 1000))),
        KIBIBYTES: ([bytes]) => new FluentNumber(Math.floor(Number(plain(bytes)) / 1024)),
        NAMED: ([words, ...prefix]) =>
          this.named(plain(words).split(" ").filter(Boolean), prefix.map(plain).join("-")),
      },
    });
    for (const source of sources) {
      this.bundle.addResource(new FluentResource(source), { allowOverrides: true });
    }
  }

  has(key: string): boolean {
    return this.bundle.hasMessage(key);
  }

  text(key: string, params: Params = {}): string {
    const pattern = this.bundle.getMessage(key)?.value;
    if (pattern == null) throw new Error(`no text ${key}`);
    return this.bundle.formatPattern(pattern, params);
  }

  private named(words: string[], prefix: string): string {
    const texts = words.map((word) => {
      const key = `${prefix}-${word}`;
      return this.has(key) ? this.text(key) : word;
    });
    return texts.join(this.text("list-separator")) || this.text("list-none");
  }
}

function plain(value: FluentValue | undefined): string {
  if (value instanceof FluentNumber) return String(value.value);
  return value == null ? "" : String(value.valueOf());
}

export const catalogue = signal<Catalogue | null>(null);

/** The line `key`. A key that is unknown, of a newer server perhaps, is a dash and no raw key. */
export function t(key: string, params?: Params): string {
  const words = catalogue.value;
  if (words === null) return "";
  return words.has(key) ? words.text(key, params) : "—";
}

export const has = (key: string): boolean => catalogue.value?.has(key) ?? false;

/** Why something was refused, and what to do instead. */
export function refusal(why: Why): string {
  const key = why.code === "unreachable" ? "ui-unreachable" : `refusal-${why.code}`;
  return has(key) ? t(key, why.params) : t("ui-refused");
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

const loaded = new Map<string, Catalogue>();
/** Screens that brought words of their own. */
const brought = new Set<string>();

/** Loads the set that is wanted now. Rejects where the server does not answer. */
export async function load(language: Language, kids: boolean): Promise<void> {
  const name = `${language}${kids ? "-kids" : ""}`;
  const found = loaded.get(name) ?? (await fetched(language, kids));
  loaded.set(name, found);
  if (language === preferred() && kids === isKids.value) {
    catalogue.value = found;
    document.documentElement.lang = language;
  }
}

async function fetched(language: Language, kids: boolean): Promise<Catalogue> {
  const answer = await fetch(`/api/texts/${language}?kids=${kids ? 1 : 0}&page=1`);
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  return new Catalogue(language, kids, [...(await sourcesOf(answer)), ...(await extras(language))]);
}

const sourcesOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as TextsReply).files.map((file) => file.source);

/** The children's words are the same there. */
async function extras(language: Language): Promise<string[]> {
  const all = await Promise.all(
    [...brought].map((screen) => fetch(`/api/texts/${language}?page=${screen}`)),
  );
  if (all.some((answer) => !answer.ok)) throw new Error("texts");
  return (await Promise.all(all.map(sourcesOf))).flat();
}

/** Loads what a screen says beside what all say. Rejects where the server does not answer. */
export async function bring(screen: string): Promise<void> {
  if (brought.has(screen)) return;
  brought.add(screen);
  loaded.clear();
  try {
    await load(preferred(), isKids.value);
  } catch (error) {
    brought.delete(screen);
    throw error;
  }
}

/** Names put together as the language does it. */
export const listed = (parts: readonly string[]): string => parts.join(t("list-separator"));

/** How many a game is for. */
export const forSoMany = (least: number, most: number): string =>
  t("ui-for-so-many", { least, most, more: most - least });
