import { describe, expect, it } from "vitest";
import { commitmentOf, newSeed } from "./hash";
import { inGroups, sealOf } from "./seal";
import sealed from "./sealed.fixture.json";

const { game, version, options, fair } = sealed.record;

describe("a seal", () => {
  it("is the server's", () => {
    expect(sealOf(game, version, options, fair.commitment, fair.seat_commitments, fair.attempt)).toBe(sealed.seal);
  });

  it("has the options in one way only", () => {
    const seal = (options: unknown): string => sealOf("hiroba", 1, options, "c", ["s"], 1);
    expect(seal({ b: [1, { y: "ä", x: null }], a: true })).toBe(seal({ a: true, b: [1, { x: null, y: "ä" }] }));
    expect(seal({ a: "1" })).not.toBe(seal({ a: 1 }));
    // As `hashlib.sha256('zashiki-fair/2\nhiroba\n{"a":"\\u3042\\u007f"}\n1\nc\ns'.encode())` has it.
    expect(seal({ a: "あ\u007f" })).toBe("5b9b2110d621e64123e292958cea1b4c3290a4435fe558d104195b5a12cb658d");
  });

  it("is read out in groups", () => {
    expect(inGroups("0123456789ab")).toBe("0123 4567 89ab");
    expect(inGroups(sealed.seal).split(" ")).toHaveLength(16);
  });
});

describe("a seed", () => {
  it("is new every time", () => {
    const seeds = Array.from({ length: 50 }, newSeed);
    expect(new Set(seeds).size).toBe(50);
    for (const seed of seeds) expect(seed).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is committed to by its bytes", () => {
    expect(commitmentOf(fair.server_seed)).toBe(fair.commitment);
    expect(() => commitmentOf("plum")).toThrow(RangeError);
  });
});
