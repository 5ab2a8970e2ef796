/** What this browser keeps for us. Where it keeps nothing, it is remembered while the page is open. */

const memory = new Map<string, string>();
const PREFIX = "saloon.";

function storage(): Storage | null {
  try {
    const found = window.localStorage;
    found.setItem(`${PREFIX}probe`, "1");
    found.removeItem(`${PREFIX}probe`);
    return found;
  } catch {
    return null;
  }
}

const kept = typeof window === "undefined" ? null : storage();

export const keeps = kept !== null;

export function read<T>(name: string, otherwise: T, is: (value: unknown) => value is T): T {
  try {
    const text = memory.get(name) ?? kept?.getItem(PREFIX + name);
    const value: unknown = text == null ? null : JSON.parse(text);
    return is(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

export function write(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    if (kept === null) throw new Error("nothing is kept");
    kept.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
  }
}

export function forget(name: string): void {
  memory.delete(name);
  try {
    kept?.removeItem(PREFIX + name);
  } catch {
    // Then it is kept, and read as what it says.
  }
}

export const isText = (value: unknown): value is string => typeof value === "string";
