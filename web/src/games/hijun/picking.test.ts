import { expect, test } from "vitest";
import type { Board } from "$/generated/hijun";
import type { Sight } from "$/table/sight";
import { picking } from "./picking";

test("a table on which cards are picked is the same table, but for what is touched and chosen", () => {
  const touched: number[] = [];
  const table = {
    game: "hijun",
    seat: 2,
    chosen: [],
    live: true,
    name: (seat: number) => `seat ${seat}`,
    may: (action: number) => action === 7,
    label: () => "Discard poppy 8",
    worth: () => 0.5,
    touch: () => expect.unreachable("nothing is sent while cards are picked"),
  } as unknown as Sight<Board>;
  const eyes = picking(
    table,
    () => [7],
    (action) => touched.push(action),
  );
  eyes.touch(9);
  expect(touched).toEqual([9]);
  expect(eyes.chosen).toEqual([7]);
  expect([eyes.seat, eyes.live, eyes.may(7), eyes.may(9), eyes.name(1)]).toEqual([2, true, true, false, "seat 1"]);
});
