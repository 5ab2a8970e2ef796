/** Requests to the gateway. An answer is a value or a refusal; what never came is `unreachable`. */

import { hexOf } from "./hash";
import type { Why } from "./schema";

export type Answer<T> = { ok: true; value: T } | { ok: false; why: Why; status: number };

/** Of a session whose cookie this browser does not keep. */
let token = "";

export const bearer = (): string => token;

export function holdToken(value: string): void {
  token = value;
}

const unreachable = (status: number) => ({
  ok: false as const,
  why: { code: "unreachable" },
  status,
});

export async function ask<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const sent: Record<string, string> = {};
  if (body !== undefined) sent["content-type"] = "application/json";
  if (token !== "") sent.authorization = `Bearer ${token}`;
  Object.assign(sent, headers);
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
  } catch {
    return unreachable(0);
  }
  try {
    if (answer.ok) {
      return { ok: true, value: (answer.status === 204 ? null : await answer.json()) as T };
    }
    const told = (await answer.json()) as Why;
    return {
      ok: false,
      why: { code: told.code, params: told.params ?? {} },
      status: answer.status,
    };
  } catch {
    // A proxy's page in place of ours.
    return unreachable(answer.status);
  }
}

/** Hexadecimal, also where pages have no `crypto.randomUUID`: on plain http in a home network. */
export const randomHex = (bytes: number): string =>
  hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
