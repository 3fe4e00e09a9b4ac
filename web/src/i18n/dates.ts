/** How long ago, in the language of the page. */
import { locale } from "./index.svelte";

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const past = Math.max(0, Date.now() / 1000 - seconds);
  for (const [unit, length] of UNITS) {
    if (past >= length) return format.format(-Math.floor(past / length), unit);
  }
  return format.format(0, "minute");
}

/** A day with the time, to the second; from milliseconds since 1970. */
export function dateTime(milliseconds: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "medium" }).format(new Date(milliseconds));
}

/** A day, without the time. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(1000 * seconds));
}
