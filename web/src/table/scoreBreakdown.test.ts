import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeServer, type FakeRequest } from "$/net/testing";
import { ScoreBreakdown } from "./scoreBreakdown.svelte";

let asked: FakeRequest[];

beforeEach(() => {
  asked = fakeServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const line = (points: number): object => ({ seat: 0, round: 1, rule: "HG-5.1", points, code: "", facts: {}, text: "" });
const told = (points: ScoreBreakdown): number[] => points.lines.map((one) => one.points);

it("tells what the house answers", async () => {
  const points = new ScoreBreakdown("t");
  const done = points.load();
  await asked[0]?.answer([line(3)]);
  await done;
  expect(told(points)).toEqual([3]);
  expect(points.failed).toBe(false);
});

it("believes the answer to the last question, whichever comes last", async () => {
  const points = new ScoreBreakdown("t");
  const both = [points.load(), points.load()];
  await asked[1]?.answer([line(3), line(4)]);
  await both[1];
  await asked[0]?.answer([line(3)]);
  await both[0];
  expect(told(points)).toEqual([3, 4]);
});

it("does not take the failure of an older question for its own", async () => {
  const points = new ScoreBreakdown("t");
  const both = [points.load(), points.load()];
  await asked[1]?.answer([line(3)]);
  await both[1];
  await asked[0]?.fail();
  await both[0];
  expect(points.failed).toBe(false);
});

it("keeps what it knows when the house does not answer, and says so until it does", async () => {
  const points = new ScoreBreakdown("t");
  const first = points.load();
  await asked[0]?.answer([line(3)]);
  await first;
  const second = points.load();
  await asked[1]?.fail();
  await second;
  expect(told(points)).toEqual([3]);
  expect(points.failed).toBe(true);
  const third = points.load();
  await asked[2]?.answer([line(5)]);
  await third;
  expect(points.failed).toBe(false);
  expect(told(points)).toEqual([5]);
});
