import { describe, expect, it } from "vitest";
import { way } from "./flip";

const PLAIN = { translate: "none", scale: "none" };

describe("the way of a piece", () => {
  it("begins where it was seen, and ends where it lies", () => {
    const [first, ...others] = way([{ x: -20, y: 7.5, scale: 0.5 }], PLAIN);
    expect(first).toMatchObject({ offset: 0, translate: "-20px 7.5px", scale: "0.5 0.5" });
    expect(others).toEqual([]); // where it lies need not be said
  });

  it("may lead by another place", () => {
    const stops = way(
      [
        { x: -20, y: 0, scale: 1 },
        { x: 5, y: 6, scale: 2 },
      ],
      PLAIN,
    );
    expect(stops).toMatchObject([
      { offset: 0, translate: "-20px 0px" },
      { offset: 0.5, translate: "5px 6px", scale: "2 2" },
    ]);
  });

  it("keeps what the piece has of its own", () => {
    const lifted = { translate: "0px -9.6px", scale: "2" };
    expect(way([{ x: 3, y: 4, scale: 0.5 }], lifted)[0]).toMatchObject({
      translate: "3px calc(-9.6px + 4px)",
      scale: "1 1",
    });
    const askew = { translate: "calc(-50% + 1px) 6%", scale: "1 2" };
    expect(way([{ x: 3, y: 4, scale: 3 }], askew)[0]).toMatchObject({
      translate: "calc(calc(-50% + 1px) + 3px) calc(6% + 4px)",
      scale: "3 6",
    });
    expect(way([{ x: 3, y: 4, scale: 1 }], { translate: "5px", scale: "none" })[0]?.["translate"]).toBe(
      "calc(5px + 3px) 4px",
    );
  });

  it("is of nothing but where it is drawn, which the browser moves by itself", () => {
    const [first] = way([{ x: 1, y: 1, scale: 1 }], PLAIN);
    expect(Object.keys(first ?? {}).sort()).toEqual(["easing", "offset", "scale", "translate"]);
  });
});
