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

it("holds the server's response", async () => {
  const points = new ScoreBreakdown("t");
  const done = points.load();
  await asked[0]?.answer([line(3)]);
  await done;
  expect(told(points)).toEqual([3]);
  expect(points.failed).toBe(false);
});

it("uses the response to the last request, whichever comes last", async () => {
  const points = new ScoreBreakdown("t");
  const both = [points.load(), points.load()];
  await asked[1]?.answer([line(3), line(4)]);
  await both[1];
  await asked[0]?.answer([line(3)]);
  await both[0];
  expect(told(points)).toEqual([3, 4]);
});

it("ignores the failure of an older request", async () => {
  const points = new ScoreBreakdown("t");
  const both = [points.load(), points.load()];
  await asked[1]?.answer([line(3)]);
  await both[1];
  await asked[0]?.fail();
  await both[0];
  expect(points.failed).toBe(false);
});

it("keeps the last response if the server does not answer, and reports the failure", async () => {
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
