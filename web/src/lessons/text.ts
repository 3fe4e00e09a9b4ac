/** The texts of lessons, which come with the game in all its languages. */
import { settings } from "$/settings.svelte";

export type LessonText = { readonly [language: string]: string };

/** A text in the language of the page, or in English. `{seat 1}` becomes the name of that player. */
export function lessonText(text: LessonText, name: (seat: number) => string = (seat) => String(seat)): string {
  const words = text[settings.language] ?? text["en"] ?? "";
  return words.replace(/\{seat (\d+)\}/g, (_, seat: string) => name(Number(seat)));
}
