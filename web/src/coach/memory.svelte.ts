/** What a newcomer has been told. It is kept with the settings, so it follows an account.
 *
 * A list of words: `*` no tips at all; and of each game `game` introduced, `game/-` known without tips, `game/+` played to
 * the end, `game/mark` this coach mark was read, `game/=place` this place of a plain table has been needed. */
import { isDone } from "$/lessons/progress.svelte";
import { settings } from "$/settings.svelte";

const OFF = "*";

function all(): string[] {
  return settings.coach.split(" ").filter((one) => one !== "");
}

function has(word: string): boolean {
  return all().includes(word);
}

function add(...words: string[]): void {
  settings.coach = [...new Set([...all(), ...words])].join(" ");
}

export const tips = {
  /** Whether tips are on. Turning them on again shows all of them again. */
  get on(): boolean {
    return !has(OFF);
  },
  set on(on: boolean) {
    settings.coach = on ? "" : OFF;
  },
};

/** Whether somebody has been asked how to learn the game, or has learned it in lessons. */
export function isIntroduced(game: string, lessons: readonly { id: string }[]): boolean {
  return has(game) || lessons.some((lesson) => isDone(game, lesson.id));
}

/** Somebody has answered how to learn the game: `known` without any tips. */
export function introduce(game: string, known: boolean): void {
  add(game, ...(known ? [`${game}/-`] : []));
}

/** Whether tips are wanted in this game. */
export function wantsTips(game: string): boolean {
  return tips.on && !has(`${game}/-`);
}

/** Whether this is somebody's first game: they want tips, and have not played it to the end yet. */
export function isFirstGame(game: string): boolean {
  return wantsTips(game) && !has(`${game}/+`);
}

/** A game was played to the end. */
export function markPlayed(game: string): void {
  add(`${game}/+`);
}

export function isRead(game: string, mark: string): boolean {
  return has(`${game}/${mark}`);
}

export function markRead(game: string, mark: string): void {
  add(`${game}/${mark}`);
}

export function isNeeded(game: string, place: string): boolean {
  return has(`${game}/=${place}`);
}

export function markNeeded(game: string, place: string): void {
  add(`${game}/=${place}`);
}
