/** The language of the page, and its sentences. */
import { otherGame } from "$/games/installed.svelte";
import type { Game } from "$/games/keys";
import { settings } from "$/settings.svelte";
import type { Language, UiKey, Words } from "./catalogue";
import { en, grammar as english } from "./en";
import { translations } from "./languages";
import { sentence, type Catalogue, type Facts, type Grammar, type Speech } from "./sentence";

export type { UiKey } from "./catalogue";

let words: Words = $state.raw(en);
let grammar: Grammar = $state.raw(english);

let wanted = "en";

/** Switch to a language. If it cannot be loaded, the page stays in the one it is in. */
export async function setLanguage(language: string): Promise<void> {
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

/** The server's sentences for a game, in the language of the page if there are any. */
function gamePhrases(game: string): Catalogue | undefined {
  return words.games[game as Game] ?? otherGame(game)?.catalogues[settings.language];
}

/** Whether a game has a sentence for this code in the language of the page. */
export function hasPhrase(game: string, code: string): boolean {
  return gamePhrases(game)?.[code] !== undefined;
}

/** A message of the server: a prompt, an event, a label, a reason. `seat` gives a seat its player's name. */
export function messageText(
  game: string,
  message: { code: string; facts: unknown; text: string },
  seat: (seat: number) => string = seatName,
): string {
  const own = gamePhrases(game);
  const speech: Speech = { grammar, template: (code) => own?.[code] ?? words.common[code], seat };
  return speech.template(message.code) === undefined && message.code !== "seat"
    ? message.text
    : sentence(speech, message.code, message.facts as Facts);
}

/** Why a request was refused. The server's English sentence is the more precise one; other languages have one per reason, or
 * a general one per code. That the server is unreachable is said by the client itself. */
export function refusal(code: string, text: string, facts: Readonly<Record<string, unknown>>): string {
  if (code === "offline") return t("refusal.offline");
  if (settings.language === "en") return text;
  const { reason } = facts;
  const template = (key: string): string | undefined => words.refusals[key];
  const known = [reason, code].find((key) => typeof key === "string" && template(key) !== undefined);
  return known === undefined ? text : sentence({ grammar, template, seat: seatName }, String(known), facts as Facts);
}

/** The server's own words on a page in English; in other languages, which it does not speak, a more general sentence. */
export function preciseInEnglish(text: string, general: UiKey): string {
  return settings.language === "en" && text !== "" ? text : t(general);
}

/** A preset phrase. */
export function phrase(code: string, text: string): string {
  return words.chat[code] ?? text;
}

/** The reader's regional variant of the page's language: for dates, times and numbers. */
export function locale(): string {
  return navigator.languages?.find((one) => one.split("-")[0] === settings.language) ?? settings.language;
}

/** A date and time in the language of the page. */
export function dateTime(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(1000 * seconds),
  );
}

/** A time of day in the language of the page. */
export function clock(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(new Date(1000 * seconds));
}

/** The name of a player: the one they have chosen, or for a guest without one their code, in the reader's language. */
export function playerName(player: { readonly name: string | null; readonly guest_code: string | null }): string {
  return player.guest_code === null ? isolated(player.name ?? "") : t("name.guest", { code: player.guest_code });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** They change the direction of what follows. No player can choose them, but a record from elsewhere may have them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name that does not reorder the words and numbers around it, in whatever script it is written. */
function isolated(name: string): string {
  const letters = name.replace(DIRECTION_MARKS, "");
  return RIGHT_TO_LEFT.test(letters) ? `\u2068${letters}\u2069` : letters;
}

function seatName(seat: number): string {
  return t("seat.number", { n: seat + 1 });
}
