/** A house whose answers a test holds in its hands: they come when it says so, and in the order it says. */
import { vi } from "vitest";

export interface FakeRequest {
  /** `GET /me` */
  what: string;
  answer(body: unknown, status?: number): Promise<void>;
  /** The server can't be reached. */
  fail(): Promise<void>;
}

/** The requests so far, in their order. */
export function fakeServer(): FakeRequest[] {
  const asked: FakeRequest[] = [];
  const fetch = (path: string, { method }: { method: string }): Promise<Response> =>
    new Promise((done, fail) => {
      asked.push({
        what: `${method} ${path.replace("/api/v1", "")}`,
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

/** Everything that waits for nothing else has happened. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 30; n += 1) await Promise.resolve();
}

export const nobody = { error: { code: "not-signed-in", text: "Who are you?", rule: null, facts: {} } };
