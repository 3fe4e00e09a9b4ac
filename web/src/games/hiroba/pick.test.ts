import { describe, expect, it, vi } from "vitest";
import type { Board } from "$/generated/hiroba";
import type { Sight } from "$/table/sight";
import { lightOf, pickOf, touchNumber, touchSquare, waitingSquare } from "./pick.svelte";

/** A table at which it is everybody's turn, with two empty squares. */
function table(seat = 0): Sight<Board> & { seat: number } {
  const square = (name: string, n: number): object => ({
    name,
    pebble: null,
    stone: null,
    stone_action: 900 + n,
    pebble_actions: [1, 2, 3].map((number) => 10 * n + number),
  });
  return {
    seat,
    live: true,
    chosen: [],
    view: { waiting: [0, 1], over: false },
    board: { phase: "pebble", squares: [square("a1", 1), square("a2", 2)], players: [] },
    touch: vi.fn(),
    propose: vi.fn(),
  } as unknown as Sight<Board> & { seat: number };
}

function squareOf(sight: Sight<Board>): Board["squares"][number] {
  const [square] = sight.board.squares;
  if (square === undefined) throw new Error("a garden has squares");
  return square;
}

describe("a number and a square make a move, whichever comes first:", () => {
  it("first the number", () => {
    const sight = table();
    touchNumber(sight, 3);
    touchSquare(sight, squareOf(sight));
    expect(sight.touch).toHaveBeenCalledExactlyOnceWith(13);
  });

  it("first the square", () => {
    const sight = table();
    touchSquare(sight, squareOf(sight));
    touchNumber(sight, 2);
    expect(sight.touch).toHaveBeenCalledExactlyOnceWith(12);
  });
});

describe("what is in hand", () => {
  it("stays at its table", () => {
    const [here, there] = [table(), table()];
    touchNumber(here, 3);
    lightOf(here).leads = true;
    expect(pickOf(there)).toMatchObject({ number: null, square: null, regard: null });
    expect(lightOf(there).leads).toBe(false);
    touchSquare(there, squareOf(there));
    expect(there.touch).not.toHaveBeenCalled();
    expect(waitingSquare(there)?.name).toBe("a1");
    expect(waitingSquare(here)).toBeNull();
  });

  it("is not in the hand of whoever takes the device next", () => {
    const sight = table(0);
    touchSquare(sight, squareOf(sight));
    expect(pickOf(sight)).toMatchObject({ square: "a1", regard: "a1" });
    sight.seat = 1;
    expect(pickOf(sight)).toMatchObject({ number: null, square: null, regard: null });
    touchNumber(sight, 2);
    expect(sight.touch).not.toHaveBeenCalled();
    sight.seat = 0;
    expect(waitingSquare(sight)?.name).toBe("a1");
  });
});
