import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeServer, settled, type FakeRequest } from "$/net/testing";
import type { Api } from "$/net/api";
import { commitmentOf, newSeed } from "./hash";
import { SEALED, sealOf } from "./seal";

let asked: FakeRequest[];
let fair: typeof import("./sealing.svelte");
let seeds: typeof import("./seeds");
let commitments: typeof import("./commitments");

const SERVER = commitmentOf(newSeed());
const OTHER = commitmentOf(newSeed());

/** A table at which I sit on seat 0, and somebody else on seat 1. */
function table(mine: Partial<Api.SeatData> = {}, sealing: Partial<Api.TableData["sealing"]> = {}): Api.TableData {
  const seat = { kind: "person", name: "Ren", player: "p", yours: false, own_seed: true, revealed: false };
  return {
    id: "t",
    status: "open",
    rules: 1,
    settings: { game: "hagakure", options: { rounds: 8 } },
    commitment: SERVER,
    seats: [
      { ...seat, seat: 0, commitment: null, ...mine, yours: true },
      { ...seat, seat: 1, commitment: OTHER },
    ],
    sealing: { algorithm: SEALED, attempt: 1, sealed_at: null, reveal_by: null, seal: null, failures: [], ...sealing },
  } as unknown as Api.TableData;
}

/** The table with sealed seats, and the seal that its list gives. */
function sealed(commitment: string, more: Partial<Api.SeatData> = {}, attempt = 1): Api.TableData {
  const seal = sealOf("hagakure", 1, { rounds: 8 }, SERVER, [commitment, OTHER], attempt);
  return table({ commitment, ...more }, { sealed_at: 1, seal, attempt });
}

/** A seed that this browser keeps for the table; its commitment. */
function made(): string {
  const own = seeds.makeSeed();
  seeds.keepSeed("t", own);
  return own.commitment;
}

beforeEach(async () => {
  vi.resetModules();
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  asked = fakeServer();
  fair = await import("./sealing.svelte");
  seeds = await import("./seeds");
  commitments = await import("./commitments");
});
afterEach(() => vi.unstubAllGlobals());

describe("a seat at an open table", () => {
  it("is committed once to a seed that stays here", async () => {
    const following = new fair.Sealing();
    following.follow(table());
    following.follow(table());
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(["POST /tables/t/commit"]);
    const [first] = (asked[0]?.body as { commitments: { seat: number; commitment: string }[] }).commitments;
    expect(first?.seat).toBe(0);
    const seed = seeds.seedFor("t", first?.commitment ?? "");
    expect(commitmentOf(seed ?? "")).toBe(first?.commitment);
    expect(JSON.stringify(asked[0]?.body)).not.toContain(seed);
  });

  it("needs nothing more if it is committed to a seed of this browser", async () => {
    expect(await fair.commit(table({ commitment: made() }))).toBe(false);
    expect(asked).toEqual([]);
  });

  it("is committed anew after a failed attempt, to another seed", async () => {
    const commitment = made();
    void fair.reveal(sealed(commitment));
    await settled();
    void fair.commit(table({ commitment }, { attempt: 2 }));
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(["POST /tables/t/reveal", "POST /tables/t/commit"]);
    expect(JSON.stringify(asked[1]?.body)).not.toContain(commitment);
  });
});

describe("sealed seats", () => {
  it("have my seed revealed, once, with the seal", async () => {
    const commitment = made();
    const following = new fair.Sealing();
    following.follow(sealed(commitment));
    following.follow(sealed(commitment));
    await settled();
    const seed = seeds.seedFor("t", commitment);
    const { seal } = sealed(commitment).sealing;
    expect(asked.map(({ what, body }) => [what, body])).toEqual([
      ["POST /tables/t/reveal", { seal, seeds: [{ seat: 0, seed }] }],
    ]);
    expect(seeds.keptOf("t")?.revealed).toMatchObject({ seal, seats: { 0: commitment } });
  });

  async function refused(one: Api.TableData, problem: string | null): Promise<void> {
    const following = new fair.Sealing();
    following.follow(one);
    await fair.reveal(one);
    expect(following.problem).toBe(problem);
    expect(asked).toEqual([]);
  }

  it("without my commitment in the list do not get my seed", async () => {
    made();
    await refused(sealed(commitmentOf(newSeed())), "elsewhere");
  });

  it("that the server says it made a seed for do not get mine", async () => {
    made();
    await refused(sealed(commitmentOf(newSeed()), { own_seed: false }), "left_out");
  });

  it("with another seal than their list gives do not get it", async () => {
    const one = sealed(made());
    await refused({ ...one, sealing: { ...one.sealing, seal: "0".repeat(64) } }, "bad_seal");
  });

  it("with other options than the seal's do not get it", async () => {
    const one = sealed(made());
    await refused({ ...one, settings: { ...one.settings, options: { rounds: 1 } } }, "bad_seal");
  });

  it("whose server has replaced its commitment do not get it", async () => {
    const one = sealed(made());
    commitments.rememberCommitment("t", commitmentOf(newSeed()));
    await refused(one, "changed");
  });

  it("of another list for the same seed do not get it again", async () => {
    const commitment = made();
    void fair.reveal(sealed(commitment));
    await settled();
    asked.length = 0;
    await refused(sealed(commitment, {}, 2), "again");
  });

  it("of a later list do not get a seed of an earlier attempt, which is known by now", async () => {
    const [first, second] = [made(), made()];
    void fair.reveal(sealed(first));
    await settled();
    void fair.reveal(sealed(second, {}, 2));
    await settled();
    asked.length = 0;
    await refused(sealed(first, {}, 3), "again");
    void fair.commit(table({ commitment: first }, { attempt: 3 }));
    expect(asked.map(({ what }) => what)).toEqual(["POST /tables/t/commit"]);
  });

  it("of others are none of my business", async () => {
    const one = sealed(made());
    const watching = { ...one, seats: one.seats.map((seat) => ({ ...seat, yours: false })) };
    await refused(watching, null);
  });
});

describe("a dealt table", () => {
  /** Its list, to which my seed was revealed before the deal. */
  async function dealt(): Promise<Api.TableData> {
    const one = sealed(made());
    void fair.reveal(one);
    await settled();
    return { ...one, status: "running", sealing: { ...one.sealing, sealed_at: null } };
  }

  function problem(one: Api.TableData): string | null {
    const following = new fair.Sealing();
    following.follow(one);
    return following.problem;
  }

  it("is as it should be", async () => {
    const one = await dealt();
    expect(problem(one)).toBeNull();
    const gone = one.seats.map((seat) => (seat.yours ? seat : { ...seat, name: "–", player: null }));
    expect(problem({ ...one, seats: gone }), "somebody has deleted their data").toBeNull();
  });

  it("from another list is told", async () => {
    const one = await dealt();
    expect(problem({ ...one, sealing: { ...one.sealing, seal: "0".repeat(64) } })).toBe("relisted");
    const server = one.seats.map((seat) => ({ ...seat, own_seed: !seat.yours }));
    expect(problem({ ...one, seats: server })).toBe("left_out");
  });

  it("at which others sit elsewhere than when the seed was revealed is told", async () => {
    const one = await dealt();
    const [mine, other] = one.seats as [Api.SeatData, Api.SeatData];
    for (const changed of [
      { ...other, kind: "bot" as const, level: 3 },
      { ...other, name: "Somebody else", player: "p" },
    ]) {
      expect(problem({ ...one, seats: [mine, changed] })).toBe("reseated");
    }
    const swapped = [
      { ...mine, yours: false },
      { ...other, yours: true, commitment: mine.commitment },
    ];
    expect(problem({ ...one, seats: swapped })).toBe("reseated");
  });

  it("with a seed of my seat that this browser did not make is told", async () => {
    const one = await dealt();
    const [mine, other] = one.seats as [Api.SeatData, Api.SeatData];
    const elsewhere = { ...one, seats: [{ ...mine, commitment: commitmentOf(newSeed()) }, other] };
    expect(problem(elsewhere)).toBe("foreign");
    expect(problem({ ...elsewhere, id: "another" }), "of a browser that made none").toBeNull();
  });
});

describe("kept seeds", () => {
  it("are known where the browser refuses to store them", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("private");
      },
      setItem: () => {
        throw new Error("private");
      },
    });
    expect(seeds.seedFor("t", made())).toMatch(/^[0-9a-f]{64}$/);
  });

  it("are found for a record, which does not name its table", () => {
    const commitment = made();
    expect(seeds.tableWith([OTHER, commitment])).toBe("t");
    expect(seeds.tableWith([OTHER])).toBeNull();
  });
});
