/** The language of the page: one catalogue for each, loaded when it is needed. */
import { settings, type Language } from "$/settings.svelte";
import { en, grammar as english, type Words } from "./en";
import { sentence, type Facts, type Grammar, type Speech } from "./sentence";

export type Game = "hagakure" | "hijun" | "hiroba" | "hitohira" | "sakura";
export const GAMES: readonly Game[] = ["hagakure", "hijun", "hiroba", "hitohira", "sakura"];
export type UiKey = keyof Words["ui"];

let words: Words = $state.raw(en);
let grammar: Grammar = $state.raw(english);

let wanted: Language = "en";

/** Speak this language from now on. If its words cannot be loaded, go on in the one that is spoken. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  if (language === "ja") {
    const japanese = await import("./ja").catch(() => null);
    // Somebody may have thought better of it meanwhile.
    if (japanese === null || wanted !== language) return;
    [words, grammar] = [japanese.ja, japanese.grammar];
  } else {
    [words, grammar] = [en, english];
  }
  document.documentElement.lang = language;
}

/** A sentence of the client's own. */
export function t(key: UiKey, facts: Facts = {}): string {
  const speech: Speech = { grammar, template: (code) => (words.ui as Record<string, string>)[code], seat: seatName };
  return sentence(speech, key, facts);
}

/** What the house said: a prompt, an event, a label, a reason. `seat` gives a seat its player's name. */
export function said(
  game: string,
  message: { code: string; facts: unknown; text: string },
  seat: (seat: number) => string = seatName,
): string {
  const own = words[game as Game] as Record<string, string> | undefined;
  const common = words.common as Record<string, string>;
  const speech: Speech = { grammar, template: (code) => own?.[code] ?? common[code], seat };
  return speech.template(message.code) === undefined && message.code !== "seat"
    ? message.text
    : sentence(speech, message.code, message.facts as Facts);
}

/** Why something was refused. The house's own sentence is more precise; other languages have the general one. That it
 * cannot be reached is for us to say. */
export function refusal(code: string, text: string): string {
  if (code === "offline") return t("refusal.offline");
  if (settings.language === "en") return text;
  return (words.refusals as Record<string, string>)[code] ?? text;
}

/** A preset phrase. */
export function phrase(code: string, text: string): string {
  return (words.chat as Record<string, string>)[code] ?? text;
}

/** The language of the page as it is written where the reader lives: for dates, times and numbers. */
export function locale(): string {
  return navigator.languages?.find((one) => one.split("-")[0] === settings.language) ?? settings.language;
}

/** A date and time in the language of the page. */
export function when(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(1000 * seconds),
  );
}

/** A time of day in the language of the page. */
export function clock(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(new Date(1000 * seconds));
}

function seatName(seat: number): string {
  return t("seat.number", { n: seat + 1 });
}
