/** The language of the page, and its sentences. */
import { otherGame } from "$/games/installed.svelte";
import type { Game } from "$/games/keys";
import { settings } from "$/settings.svelte";
import type { Language, UiKey, Words } from "./catalogue";
import { en, grammar as english } from "./en";
import { translations } from "./languages";
import { sentence, type Facts, type Grammar, type Speech } from "./sentence";

export type { UiKey } from "./catalogue";

let words: Words = $state.raw(en);
let grammar: Grammar = $state.raw(english);

let wanted = "en";

/** Switch to a language. If it cannot be loaded, the page stays in the one it is in. */
export async function speak(language: string): Promise<void> {
  wanted = language;
  const load = translations.get(language);
  const found: Language | null = load === undefined ? { words: en, grammar: english } : await load().catch(() => null);
  // The player may have chosen another language in the meantime.
  if (found === null || wanted !== language) return;
  [words, grammar] = [found.words, found.grammar];
  document.documentElement.lang = load === undefined ? "en" : language;
}

/** A sentence of the client's own. */
export function t(key: UiKey, facts: Facts = {}): string {
  const template = (code: string): string | undefined => words.ui[code] ?? (en.ui as Words["ui"])[code];
  return sentence({ grammar, template, seat: seatName }, key, facts);
}

/** What the house said: a prompt, an event, a label, a reason. `seat` gives a seat its player's name. */
export function said(
  game: string,
  message: { code: string; facts: unknown; text: string },
  seat: (seat: number) => string = seatName,
): string {
  const own = words.games[game as Game] ?? otherGame(game)?.catalogues[settings.language];
  const speech: Speech = { grammar, template: (code) => own?.[code] ?? words.common[code], seat };
  return speech.template(message.code) === undefined && message.code !== "seat"
    ? message.text
    : sentence(speech, message.code, message.facts as Facts);
}

/** Why something was refused. The house's own sentence is more precise; other languages have the general one. That it
 * cannot be reached is for us to say. */
export function refusal(code: string, text: string): string {
  if (code === "offline") return t("refusal.offline");
  if (settings.language === "en") return text;
  return words.refusals[code] ?? text;
}

/** A preset phrase. */
export function phrase(code: string, text: string): string {
  return words.chat[code] ?? text;
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

/** The name of a player. The server calls guests without a name "Guest 3yy7": that is said in the reader's language. */
export function playerName(name: string): string {
  const code = /^Guest ([a-z0-9]{4})$/.exec(name)?.[1];
  return code === undefined ? name : t("name.guest", { code });
}

function seatName(seat: number): string {
  return t("seat.number", { n: seat + 1 });
}
