import { render } from "svelte/server";
import { expect, test } from "vitest";
import type { Board, Turn } from "$/generated/hitohira";
import type { GameContext } from "$/table/gameContext";
import Controls from "./Controls.svelte";

const NO_MORE = 15;

/** After a failure, as the player who failed sees it, with these legal moves. */
function failed(legal: number[], live = true, taken: string[] = ["red"]): string {
  const turn = { seat: 0, take_no_more_action: NO_MORE, taken } as Turn;
  const context = {
    board: { phase: "failed", abilities: [], players: [] } as unknown as Board,
    seat: 0,
    chosen: [],
    live,
    isLegal: (action: number) => legal.includes(action),
    label: () => undefined,
    winChance: () => null,
    view: { waiting: [0] },
  } as unknown as GameContext<Board>;
  return render(Controls, { props: { context, turn } }).body;
}

test("taking no more is offered if it is legal", () => {
  expect(failed([9, 12, NO_MORE])).toContain('data-legal="true"');
  expect(failed([9, 12, NO_MORE])).not.toContain("refused");
});

test("it is dimmed if two must be taken (HT-R12), and tapping it still shows why", () => {
  const body = failed([9, 12]);
  expect(body).toContain(`data-action="${NO_MORE}"`);
  expect(body).toContain('data-legal="false"');
  expect(body).toContain("refused");
});

test("it is not dimmed while nothing can be selected", () => {
  expect(failed([9, 12], false)).not.toContain("refused");
});

test("before the first piece there is no more to speak of", () => {
  expect(failed([9, NO_MORE], false)).toContain("Take no more");
  expect(failed([9, NO_MORE], false, [])).toContain("Take nothing");
});
