import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, post, ApiError } from "./api";

const refused = { error: { code: "seat-taken", text: "Somebody sits there already.", rule: null, facts: { seat: 2 } } };
const aki = { id: "p1", name: "Aki", guest: true, preferences: {}, muted: [] };

/** What the house answers, request by request: a text and its status, or nothing if it cannot be reached. */
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
  it("gives what the house answers, be it nothing", async () => {
    answers([{ a: 1 }, 200], ["", 200]);
    expect(await get("/x")).toEqual({ a: 1 });
    expect(await post("/y")).toBeUndefined();
  });

  it("has the house's reason if it is refused", async () => {
    answers([refused, 409]);
    await expect(get("/x")).rejects.toMatchObject({ code: "seat-taken", facts: { seat: 2 } });
  });

  it.each<[string, [unknown, number] | null]>([
    ["nobody answers", null],
    ["a proxy answers", ["<h1>Bad gateway</h1>", 502]],
    ["a page answers that is not the house's", ["<h1>Welcome to the hotel</h1>", 200]],
    ["the answer is no reason", [{ detail: "no" }, 500]],
    ["the answer is no object", ["null", 500]],
  ])("says that the house cannot be reached if %s", async (_, answer) => {
    answers(answer);
    const error: unknown = await get("/x").catch((found: unknown) => found);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "offline" });
  });

  it("says so, too, if the connection ends in the middle of the answer", async () => {
    const broken = new Response(new ReadableStream({ pull: (control) => control.error(new TypeError("network")) }));
    vi.stubGlobal("fetch", () => Promise.resolve(broken));
    await expect(get("/x")).rejects.toMatchObject({ code: "offline" });
  });
});

describe("who I am", () => {
  let me: typeof import("./session.svelte");
  beforeEach(async () => {
    vi.resetModules();
    me = await import("./session.svelte");
  });

  it("is asked once", async () => {
    const fetch = answers([aki, 200]);
    await Promise.all([me.loadSession(), me.loadSession()]);
    await me.loadSession();
    expect(me.session.me?.name).toBe("Aki");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("is asked again if the house could not be reached", async () => {
    answers(null, [aki, 200]);
    await me.loadSession();
    expect(me.session.me).toBeNull();
    await me.loadSession();
    expect(me.session.me?.name).toBe("Aki");
  });

  it("is not forgotten because the house cannot be reached for a moment", async () => {
    answers([aki, 200], null);
    await me.loadSession();
    await me.reloadSession();
    expect(me.session.me?.name).toBe("Aki");
  });

  it("is a guest from the first thing that I do", async () => {
    const nobody = { error: { code: "not-signed-in", text: "Who?", rule: null, facts: {} } };
    const fetch = answers([nobody, 401], [aki, 201]);
    await me.ensureGuest("Aki");
    expect(me.session.me?.name).toBe("Aki");
    await me.ensureGuest();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
