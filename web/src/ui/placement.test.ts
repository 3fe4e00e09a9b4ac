import { describe, expect, it } from "vitest";
import { place, type Rect } from "./placement";

const SCREEN: Rect = { left: 0, top: 0, width: 390, height: 844 };
const BOX = { width: 300, height: 120 };

function covers(box: Rect, other: Rect): boolean {
  return (
    box.left < other.left + other.width &&
    other.left < box.left + box.width &&
    box.top < other.top + other.height &&
    other.top < box.top + box.height
  );
}

describe("a box on the screen", () => {
  it("stands right above its target, in the middle", () => {
    const target = { left: 150, top: 600, width: 80, height: 60 };
    const found = place(BOX, SCREEN, [target], [{ left: 0, top: 670, width: 390, height: 174 }]);
    expect(found).toMatchObject({ side: "above", left: 40, top: 470 });
  });

  it("stays on the screen beside a target at its edge", () => {
    const target = { left: 370, top: 0, width: 40, height: 40 };
    const found = place(BOX, SCREEN, [target], []);
    expect(found.left).toBeGreaterThanOrEqual(0);
    expect(found.left + BOX.width).toBeLessThanOrEqual(SCREEN.width);
    expect(found.top).toBeGreaterThan(40);
  });

  it("covers neither its target nor what is to stay visible, however far it has to go", () => {
    const target = { left: 20, top: 640, width: 350, height: 100 };
    const keep = [
      { left: 0, top: 500, width: 390, height: 130 }, // the prompt
      { left: 0, top: 640, width: 390, height: 204 }, // the hand
      { left: 0, top: 0, width: 390, height: 140 },
    ];
    const found = place(BOX, SCREEN, [target], keep);
    const box = { ...found, ...BOX };
    expect([target, ...keep].filter((one) => covers(box, one))).toEqual([]);
    expect(found.side).toBe("apart");
  });

  it("rather goes further than to cover what is better not covered", () => {
    const board = { left: 0, top: 200, width: 390, height: 300 };
    const prompt = { left: 0, top: 500, width: 390, height: 60 };
    expect(place(BOX, SCREEN, [prompt], [])).toMatchObject({ side: "above" });
    expect(place(BOX, SCREEN, [prompt], [], [board])).toMatchObject({ side: "below" });
    const hand = { left: 0, top: 560, width: 390, height: 284 };
    expect(place(BOX, SCREEN, [prompt], [hand], [board]).top + BOX.height).toBeLessThanOrEqual(200);
  });

  it("is beside a target that fills the height", () => {
    const wide = { left: 0, top: 0, width: 1280, height: 800 };
    expect(place(BOX, wide, [{ left: 0, top: 0, width: 200, height: 800 }], []).side).toBe("right");
  });

  it("without a target is in the middle of what is free", () => {
    const found = place(BOX, SCREEN, [], [{ left: 0, top: 500, width: 390, height: 344 }]);
    expect(found.left).toBe(45);
    expect(found.top + BOX.height).toBeLessThanOrEqual(500);
    expect(found.top).toBeGreaterThan(300);
  });

  it("fits nowhere, but is on the screen", () => {
    const found = place({ width: 500, height: 900 }, SCREEN, [], [SCREEN]);
    expect(found).toMatchObject({ left: 8, top: 8 });
  });
});

describe("a box about several things", () => {
  const wide = { left: 0, top: 0, width: 1280, height: 800 };
  const far = [
    { left: 20, top: 20, width: 200, height: 60 },
    { left: 1000, top: 20, width: 200, height: 60 },
    { left: 20, top: 700, width: 1200, height: 80 },
  ];

  it("stands beside one of them and covers none, though together they surround the screen", () => {
    const found = place(BOX, wide, far, []);
    const box = { ...found, ...BOX };
    expect(far.filter((one) => covers(box, one))).toEqual([]);
    expect(found.side).not.toBe("apart");
    expect(far).toContainEqual(found.about);
  });

  it("goes where there is room if one of them has none", () => {
    const found = place(BOX, wide, far, [{ left: 0, top: 0, width: 1280, height: 500 }]);
    expect(found).toMatchObject({ side: "above", about: far[2] });
  });
});
