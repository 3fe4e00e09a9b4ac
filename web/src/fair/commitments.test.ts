import { beforeEach, describe, expect, it, vi } from "vitest";
import { rememberCommitment, rememberedCommitment } from "./commitments";

describe("commitments", () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });

  it("are stored as they were first shown", () => {
    rememberCommitment("a", "1");
    rememberCommitment("a", "2", true);
    rememberCommitment("b", "3", true);
    expect(rememberedCommitment("a")).toEqual({ commitment: "1", dealt: false });
    expect(rememberedCommitment("b")).toEqual({ commitment: "3", dealt: true });
    expect(rememberedCommitment("c")).toBeNull();
    expect(rememberedCommitment("toString")).toBeNull();
    expect(rememberedCommitment(null, "3")).toEqual({ commitment: "3", dealt: true });
    expect(rememberedCommitment(null, "4")).toBeNull();
  });

  it("are limited in number", () => {
    for (let n = 0; n < 310; n++) rememberCommitment(`t${n}`, `${n}`);
    expect(rememberedCommitment("t9")).toBeNull();
    expect(rememberedCommitment("t10")?.commitment).toBe("10");
  });

  it("work without storage", () => {
    kept.set("zashiki.promises", "[broken");
    expect(rememberedCommitment("a")).toBeNull();
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("no");
      },
      setItem: () => {
        throw new Error("no");
      },
    });
    rememberCommitment("a", "1");
    expect(rememberedCommitment("a")).toBeNull();
  });
});
