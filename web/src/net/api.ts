/** Requests to the house. */
import type * as Api from "$/generated/api";

export type { Api };

/** The house said no, and why. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule: string | null = null,
    readonly facts: Record<string, unknown> = {},
  ) {
    super(text);
  }
}

/** Ask the house. `Refused` has its reason; with `offline` it could not be reached. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refused("offline", "The house cannot be reached.");
  }
  const text = await answer.text();
  if (answer.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
  throw refusal(text, answer.status);
}

function refusal(text: string, status: number): Refused {
  try {
    const { error } = JSON.parse(text) as Api.Problem;
    return new Refused(error.code, error.text, error.rule, error.facts);
  } catch {
    return new Refused("offline", `The house answered ${status}.`); // not the house: a proxy before it
  }
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("PUT", path, body);
export const del = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

/** A seed of this browser's own for chance: nobody else can know it before the deal. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
