import { describe, expect, it } from "vitest";
import type { Board, Captured, Card } from "$/generated/sakura";
import type { EventView, View } from "$/generated/outgoing";
import { scenesOf } from "$/table/scenes";
import { view as anyView } from "$/table/testing";
import { card as cardWords, monthOf, PLANTS } from "./labels";
import { dwell } from "./parts";
import { turnSteps } from "./steps";

const VALUES: Readonly<Record<string, number>> = { crane: 20, "pine scroll": 10, curtain: 20 };

function card(name: string, action: number | null = null): Card {
  const month = monthOf(name);
  return { name, month, plant: PLANTS[month - 1] ?? "", kind: "chaff", value: VALUES[name] ?? 0, action };
}

function captured(names: string[]): Captured {
  return { bright: [], scroll: [], hawthorn: [], animal: [], rain: [], chaff: names.map((name) => card(name)) };
}

/** What two players have captured, and what lies between them. */
function board(field: string[], own: string[], theirs: string[], more: Partial<Board> = {}): Board {
  const months = [...new Set(field.map(monthOf))].sort((one, other) => one - other);
  return {
    phase: "play",
    round: 1,
    rounds: 2,
    dealer: 0,
    first: 1,
    mover: 0,
    players: [own, theirs].map((names, seat) => ({
      seat,
      side: seat,
      hand_count: 5,
      hand: seat === 0 ? [] : null,
      captured: captured(names),
    })),
    sides: [own, theirs].map((names, seat) => ({
      seats: [seat],
      value: names.reduce((sum, name) => sum + (VALUES[name] ?? 0), 0),
      total: 0,
      sets: [
        {
          name: "spring",
          cards: ["crane", "curtain"],
          captured: names.filter((name) => ["crane", "curtain"].includes(name)),
          complete: names.includes("crane") && names.includes("curtain"),
        },
      ],
    })),
    field: months.map((month) => ({
      month,
      plant: PLANTS[month - 1] ?? "",
      stack: false,
      action: null,
      cards: field.filter((name) => monthOf(name) === month).map((name) => card(name, 60)),
    })),
    pile_count: 20,
    pending: null,
    fours: [],
    wildcard: null,
    wildcard_left: false,
    apart: null,
    sheet: [],
    ...more,
  };
}

function said(name: string): object {
  const { code, facts } = cardWords(name);
  return { code, ...facts };
}

function event(n: number, ply: number, code: string, name: string, cards: string[] = []): EventView {
  const facts = { seat: { code: "seat", n: 1 }, card: said(name), cards: cards.map(said) };
  return { n, ply, code, rule: "", text: "", facts } as unknown as EventView;
}

const names = (one: Board): string[] => one.field.flatMap(({ cards }) => cards.map(({ name }) => name));
const taken = (one: Board, seat: number): string[] =>
  Object.values(one.players[seat]?.captured ?? {})
    .flat()
    .map(({ name }: Card) => name);

describe("a turn", () => {
  const before = board(["pine chaff 1", "cherry chaff 1"], [], []);
  const played = event(1, 6, "event.play_captures", "pine scroll", ["pine chaff 1"]);

  it("shows the played card before the flipped one, which stays in the field", () => {
    const after = board(["cherry chaff 1", "plum scroll"], [], ["pine chaff 1", "pine scroll"], { pile_count: 19 });
    const steps = turnSteps(before, after, [played, event(2, 7, "event.flip_stays", "plum scroll")]);
    expect(steps.map(({ kind, upTo }) => [kind, upTo])).toEqual([
      ["move", 1],
      ["rest", undefined],
    ]);
    const between = steps[0]?.board as Board;
    expect(names(between)).toEqual(["cherry chaff 1"]);
    expect(taken(between, 1)).toEqual(["pine chaff 1", "pine scroll"]);
    expect(between.pile_count).toBe(20);
    expect(steps[1]?.board).toBe(after);
  });

  it("gives back what the flipped card took, and counts it only then", () => {
    const all = ["pine chaff 1", "crane", "curtain", "cherry chaff 1"];
    const after = board([], [], all, { pile_count: 19 });
    const events = [
      event(1, 6, "event.play_captures", "crane", ["pine chaff 1"]),
      event(2, 7, "event.flip_captures", "curtain", ["cherry chaff 1"]),
      event(3, 7, "event.set", "curtain"),
    ];
    const between = turnSteps(before, after, events)[0]?.board as Board;
    expect(names(between)).toEqual(["cherry chaff 1"]);
    expect(between.field[0]?.cards[0]?.action).toBe(60);
    expect(taken(between, 1)).toEqual(["pine chaff 1", "crane"]);
    expect(between.sides[1]).toMatchObject({ value: 20, sets: [{ captured: ["crane"], complete: false }] });
    expect(between.sides[0]).toBe(after.sides[0]);
  });

  it("lets the flipped card take the one just played", () => {
    const after = board(["pine chaff 1", "cherry chaff 1"], [], ["plum scroll", "plum chaff 1"], { pile_count: 19 });
    const events = [
      event(1, 6, "event.play_stays", "plum chaff 1"),
      event(2, 7, "event.flip_captures", "plum scroll", ["plum chaff 1"]),
    ];
    const between = turnSteps(before, after, events)[0]?.board as Board;
    expect(names(between)).toEqual(["pine chaff 1", "plum chaff 1", "cherry chaff 1"]);
    expect(taken(between, 1)).toEqual([]);
  });

  it("flips before its player chooses what to capture", () => {
    const pending = { card: card("plum scroll"), flipped: true, interrupted: false, leave: 120, seat: 1 };
    const after = board(["cherry chaff 1"], [], ["pine chaff 1", "pine scroll"], { pile_count: 19, pending });
    const steps = turnSteps(before, after, [played, event(2, 7, "event.flip", "plum scroll")]);
    expect((steps[0]?.board as Board).pending).toBeNull();
    expect((steps[1]?.board as Board).pending).toBe(pending);
  });

  it("of one move is shown at once", () => {
    expect(turnSteps(before, before, [event(1, 6, "event.play", "pine scroll")])).toHaveLength(1);
  });

  it("that ends a round is told on its own board, and the deal on the next", () => {
    const after = board(["crane"], [], [], { round: 2, sheet: [{ dealer: 0, points: [], sets: [], values: [] }] });
    expect(turnSteps(before, after, [event(1, 6, "event.flip_stays", "plum scroll")])).toEqual([
      { board: before, kind: "rest" },
    ]);
    expect(turnSteps(before, after, [event(2, 8, "event.dealt", "crane")])).toEqual([{ board: after, kind: "rest" }]);
  });

  it("of another player comes in two scenes with their own boards, and mine can be taken at once", () => {
    const after = board(["cherry chaff 1", "plum scroll"], [], ["pine chaff 1", "pine scroll"], { pile_count: 19 });
    const events = [played, event(2, 7, "event.flip_stays", "plum scroll")];
    const told = (waiting: number[]) => ({
      before: anyView(6, { waiting: [1], board: before }) as unknown as View,
      after: anyView(8, { waiting, board: after }) as unknown as View,
      events,
      asked: null,
    });
    const watched = scenesOf(told([2]), { dwell, steps: turnSteps }, 0);
    expect(watched.map(({ caption, view }) => [caption?.code, names(view.board as unknown as Board)])).toEqual([
      ["event.play_captures", ["cherry chaff 1"]],
      ["event.flip_stays", ["plum scroll", "cherry chaff 1"]],
    ]);
    expect(watched.map(({ events: some }) => some.map(({ n }) => n))).toEqual([[1], [2]]);
    expect(watched.map(({ step }) => step)).toEqual([true, false]);
    // What happens is told all the same; what is asked is written afterwards.
    const asked = scenesOf(told([0]), { dwell, steps: turnSteps }, 0);
    expect(asked.map(({ caption }) => caption?.code)).toEqual(["event.play_captures", "event.flip_stays"]);
    for (const { view } of asked) {
      expect(view).toMatchObject({ ply: 8, waiting: [0] });
      expect(view.moves.length).toBeGreaterThan(0);
    }
  });
});
