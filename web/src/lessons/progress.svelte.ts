/** Which lessons are done. They are kept with the settings, so they follow an account. */
import { settings } from "$/settings.svelte";

function key(game: string, lesson: string): string {
  return `${game}/${lesson}`;
}

function all(): string[] {
  return settings.lessons.split(" ").filter((one) => one !== "");
}

/** Whether a lesson has been taken to its end. */
export function isDone(game: string, lesson: string): boolean {
  return all().includes(key(game, lesson));
}

/** How many of these lessons are done. */
export function doneCount(game: string, lessons: readonly { id: string }[]): number {
  return lessons.filter((lesson) => isDone(game, lesson.id)).length;
}

/** A lesson has been taken to its end. */
export function markDone(game: string, lesson: string): void {
  if (!isDone(game, lesson)) settings.lessons = [...all(), key(game, lesson)].join(" ");
}
