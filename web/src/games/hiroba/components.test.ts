import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import type { Board, Side } from "$/generated/hiroba";
import type { GameContext } from "$/table/gameContext";
import Hand from "./Hand.svelte";
import Seat from "./Seat.svelte";

/** Two empty squares, where some numbers fit: the moves are 101 to 109 on a1 and 201 to 209 on b1. */
function table(fits: Readonly<Record<number, string[]>>, player: object = {}, final = false): GameContext<Board> {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const sides: Side[] = numbers.map((number) => ({ number, back: 10 - number, left: 1, squares: fits[number] ?? [] }));
  const square = (name: string, first: number): object => ({
    name,
    pebble: null,
    stone: null,
    pebble_actions: numbers.map((number) => first + number),
  });
  return {
    seat: 0,
    live: true,
    chosen: [],
    view: { waiting: [0], over: final },
    board: {
      phase: "pebble",
      final,
      squares: [square("a1", 100), square("b1", 200)],
      players: [{ seat: 0, sides, stones: 0, pebbles_left: 9, ...player }],
    },
    isLegal: () => true,
    label: () => undefined,
    winChance: () => null,
  } as unknown as GameContext<Board>;
}

describe("a pebble to choose", () => {
  const body = render(Hand, { props: { context: table({ 2: ["a1", "b1"], 8: ["b1"] }) } }).body;
  const covers = (number: number): string | undefined =>
    body.match(new RegExp(`data-place="side-${number}" data-covers="([^"]*)"`))?.[1];

  it("names the moves that begin with it, so that a lesson can light it first", () => {
    expect(covers(2)).toBe("102 202");
    expect(covers(8)).toBe("208");
  });

  it("names none if it fits nowhere", () => {
    expect(covers(5)).toBe("");
  });
});

describe("what is read out about a player", () => {
  const result = { gardens: 2, koi: 1, points: 9, out: false };
  const read = (final: boolean, player: object = {}): string =>
    render(Seat, { props: { context: table({}, { ...result, ...player }, final), seat: 0 } }).body;

  it("is the result so far during the game", () => {
    expect(read(false)).toContain("2 gardens, 1 koi and 9 points if the game ended now");
  });

  it("is the result when the game is over", () => {
    for (const body of [read(true), read(true, { out: true })]) {
      expect(body).toContain("2 gardens won, 1 koi taken, 9 points");
      expect(body).not.toContain("if the game ended now");
    }
  });
});
