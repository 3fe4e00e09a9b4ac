import { expect, test } from "vitest";
import type { GameContext } from "$/table/gameContext";
import { discardPicksOf } from "./discardPicks.svelte";

function fresh(): ReturnType<typeof discardPicksOf> {
  return discardPicksOf({ seat: 0 } as GameContext);
}

test("cards are picked in any order and sent in that of the hand", () => {
  const picks = fresh();
  expect(picks.toggle(90, 3)).toBe(false);
  expect(picks.toggle(80, 3)).toBe(false);
  expect(picks.toggle(100, 3)).toBe(true);
  expect(picks.actions).toEqual([80, 90, 100]);
});

test("one too many is refused, and replaces nothing", () => {
  const picks = fresh();
  picks.toggle(80, 2);
  picks.toggle(90, 2);
  expect(picks.toggle(100, 2)).toBe(true);
  expect([picks.actions, picks.refused]).toEqual([[80, 90], true]);
  expect(picks.toggle(80, 2)).toBe(false);
  expect([picks.actions, picks.refused]).toEqual([[90], false]);
  expect(picks.toggle(100, 2)).toBe(true);
  expect(picks.actions).toEqual([90, 100]);
});
