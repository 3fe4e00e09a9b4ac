import { expect, it } from "vitest";
import type { ScoreLine } from "$/generated/api";
import type { RoundOver } from "./scenes";
import { closesAt, tallyRows } from "./tally";

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

it("lists the gains of a seat before what cancels them", () => {
  const line = (points: number): ScoreLine => ({ seat: 0, round: 1, points, rule: "", code: "", facts: {}, text: "" });
  const [first] = tallyRows(OVER, [line(-3), line(1), line(2)]);
  expect(first?.lines.map(({ points }) => points)).toEqual([2, 1, -3]);
});
