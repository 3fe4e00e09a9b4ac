import { beforeEach, describe, expect, it, vi } from "vitest";
import { PassAndPlay } from "./passAndPlay.svelte";
import { browser } from "./testing";
import type { TableState } from "./tableState.svelte";

/** A table on one device with three people and a bot. */
function at(seat: number, waiting: number[], more: object = {}): TableState {
  const seats = [0, 1, 2, 3].map((n) => ({ seat: n, stand_in: false }));
  return {
    seat,
    mySeats: [0, 1, 2],
    shown: { over: false, waiting },
    table: { seats, settings: { one_device: true } },
    busy: false,
    sending: false,
    viewAs(this: { seat: number }, other: number) {
      this.seat = other;
      return Promise.resolve(true);
    },
    ...more,
  } as unknown as TableState;
}
const to = (...given: Parameters<typeof at>): number | null => new PassAndPlay(() => at(...given)).to;

beforeEach(() => browser());

describe("the device", () => {
  it("goes first to the player whose turn it is and whose view is shown", () => {
    expect(to(0, [0, 1, 2])).toBe(0);
    expect(to(1, [1, 2])).toBe(1);
    expect(to(0, [2])).toBe(2);
    expect(to(2, [0, 3])).toBe(0);
  });

  it("shows no hand while a bot thinks, before somebody has taken it", () => {
    expect(to(1, [3])).toBe(1);
  });

  it("stays with whoever has taken it", async () => {
    const tableState = at(0, [1]);
    const passAndPlay = new PassAndPlay(() => tableState);
    await passAndPlay.take();
    expect(tableState.seat).toBe(1);
    expect(passAndPlay.to).toBeNull();
  });

  it("keeps hands hidden with an error message until it can be handed over", async () => {
    const ways = [false, true];
    const viewAs = vi.fn(function (this: { seat: number }, other: number) {
      const may = ways.shift() ?? false;
      if (may) this.seat = other;
      return Promise.resolve(may);
    });
    const tableState = at(0, [1], { viewAs, refusals: { shown: { text: "The server is busy.", rule: null } } });
    const passAndPlay = new PassAndPlay(() => tableState);
    await passAndPlay.take();
    expect(passAndPlay.to).toBe(1);
    expect(passAndPlay.problem).toBe("The server is busy.");
    await passAndPlay.take();
    expect(passAndPlay.to).toBeNull();
    expect(passAndPlay.problem).toBeNull();
  });

  it("is not passed on if there is nobody to pass it to", () => {
    expect(to(0, [0], { mySeats: [0] })).toBeNull();
    expect(to(0, [0, 1], { table: { seats: [], settings: { one_device: false } } })).toBeNull();
    expect(to(0, [], { shown: { over: true, waiting: [] } })).toBeNull();
  });
});
