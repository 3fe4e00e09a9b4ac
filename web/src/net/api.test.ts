import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, post, ApiError } from "./api";

const refused = { error: { code: "seat-taken", text: "Somebody sits there already.", rule: null, facts: { seat: 2 } } };
const aki = { id: "p1", name: "Aki", guest: true, preferences: {}, muted: [] };

/** The responses, request by request: a text and its status, or nothing if the server is unreachable. */
function answers(...all: ([unknown, number] | null)[]): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(() => {
    const next = all.shift();
    if (next === null || next === undefined) return Promise.reject(new TypeError("Failed to fetch"));
    const [body, status] = next;
    return Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => void vi.unstubAllGlobals());

describe("a request", () => {
  it("returns the server's response, even an empty one", async () => {
    answers([{ a: 1 }, 200], ["", 200]);
    expect(await get("/x")).toEqual({ a: 1 });
    expect(await post("/y")).toBeUndefined();
  });

  it("throws the server's reason if it is refused", async () => {
    answers([refused, 409]);
    await expect(get("/x")).rejects.toMatchObject({ code: "seat-taken", facts: { seat: 2 } });
  });

  it.each<[string, [unknown, number] | null]>([
    ["nobody answers", null],
    ["a proxy answers", ["<h1>Bad gateway</h1>", 502]],
    ["another page answers", ["<h1>Welcome to the hotel</h1>", 200]],
    ["the answer is no reason", [{ detail: "no" }, 500]],
    ["the answer is no object", ["null", 500]],
  ])("says that the server cannot be reached if %s", async (_, answer) => {
    answers(answer);
    const error: unknown = await get("/x").catch((found: unknown) => found);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "offline" });
  });

  it("is offline if the connection breaks in the middle of the response", async () => {
    const broken = new Response(new ReadableStream({ pull: (control) => control.error(new TypeError("network")) }));
    vi.stubGlobal("fetch", () => Promise.resolve(broken));
    await expect(get("/x")).rejects.toMatchObject({ code: "offline" });
  });
});

describe("the session", () => {
  let me: typeof import("./session.svelte");
  beforeEach(async () => {
    vi.resetModules();
    me = await import("./session.svelte");
  });

  it("is loaded once", async () => {
    const fetch = answers([{ me: aki }, 200]);
    await Promise.all([me.loadSession(), me.loadSession()]);
    await me.loadSession();
    expect(me.session.me?.name).toBe("Aki");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("is loaded again if the server could not be reached", async () => {
    answers(null, [{ me: aki }, 200]);
    await me.loadSession();
    expect(me.session.me).toBeNull();
    await me.loadSession();
    expect(me.session.me?.name).toBe("Aki");
  });

  it("survives a moment in which the server cannot be reached", async () => {
    answers([{ me: aki }, 200], null);
    await me.loadSession();
    await me.reloadSession();
    expect(me.session.me?.name).toBe("Aki");
  });

  it("is a guest's from the first action", async () => {
    const fetch = answers([{ me: null }, 200], [aki, 201]);
    await me.ensureGuest("Aki");
    expect(me.session.me?.name).toBe("Aki");
    await me.ensureGuest();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
