import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nobody, settled, slowHouse, type Asked } from "./testing";

const aki = { id: "p1", name: "Aki", guest: true };
const mei = { id: "p2", name: "Mei", guest: false };

let asked: Asked[];
let me: typeof import("./me.svelte");

beforeEach(async () => {
  vi.resetModules();
  asked = slowHouse();
  me = await import("./me.svelte");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("who I am", () => {
  it("is asked once, by however many", async () => {
    const all = Promise.all([me.recognise(), me.recognise()]);
    await asked[0]?.answer(aki);
    await all;
    await me.recognise();
    expect(asked).toHaveLength(1);
    expect(me.who.me).toEqual(aki);
  });

  it("is what the house said last: an answer from before signing in comes too late", async () => {
    const first = me.recognise();
    const second = me.again();
    await asked[1]?.answer(mei);
    await second;
    await asked[0]?.answer(nobody, 401);
    await first;
    expect(me.who.me).toEqual(mei);
    expect(me.who.unreachable).toBe(false);
  });

  it("is known to those who asked before, when it is known at all", async () => {
    let known = false;
    const first = me.recognise().then(() => (known = true));
    const second = me.again();
    await asked[0]?.answer(nobody, 401);
    expect(known).toBe(false);
    await asked[1]?.answer(mei);
    await Promise.all([first, second]);
    expect(me.who.me).toEqual(mei);
  });

  it("is asked again after the house could not be reached", async () => {
    const first = me.recognise();
    await asked[0]?.fail();
    await first;
    expect(me.who.unreachable).toBe(true);
    const second = me.recognise();
    await asked[1]?.answer(aki);
    await second;
    expect(me.who.unreachable).toBe(false);
    expect(me.who.me).toEqual(aki);
  });
});

describe("somebody new", () => {
  const comes = async (): Promise<void> => {
    await asked[0]?.answer(nobody, 401);
  };

  it("is one guest, also if they do two things at once", async () => {
    const act = vi.fn(() => Promise.resolve());
    const both = Promise.all([me.comeIn(), me.asSomebody(act)]);
    await comes();
    expect(asked.map(({ what }) => what)).toEqual(["GET /me", "POST /guest"]);
    await asked[1]?.answer(aki);
    await both;
    expect(act).toHaveBeenCalledOnce();
    expect(me.who.me).toEqual(aki);
  });

  it("may try again if it was refused", async () => {
    const first = me.comeIn().catch(() => "refused");
    await comes();
    await asked[1]?.fail();
    expect(await first).toBe("refused");
    const second = me.comeIn();
    await settled();
    await asked[2]?.answer(aki);
    await second;
    expect(me.who.me).toEqual(aki);
  });

  it("is known only when what they wanted is done", async () => {
    let done = (): void => undefined;
    const acting = me.asSomebody(() => new Promise((end) => (done = end)));
    await comes();
    await asked[1]?.answer(aki);
    expect(me.who.me).toBeNull();
    done();
    await acting;
    expect(me.who.me).toEqual(aki);
  });
});
