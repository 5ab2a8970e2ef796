/** What differs between two views, field by field. */

export interface Change {
  path: string;
  before: string | null;
  after: string | null;
}

const LIMIT = 200;

export function changes(before: unknown, after: unknown): Change[] {
  const found: Change[] = [];
  walk("", before, after, found);
  return found.slice(0, LIMIT);
}

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function walk(path: string, before: unknown, after: unknown, found: Change[]): void {
  if (before === after || found.length > LIMIT) return;
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    const [old, now] = [told(before), told(after)];
    if (old !== now) found.push({ path, before: old, after: now });
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    walk(path === "" ? name : `${path}.${name}`, before[name], after[name], found);
  }
}

const told = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value).replace(/(?<=^.{120}).+/, "…");
