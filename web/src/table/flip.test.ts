import { describe, expect, it } from "vitest";
import { way } from "./flip";

const PLAIN = { translate: "none", scale: "none" };

describe("the way of a piece", () => {
  it("begins where it was seen, and ends where it lies", () => {
    const first = way({ x: -20, y: 7.5, scale: 0.5 }, PLAIN);
    expect(first).toEqual({ offset: 0, translate: "-20px 7.5px", scale: "0.5 0.5" });
  });

  it("keeps what the piece has of its own", () => {
    const lifted = { translate: "0px -9.6px", scale: "2" };
    expect(way({ x: 3, y: 4, scale: 0.5 }, lifted)).toMatchObject({
      translate: "3px calc(-9.6px + 4px)",
      scale: "1 1",
    });
    const askew = { translate: "calc(-50% + 1px) 6%", scale: "1 2" };
    expect(way({ x: 3, y: 4, scale: 3 }, askew)).toMatchObject({
      translate: "calc(calc(-50% + 1px) + 3px) calc(6% + 4px)",
      scale: "3 6",
    });
    expect(way({ x: 3, y: 4, scale: 1 }, { translate: "5px", scale: "none" }).translate).toBe("calc(5px + 3px) 4px");
  });

  it("is of nothing but where it is drawn, which the browser moves by itself", () => {
    expect(Object.keys(way({ x: 1, y: 1, scale: 1 }, PLAIN)).sort()).toEqual(["offset", "scale", "translate"]);
  });
});
