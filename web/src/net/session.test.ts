import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NOBODY, settled, fakeServer, type FakeRequest } from "./testing";

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

describe("the session", () => {
  it("is requested once, however many ask", async () => {
    const all = Promise.all([me.loadSession(), me.loadSession()]);
    await asked[0]?.answer({ me: aki });
    await all;
    await me.loadSession();
    expect(asked).toHaveLength(1);
    expect(me.session.me).toEqual(aki);
  });

  it("ignores a response from before signing in", async () => {
    const first = me.loadSession();
    const second = me.reloadSession();
    await asked[1]?.answer({ me: mei });
    await second;
    await asked[0]?.answer(NOBODY);
    await first;
    expect(me.session.me).toEqual(mei);
    expect(me.session.unreachable).toBe(false);
  });

  it("is awaited by earlier callers too", async () => {
    let known = false;
    const first = me.loadSession().then(() => (known = true));
    const second = me.reloadSession();
    await asked[0]?.answer(NOBODY);
    expect(known).toBe(false);
    await asked[1]?.answer({ me: mei });
    await Promise.all([first, second]);
    expect(me.session.me).toEqual(mei);
  });

  it("is requested again after the server could not be reached", async () => {
    const first = me.loadSession();
    await asked[0]?.fail();
    await first;
    expect(me.session.unreachable).toBe(true);
    const second = me.loadSession();
    await asked[1]?.answer({ me: aki });
    await second;
    expect(me.session.unreachable).toBe(false);
    expect(me.session.me).toEqual(aki);
  });
});

describe("a new guest", () => {
  const comes = async (): Promise<void> => {
    await asked[0]?.answer(NOBODY);
  };

  it("is created once, even by two concurrent actions", async () => {
    const act = vi.fn(() => Promise.resolve());
    const both = Promise.all([me.ensureGuest(), me.asGuest(act)]);
    await comes();
    expect(asked.map(({ what }) => what)).toEqual(["GET /session", "POST /guest"]);
    await asked[1]?.answer(aki);
    await both;
    expect(act).toHaveBeenCalledOnce();
    expect(me.session.me).toEqual(aki);
  });

  it("can be created again after a refusal", async () => {
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

  it("is published only after the action is done", async () => {
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
