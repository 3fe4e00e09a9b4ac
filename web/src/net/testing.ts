/** A fake server for tests, which answer its requests when and in the order they like. */
import { vi } from "vitest";

export interface FakeRequest {
  /** `GET /session` */
  what: string;
  /** What was sent. */
  body: unknown;
  answer(body: unknown, status?: number): Promise<void>;
  /** The server is unreachable. */
  fail(): Promise<void>;
}

/** Replace `fetch`; returns the requests so far. */
export function fakeServer(): FakeRequest[] {
  const asked: FakeRequest[] = [];
  const fetch = (path: string, { method, body }: { method: string; body?: string }): Promise<Response> =>
    new Promise((done, fail) => {
      asked.push({
        what: `${method} ${path.replace("/api/v1", "")}`,
        body: body === undefined ? null : (JSON.parse(body) as unknown),
        answer: (body, status = 200) => {
          done(new Response(JSON.stringify(body), { status }));
          return settled();
        },
        fail: () => {
          fail(new TypeError("Failed to fetch"));
          return settled();
        },
      });
    });
  vi.stubGlobal("fetch", fetch);
  return asked;
}

/** Wait until all promises that can settle have settled. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 30; n += 1) await Promise.resolve();
}

export const NOT_SIGNED_IN = { error: { code: "not-signed-in", text: "Who are you?", rule: null, facts: {} } };

/** The session of a visitor who has done nothing yet. */
export const NOBODY = { me: null };
