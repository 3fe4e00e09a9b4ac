import { describe, expect, it, vi } from "vitest";
import type { Board } from "$/generated/hiroba";
import type { GameContext } from "$/table/gameContext";
import { highlightOf, selectionOf, touchNumber, touchSquare, waitingSquare } from "./selection.svelte";

/** A table with two empty squares where it is everyone's turn. */
function table(seat = 0): GameContext<Board> & { seat: number } {
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
    select: vi.fn(),
    propose: vi.fn(),
  } as unknown as GameContext<Board> & { seat: number };
}

function squareOf(context: GameContext<Board>): Board["squares"][number] {
  const [square] = context.board.squares;
  if (square === undefined) throw new Error("a garden has squares");
  return square;
}

describe("a number and a square make a move, whichever comes first:", () => {
  it("first the number", () => {
    const context = table();
    touchNumber(context, 3);
    touchSquare(context, squareOf(context));
    expect(context.select).toHaveBeenCalledExactlyOnceWith(13);
  });

  it("first the square", () => {
    const context = table();
    touchSquare(context, squareOf(context));
    touchNumber(context, 2);
    expect(context.select).toHaveBeenCalledExactlyOnceWith(12);
  });
});

describe("a selection", () => {
  it("belongs to its table", () => {
    const [here, there] = [table(), table()];
    touchNumber(here, 3);
    highlightOf(here).leads = true;
    expect(selectionOf(there)).toMatchObject({ number: null, square: null, region: null });
    expect(highlightOf(there).leads).toBe(false);
    touchSquare(there, squareOf(there));
    expect(there.select).not.toHaveBeenCalled();
    expect(waitingSquare(there)?.name).toBe("a1");
    expect(waitingSquare(here)).toBeNull();
  });

  it("is not visible to the next player on the device", () => {
    const context = table(0);
    touchSquare(context, squareOf(context));
    expect(selectionOf(context)).toMatchObject({ square: "a1", region: "a1" });
    context.seat = 1;
    expect(selectionOf(context)).toMatchObject({ number: null, square: null, region: null });
    touchNumber(context, 2);
    expect(context.select).not.toHaveBeenCalled();
    context.seat = 0;
    expect(waitingSquare(context)?.name).toBe("a1");
  });
});
