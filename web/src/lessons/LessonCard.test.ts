import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import type { LessonState } from "./lesson.svelte";
import LessonCard from "./LessonCard.svelte";

// It needs the address of a page.
vi.mock("$/lobby/quickStart.svelte", () => ({ QuickStart: class {} }));

/** The card while the others move, as it is without this and that to read. */
function showing(more: Partial<LessonState>): string {
  const lesson = {
    game: "hagakure",
    showing: true,
    news: [{ code: "event.card" }],
    say: () => "Haru plays 7.",
    read: () => "Look.",
    text: null,
    rules: [],
    answer: null,
    goal: null,
    chosen: [],
    ...more,
  } as unknown as LessonState;
  return render(LessonCard, { props: { lesson, following: undefined } }).body;
}

test("it says what the others do while there is nothing else to read", () => {
  expect(showing({})).toMatch(/class="happens[^>]*>Haru plays 7\.</);
  expect(showing({ text: { en: "Look." } })).not.toContain("happens");
  expect(showing({ answer: { kind: "reached", text: "Well done.", rule: null } })).not.toContain("happens");
  expect(showing({ showing: false })).not.toContain("happens");
});
