import { describe, expect, it } from "vitest";
import type { EventView, View } from "$/generated/outgoing";
import { trickSteps } from "$/games/trick-taking/steps";
import { framesOfEnd, RoundEnding } from "./roundEnding";
import { beats, CLEARING, endsRound, scenesOf, type Timing } from "./scenes";
import { event as anyEvent, view as anyView } from "./testing";

const DWELL: Readonly<Record<string, number>> = { "event.card": 700, "event.trick": 1500 };
const timing: Timing = { dwell: (code) => DWELL[code] ?? 0, steps: trickSteps };

function event(n: number, ply: number, code: string, facts: object = {}): EventView {
  return { ...anyEvent(n, ply), code, facts } as unknown as EventView;
}

/** A board of a trick-taking game for three: how many cards lie, and how many tricks each player has. */
function board(cards: number, tricks: number[], more: object = {}): object {
  const laid = { leader: 0, winner: 1, cards: Array.from({ length: cards || 3 }, (_, seat) => ({ seat, card: seat })) };
  return {
    round: 1,
    trick: cards > 0 ? laid : null,
    last_trick: cards > 0 || tricks.every((one) => one === 0) ? null : laid,
    players: tricks.map((count) => ({ hand: null, hand_count: 5, tricks: count })),
    sheet: [],
    ...more,
  };
}

function view(ply: number, waiting: number[], on: object, more: object = {}): View {
  return anyView(ply, { waiting, board: on, moves: [], ...more }) as unknown as View;
}

const shownTrick = (one: View): number =>
  (one.board as { trick: { cards: unknown[] } | null }).trick?.cards.length ?? 0;
const counts = (one: View): number[] => (one.board as { players: { tricks: number }[] }).players.map((p) => p.tricks);

describe("a trick", () => {
  const before = view(6, [2], board(2, [0, 0, 0]));
  const events = [event(4, 6, "event.card"), event(5, 6, "event.trick")];

  it("is held before it counts, then moves to its winner, and only then the next is spoken of", () => {
    const after = view(7, [1], board(0, [0, 1, 0]));
    const [held, swept, ...more] = scenesOf({ before, after, events, asked: null }, timing, 0);
    expect(more).toEqual([]);
    expect(held?.view).toMatchObject({ waiting: [], ply: 7 });
    expect(shownTrick(held?.view as View)).toBe(3);
    expect(counts(held?.view as View)).toEqual([0, 0, 0]);
    expect(held?.caption?.code).toBe("event.trick");
    expect(held?.stay).toBe(1500);
    expect(held?.events).toEqual(events);
    expect(swept).toMatchObject({ stay: CLEARING, passing: true, caption: null, events: [] });
    expect(swept?.view.board).toMatchObject({ trick: null, last_trick: null });
    expect(counts(swept?.view as View)).toEqual([0, 1, 0]);
  });

  it("does not keep its winner waiting: they may lead at once", () => {
    const moves = (anyView(7) as unknown as View).moves;
    const after = view(7, [1], board(0, [0, 1, 0]), { moves });
    const [held] = scenesOf({ before, after, events, asked: 9 }, timing, 1);
    expect(held).toMatchObject({ caption: { code: "event.trick" }, asked: 9 });
    expect(held?.view).toMatchObject({ waiting: [1], moves });
  });

  it("that still lies there when somebody leads is cleared first", () => {
    const lies = view(7, [1], board(0, [0, 1, 0]));
    const led = view(8, [2], board(1, [0, 1, 0]));
    const [clear, lead] = scenesOf(
      { before: lies, after: led, events: [event(6, 7, "event.card")], asked: null },
      timing,
      0,
    );
    expect(clear?.passing).toBe(true);
    expect(clear?.view.board).toMatchObject({ trick: null, last_trick: null });
    expect(clear?.events).toEqual([]);
    expect(shownTrick(lead?.view as View)).toBe(1);
  });

  it("of a round that is over counts, too, although the board is already that of the next one", () => {
    const steps = trickSteps(
      board(2, [1, 0, 0]) as never,
      board(0, [0, 0, 0], { round: 2, last_trick: { winner: 1, cards: [0, 1, 2] }, sheet: [[3]] }) as never,
    );
    expect(steps.map(({ kind }) => kind)).toEqual(["hold", "rest"]);
    expect(steps[1]?.board).toMatchObject({ round: 1, trick: null, sheet: [[3]] });
    expect(steps[1]?.board.players.map(({ tricks }) => tricks)).toEqual([1, 1, 0]);
  });

  it("shows no card of the next round before the tally", () => {
    const hands = (hand_count: number, hand: unknown[]): object => ({
      players: [0, 1, 2].map((seat) => ({ hand: seat === 0 ? hand : null, hand_count, tricks: 0 })),
    });
    const next = { round: 2, last_trick: { winner: 1, cards: [0, 1, 2] }, ...hands(5, [1, 2, 3, 4, 5]) };
    const steps = trickSteps(board(2, [1, 0, 0], hands(1, [9])) as never, board(0, [0, 0, 0], next) as never);
    for (const step of steps) {
      expect(step.board.players.map(({ hand, hand_count }) => [hand, hand_count])).toEqual([
        [[], 0],
        [null, 0],
        [null, 0],
      ]);
    }
  });
});

describe("beats", () => {
  it("are the moves of an update, each with its outcome, and as long as it takes to read", () => {
    const events = [
      event(0, 6, "event.card"),
      event(1, 6, "event.trick"),
      event(2, 7, "event.dealt"),
      event(3, 8, "event.card"),
    ];
    const found = beats(events, timing.dwell);
    expect(found.map(({ caption, stay }) => [caption?.n, stay])).toEqual([
      [1, 1500],
      [3, 700],
    ]);
  });

  it("are shown one after the other on the same board", () => {
    const after = view(8, [1], {});
    const events = [event(0, 6, "event.card"), event(1, 7, "event.trick")];
    const scenes = scenesOf({ before: null, after, events, asked: null }, { dwell: timing.dwell }, 0);
    expect(scenes.map(({ caption }) => caption?.code)).toEqual(["event.card", "event.trick"]);
    expect(scenes.map(({ view: one }) => one === after)).toEqual([true, true]);
    expect(scenes.map(({ events: told }) => told.length)).toEqual([2, 0]);
  });
});

describe("the end of a round", () => {
  const before = view(6, [2], board(2, [0, 0, 0]), { scores: [1, 0, 0] });
  const dealt = board(0, [0, 0, 0], { round: 2, last_trick: { winner: 1, cards: [0, 1, 2] } });
  const after = view(40, [0], dealt, { scores: [1, 2, 0] });
  const events = [
    event(4, 6, "event.card"),
    event(5, 6, "event.trick"),
    event(6, 6, "event.points"),
    event(7, 7, "event.round", { round: 2 }),
    event(8, 39, "event.dealt"),
  ];
  const over = { round: 1, before: [1, 0, 0], after: [1, 2, 0], over: false, at: 0 };
  const ending = new RoundEnding({ before, after, events, asked: 5 }, over, timing, 0);

  it("is seen by the number of the round, or by the end of the game", () => {
    expect(endsRound(before, after)).toBe(true);
    expect(endsRound(before, before)).toBe(false);
    expect(endsRound(before, { ...before, over: true })).toBe(true);
  });

  it("needs the moments up to the next deal", () => {
    expect(framesOfEnd(before, after, events)).toBe(1);
    const together = events.map((one) => ({ ...one, ply: Math.min(one.ply, 6) }));
    expect(framesOfEnd(before, after, together)).toBe(1);
  });

  it("shows the last trick, then the tally, and only then the deal", () => {
    const taken = view(7, [-1], board(0, [0, 0, 0], { round: 2, last_trick: { winner: 1, cards: [0, 1, 2] } }));
    const scenes = ending.scenes([{ ply: 7, mover: 2, move: null, events: [], view: taken as never }]);
    const tally = scenes.findIndex((scene) => scene.tally !== null);
    expect(tally).toBe(2);
    expect(scenes.slice(0, tally).map((scene) => scene.events.map(({ n }) => n))).toEqual([[4, 5], []]);
    expect(scenes[tally]?.events.map(({ n }) => n)).toEqual([6]);
    expect(
      scenes.slice(0, tally + 1).every(({ view: one }) => one.moves.length === 0 && one.waiting.length === 0),
    ).toBe(true);
    expect(scenes[tally]?.view).toMatchObject({ scores: [1, 2, 0], board: { round: 1 } });
    expect(scenes[tally]?.caption?.code).toBe("event.trick");
    expect(scenes.at(-1)?.view.ply).toBe(40);
    expect(scenes.at(-1)?.events.map(({ n }) => n)).toEqual([7, 8]);
  });

  it("ends with the next round even if the moments between cannot be had", () => {
    const scenes = ending.scenes([]);
    expect(scenes.filter((scene) => scene.tally !== null)).toHaveLength(1);
    expect(scenes.at(-1)?.view).toMatchObject({ ply: 40, board: { round: 2 } });
    expect(scenes.flatMap((scene) => scene.events)).toEqual(events);
    const plain = new RoundEnding({ before, after, events, asked: 5 }, over, { dwell: timing.dwell }, 0).scenes([]);
    expect(plain.map((scene) => scene.tally !== null)).toEqual([true, ...plain.slice(1).map(() => false)]);
    expect(plain.at(-1)?.view).toBe(after);
  });
});
