/** What is gone to seldom is loaded when it is: one script, one style sheet, and words of its own. */

import type { WordsPage } from "./schema";
import sheet from "./styles/later.css?url";
import { bring } from "./text";

type Later = typeof import("./screens/later");

let dressed: Promise<unknown> | undefined;

const dress = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = sheet;
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });

/** Gives what loads a part of the page by its name. That rejects where the server does not answer. */
export const later =
  <Name extends keyof Later>(name: Name, ...pages: WordsPage[]) =>
  async (): Promise<Later[Name]> => {
    dressed ??= dress();
    const [parts] = await Promise.all([
      import("./screens/later"),
      bring("more", ...pages),
      dressed.catch((error) => {
        dressed = undefined;
        throw error;
      }),
    ]);
    return parts[name];
  };
