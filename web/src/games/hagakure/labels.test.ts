import { expect, test } from "vitest";
import { bannerState, called, lookPlaces, pieceOf } from "./labels";

const look = { name: "look", used: false, actions: [33, 34, 36, 37] };
const fool = { name: "fool", kind: "fool", action: 28 };

test("Look sees the Yomi first, then the others by their seats (HG-2.6)", () => {
  expect(lookPlaces(look, 1, 4)).toEqual([
    { seat: null, action: 33 },
    { seat: 0, action: 34 },
    { seat: 2, action: 36 },
    { seat: 3, action: 37 },
  ]);
});

test("a banner stands, flies this round, or is down", () => {
  const player = {
    seat: 0,
    hand_count: 0,
    hand: null,
    holds_no_samurai: false,
    token: "look",
    tokens: [],
    tricks: 0,
    won: [],
  };
  expect(bannerState(player, { ...look, used: true })).toBe("flown");
  expect(bannerState({ ...player, token: null }, { ...look, used: true })).toBe("used");
  expect(bannerState(player, { ...look, name: "zero" })).toBe("left");
});

test("old fools are told apart by where they lie, everything else by itself and its round", () => {
  expect(pieceOf(fool, 2, "hand-0")).not.toBe(pieceOf(fool, 2, "hand-1"));
  const samurai = { name: "21", kind: "samurai", action: 21 };
  expect(pieceOf(samurai, 2, "hand-0")).toBe(pieceOf(samurai, 2, "trick-3"));
  expect(pieceOf(samurai, 1, "trick-3")).not.toBe(pieceOf(samurai, 2, "hand-0"));
});

test("cards have names", () => {
  expect(called(fool)).toBe("old fool");
  expect(called({ name: "21", kind: "samurai" })).toBe("samurai 21");
});
