import { expect, it } from "vitest";
import type { RoundOver } from "./scenes";
import { closesAt } from "./tally";

const OVER: RoundOver = { round: 1, before: [0, 0], after: [3, 1], over: false, at: 100 };

it("closes for everybody at the same moment, whenever each has come to see it", () => {
  expect(closesAt(OVER, 101, false)).toBe(closesAt(OVER, 106, false));
});

it("is seen for a moment, even if it opens late", () => {
  expect(closesAt(OVER, 150, false)).toBe(152);
});

it("closes soon while the player's own clock runs", () => {
  expect(closesAt(OVER, 101, true) - 101).toBeLessThanOrEqual(3);
});
