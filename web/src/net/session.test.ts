import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nobody, settled, fakeServer, type FakeRequest } from "./testing";

const aki = { id: "p1", name: "Aki", guest: true };
const mei = { id: "p2", name: "Mei", guest: false };

let asked: FakeRequest[];
let me: typeof import("./session.svelte");

beforeEach(async () => {
  vi.resetModules();
  asked = fakeServer();
  me = await import("./session.svelte");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("who I am", () => {
  it("is asked once, by however many", async () => {
    const all = Promise.all([me.loadSession(), me.loadSession()]);
    await asked[0]?.answer(aki);
    await all;
    await me.loadSession();
    expect(asked).toHaveLength(1);
    expect(me.session.me).toEqual(aki);
  });

  it("is what the house said last: an answer from before signing in comes too late", async () => {
    const first = me.loadSession();
    const second = me.reloadSession();
    await asked[1]?.answer(mei);
    await second;
    await asked[0]?.answer(nobody, 401);
    await first;
    expect(me.session.me).toEqual(mei);
    expect(me.session.unreachable).toBe(false);
  });

  it("is known to those who asked before, when it is known at all", async () => {
    let known = false;
    const first = me.loadSession().then(() => (known = true));
    const second = me.reloadSession();
    await asked[0]?.answer(nobody, 401);
    expect(known).toBe(false);
    await asked[1]?.answer(mei);
    await Promise.all([first, second]);
    expect(me.session.me).toEqual(mei);
  });

  it("is asked again after the house could not be reached", async () => {
    const first = me.loadSession();
    await asked[0]?.fail();
    await first;
    expect(me.session.unreachable).toBe(true);
    const second = me.loadSession();
    await asked[1]?.answer(aki);
    await second;
    expect(me.session.unreachable).toBe(false);
    expect(me.session.me).toEqual(aki);
  });
});

describe("somebody new", () => {
  const comes = async (): Promise<void> => {
    await asked[0]?.answer(nobody, 401);
  };

  it("is one guest, also if they do two things at once", async () => {
    const act = vi.fn(() => Promise.resolve());
    const both = Promise.all([me.ensureGuest(), me.asGuest(act)]);
    await comes();
    expect(asked.map(({ what }) => what)).toEqual(["GET /me", "POST /guest"]);
    await asked[1]?.answer(aki);
    await both;
    expect(act).toHaveBeenCalledOnce();
    expect(me.session.me).toEqual(aki);
  });

  it("may try again if it was refused", async () => {
    const first = me.ensureGuest().catch(() => "refused");
    await comes();
    await asked[1]?.fail();
    expect(await first).toBe("refused");
    const second = me.ensureGuest();
    await settled();
    await asked[2]?.answer(aki);
    await second;
    expect(me.session.me).toEqual(aki);
  });

  it("is known only when what they wanted is done", async () => {
    let done = (): void => undefined;
    const acting = me.asGuest(() => new Promise((end) => (done = end)));
    await comes();
    await asked[1]?.answer(aki);
    expect(me.session.me).toBeNull();
    done();
    await acting;
    expect(me.session.me).toEqual(aki);
  });
});
