import { render } from "svelte/server";
import { expect, test } from "vitest";
import type { Board, Turn } from "$/generated/hitohira";
import type { Message } from "$/generated/outgoing";
import type { GameContext } from "$/table/gameContext";
import DrawControls from "./DrawControls.svelte";
import TurnPieces from "./TurnPieces.svelte";

const TURN = {
  seat: 0,
  pieces: [{ colour: "red", count: 3, actions: [9] }],
  last_draw: [],
  draws_made: 1,
  draws_left: 2,
  failing: [0.25, 0.5],
  failed: false,
  failure: null,
  culprits: [],
  shown: [],
  giving: null,
  draw_actions: [1, 2],
  stop_action: 0,
} as unknown as Turn;

function contextWith(winChance: (action: number) => number | null): GameContext<Board> {
  return {
    board: { phase: "draw", players: [], abilities: [], turn: TURN } as unknown as Board,
    view: { ply: 1, waiting: [0] },
    seat: 0,
    chosen: [],
    live: true,
    hints: true,
    isLegal: () => true,
    label: () => undefined,
    name: () => "Aki",
    say: (message: Message) => message.text,
    winChance,
  } as unknown as GameContext<Board>;
}

test("the risk of failing is below the numbers", () => {
  const body = render(DrawControls, { props: { context: contextWith(() => null), turn: TURN } }).body;
  expect(body).toContain('data-chance="25%"');
  expect(body).toContain('data-chance="50%"');
});

test("a hint adds no second percentage to a button", () => {
  const hinted = contextWith((action) => (action === 2 ? 0.6 : null));
  const body = render(DrawControls, { props: { context: hinted, turn: TURN } }).body;
  const shown = body.replace(/ aria-label="[^"]*"/g, "").replace(/<ul.*<\/ul>/s, "");
  expect(shown).toContain('data-chance="50%"');
  expect(shown).not.toContain("60");
});

test("a failed turn says why, and marks the colours that did it", () => {
  const context = contextWith(() => null);
  expect(render(TurnPieces, { props: { context, turn: TURN } }).body).not.toContain("culprit");
  const failed = {
    ...TURN,
    failed: true,
    failure: { code: "failure.three", facts: {}, text: "3 red" },
    culprits: ["red"],
  } as unknown as Turn;
  const body = render(TurnPieces, { props: { context, turn: failed } }).body;
  expect(body).toContain("3 red");
  expect(body.match(/culprit/g)).toHaveLength(1);
});
