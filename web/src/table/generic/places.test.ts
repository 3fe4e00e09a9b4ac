import { expect, it } from "vitest";
import type { GameContext } from "$/table/gameContext";
import { ownPlaces, placesOf, sharedPlaces, shortFacts } from "./places";

const title = { code: "x", facts: {}, text: "x" };
const place = (key: string, seat: number | null) => ({ key, title, seat, pieces: [] });
const context = (board: unknown): GameContext => ({ board }) as unknown as GameContext;

it("lays out what belongs to a player before them, and the rest in the middle", () => {
  const board = { round: 2, dealer_seat: 1, places: [place("hand 0", 0), place("hand 1", 1), place("pile", null)] };
  expect(sharedPlaces(context(board)).map(({ key }) => key)).toEqual(["pile"]);
  expect(ownPlaces(context(board), 1).map(({ key }) => key)).toEqual(["hand 1"]);
  expect(shortFacts(context(board))).toEqual([["dealer seat", "1"]]);
});

it("has an empty table for a board without places", () => {
  for (const board of [null, {}, { places: "nowhere" }]) expect(placesOf(context(board))).toEqual([]);
});
