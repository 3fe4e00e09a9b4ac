import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeServer, type FakeRequest } from "$/net/testing";
import { LessonState } from "./lesson.svelte";

const view = { moves: [{ action: 3, label: { code: "move.pass", text: "pass", facts: {} } }], scores: [0, 0] };
const frame = { ply: 0, mover: null, view, events: [], say: null, point: [], rules: [] };

function goal(text: string) {
  return { goal: { en: text }, moves: [3], ahead: [], lit: true, point: [], rules: [] };
}

function data(done: number, result: string | null) {
  const verdict = result === null ? null : { result, say: { en: result }, reason: null };
  return { seat: 0, seats: 2, hide: [], done, goals: 2, verdict, frames: [frame], goal: goal(`goal ${done}`) };
}

let asked: FakeRequest[];

async function opened(): Promise<LessonState> {
  const opening = LessonState.open("hagakure", "tricks");
  await asked[0]?.answer(data(0, null));
  return opening;
}

beforeEach(() => {
  asked = fakeServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("goes on when the goal is reached", async () => {
  const lesson = await opened();
  lesson.select(3);
  await asked[1]?.answer(data(1, "reached"));
  expect(lesson.done).toBe(1);
  expect(lesson.goal?.goal).toEqual({ en: "goal 1" });
  expect(lesson.answer).toEqual({ kind: "reached", text: "reached", rule: null });
});

it("forgets the attempt under way when it begins again", async () => {
  const lesson = await opened();
  lesson.select(3);
  lesson.restart();
  await asked[1]?.answer(data(1, "reached"));
  expect(lesson.done).toBe(0);
  expect(lesson.goal?.goal).toEqual({ en: "goal 0" });
  expect(lesson.answer).toBeNull();
  expect(lesson.live).toBe(true);
});

it("forgets what was chosen when it begins again", async () => {
  const lesson = await opened();
  lesson.propose([3]);
  lesson.restart();
  expect(lesson.chosen).toEqual([]);
});
