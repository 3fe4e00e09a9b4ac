import { expect, test } from "vitest";
import type { Board } from "$/generated/hijun";
import type { GameContext } from "$/table/gameContext";
import { discardContext } from "./discardContext";

function table(): GameContext<Board> {
  return {
    game: "hijun",
    seat: 2,
    chosen: [],
    live: true,
    name: (seat: number) => `seat ${seat}`,
    isLegal: (action: number) => action === 7 || action === 8,
    label: () => "Discard poppy 8",
    winChance: () => 0.5,
    select: () => expect.unreachable("nothing is sent while cards are picked"),
  } as unknown as GameContext<Board>;
}

test("while discards are picked, only selecting and the chosen moves differ", () => {
  const selected: number[] = [];
  const picking = discardContext(
    table(),
    () => [7],
    2,
    (action) => selected.push(action),
  );
  picking.select(9);
  expect(selected).toEqual([9]);
  expect(picking.chosen).toEqual([7]);
  expect([picking.seat, picking.live, picking.isLegal(7), picking.isLegal(9), picking.name(1)]).toEqual([
    2,
    true,
    true,
    false,
    "seat 1",
  ]);
});

test("when all are picked, only these are still lit", () => {
  const picking = discardContext(
    table(),
    () => [7],
    1,
    () => undefined,
  );
  expect([picking.isLegal(7), picking.isLegal(8)]).toEqual([true, false]);
});
