import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepPromise, promised } from "./promise";

describe("promises", () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });

  it("are kept as they were first shown", () => {
    keepPromise("a", "1");
    keepPromise("a", "2", true);
    keepPromise("b", "3", true);
    expect(promised("a")).toEqual({ commitment: "1", dealt: false });
    expect(promised("b")).toEqual({ commitment: "3", dealt: true });
    expect(promised("c")).toBeNull();
    expect(promised("toString")).toBeNull();
    expect(promised(null, "3")).toEqual({ commitment: "3", dealt: true });
    expect(promised(null, "4")).toBeNull();
  });

  it("are forgotten one day", () => {
    for (let n = 0; n < 310; n++) keepPromise(`t${n}`, `${n}`);
    expect(promised("t9")).toBeNull();
    expect(promised("t10")?.commitment).toBe("10");
  });

  it("do without a browser that keeps anything", () => {
    kept.set("zashiki.promises", "[broken");
    expect(promised("a")).toBeNull();
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("no");
      },
      setItem: () => {
        throw new Error("no");
      },
    });
    keepPromise("a", "1");
    expect(promised("a")).toBeNull();
  });
});
