import { describe, expect, it } from "vitest";
import type { Board, Turn } from "$/generated/hitohira";
import type { EventView, View } from "$/generated/outgoing";
import { scenesOf } from "$/table/scenes";
import { view as anyView } from "$/table/testing";
import { dwell } from "./parts";
import { colourWord } from "./petals";
import { turnSteps } from "./steps";

type Heap = [colour: string, count: number][];

function turn(seat: number, pieces: Heap, more: Partial<Turn> = {}): Turn {
  const piles = pieces.map(([colour, count]) => ({ colour, count, actions: [9] }));
  return { seat, pieces: piles, last_draw: [], draws_made: 1, failed: false, culprits: [], shown: [], ...more } as Turn;
}

function board(now: Turn, pouch: number, more: Partial<Board> = {}): Board {
  return { phase: "draw", turn: now, pouch, players: [], abilities: [], ...more } as unknown as Board;
}

function event(n: number, ply: number, code: string, facts: object = {}, rule = "HT-3.5"): EventView {
  return { n, ply, code, rule, text: "", facts } as unknown as EventView;
}

function heap(...pieces: Heap): object {
  return {
    pieces: pieces.map(([colour, count]) => ({ code: "pieces", count, colour: { code: colourWord(colour).code } })),
  };
}

const red = { colour: { code: colourWord("red").code }, count: 3 };
const lies = (one: Board): Heap => (one.turn?.pieces ?? []).map(({ colour, count }) => [colour, count]);

describe("a bot's turn", () => {
  const before = board(turn(1, [["red", 1]]), 40);
  const next = board(turn(2, []), 40);

  it("shows pieces that fail before they are returned to the pouch", () => {
    const events = [
      event(1, 9, "event.drawn", heap(["red", 2])),
      event(2, 9, "event.fails_three", red),
      event(3, 9, "event.returned", heap(["red", 3])),
    ];
    const [failed, rest] = turnSteps(before, next, events);
    expect(failed).toMatchObject({
      kind: "move",
      upTo: 2,
      board: { phase: "failed", pouch: 37, turn: { seat: 1, failed: true, culprits: ["red"], draws_made: 2 } },
    });
    expect(lies(failed?.board as Board)).toEqual([["red", 3]]);
    expect((failed?.board as Board).turn?.last_draw).toEqual([{ colour: "red", count: 2 }]);
    expect(rest?.board).toBe(next);
  });

  it("shows what was taken before the rest is returned", () => {
    const failed = board(
      turn(
        1,
        [
          ["red", 3],
          ["blue", 1],
        ],
        { failed: true, culprits: ["red"] },
      ),
      36,
    );
    const events = [event(1, 9, "event.takes", red), event(2, 9, "event.returned", heap(["red", 2], ["blue", 1]))];
    const [taken] = turnSteps(failed, board(turn(2, []), 39), events);
    expect(taken).toMatchObject({ upTo: 1, board: { pouch: 36, turn: { culprits: ["red"] } } });
    expect(lies(taken?.board as Board)).toEqual([
      ["red", 2],
      ["blue", 1],
    ]);
  });

  it("shows an ability before its pieces are drawn", () => {
    const using = board(turn(1, [["red", 1]], { shown: [{ colour: "blue", count: 1, actions: [] }] }), 39, {
      abilities: [{ in_use: true }] as Board["abilities"],
    });
    const [chosen, rest] = turnSteps(before, using, [event(1, 9, "event.uses"), event(2, 10, "event.drawn")]);
    expect(chosen).toMatchObject({ upTo: 1, board: { pouch: 40, abilities: [{ in_use: true }], turn: { shown: [] } } });
    expect(rest?.board).toBe(using);
  });

  it("shows pieces of an ability before they are returned, and the turn goes on", () => {
    const screen = board(turn(1, [["red", 1]]), 40, { phase: "screen" });
    const events = [
      event(1, 9, "event.drawn", heap(["blue", 1]), "HT-4.5"),
      event(2, 9, "event.returned", heap(["blue", 1]), "HT-4.5"),
    ];
    const [shown] = turnSteps(before, screen, events);
    expect(shown?.board).toMatchObject({ pouch: 39, turn: { shown: [{ colour: "blue", count: 1 }] } });
    expect(lies(shown?.board as Board)).toEqual([["red", 1]]);
  });

  it("comes in scenes with their own boards and captions", () => {
    const events = [
      event(1, 9, "event.drawn", heap(["red", 2])),
      event(2, 9, "event.fails_three", red),
      event(3, 9, "event.returned", heap(["red", 3])),
    ];
    const told = {
      before: anyView(6, { waiting: [1], board: before }) as unknown as View,
      after: anyView(10, { waiting: [2], board: next }) as unknown as View,
      events,
      asked: null,
    };
    const scenes = scenesOf(told, { dwell, steps: turnSteps }, 0);
    expect(scenes.map(({ caption, view }) => [caption?.code, lies(view.board as unknown as Board)])).toEqual([
      ["event.fails_three", [["red", 3]]],
      ["event.returned", []],
    ]);
  });

  it("that leaves everything on the table is shown as it is", () => {
    const drawn = board(turn(1, [["red", 2]]), 39);
    expect(turnSteps(before, drawn, [event(1, 9, "event.drawn", heap(["red", 1]))])).toEqual([
      { board: drawn, kind: "rest" },
    ]);
  });
});
