import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Catalogue } from "../../src/text";

export const TEXTS = join(import.meta.dirname, "../../../../shared/text");

/** One set, read from the project's files. */
export function words(language: "ko" | "en", kids = false): Catalogue {
  const folder = join(TEXTS, language);
  const names = readdirSync(folder).sort();
  const wanted = names.filter((name) => name !== "kids.ftl").concat(kids ? ["kids.ftl"] : []);
  return new Catalogue(
    language,
    kids,
    wanted.map((name) => readFileSync(join(folder, name), "utf-8")),
  );
}
