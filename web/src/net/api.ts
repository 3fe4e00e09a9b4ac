/** Requests to the server. */
import type * as Api from "$/generated/api";

export type { Api };

/** The server refused a request; the message says why. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule: string | null = null,
    readonly facts: Record<string, unknown> = {},
    /** The path of the wrong value in the request; null if it is none in particular. */
    readonly where: readonly (string | number)[] | null = null,
  ) {
    super(text);
  }
}

/** Timeout of a request, in milliseconds. */
const PATIENCE = 60_000;

/** Send a request. Throws `ApiError` with the server's reason; `offline` means that it could not be reached, or that
 * something else answered. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    text = await answer.text();
  } catch {
    throw new ApiError("offline", "The server can't be reached.");
  }
  let data: unknown;
  try {
    data = text === "" ? undefined : JSON.parse(text);
  } catch {
    // Not our server: a proxy in front of it, or a captive portal.
    throw new ApiError("offline", `Something other than the server answered (${answer.status}).`);
  }
  if (answer.ok) return data as T;
  const { error } = (data ?? {}) as Partial<Api.Problem>;
  if (error === undefined) throw new ApiError("offline", `The server answered ${answer.status}.`);
  throw new ApiError(error.code, error.text, error.rule, error.facts, error.where);
}

export const get = <T>(path: string): Promise<T> => request<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>("POST", path, body);
export const put = <T>(path: string, body: unknown = {}): Promise<T> => request<T>("PUT", path, body);
export const del = <T>(path: string): Promise<T> => request<T>("DELETE", path);

/** A random id for a message. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
