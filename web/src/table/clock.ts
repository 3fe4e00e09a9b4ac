/** How much time a player has left. All times are in seconds. */
import type { ClockData } from "$/generated/outgoing";
import { t } from "$/i18n/index.svelte";

export interface Left {
  /** For this move, without the reserve; null if it is not the seat's turn, or there is no clock. */
  move: number | null;
  /** Of the reserve, now. */
  reserve: number;
  /** The share of the time at the start of the move, from 1 down to 0; null if no clock runs. */
  part: number | null;
}

/** Warn below this. */
export const SOON = 10;

/** The time left at `now`, by the server's clock. The reserve is used after the time of the move. */
export function timeLeft(clock: ClockData, now: number): Left {
  if (clock.deadline === null || clock.asked_at === null) return { move: null, reserve: clock.reserve, part: null };
  const total = Math.max(0, clock.deadline - now);
  const whole = clock.deadline - clock.asked_at;
  return {
    move: Math.max(0, total - clock.reserve),
    reserve: Math.min(total, clock.reserve),
    part: whole > 0 ? Math.min(1, total / whole) : 0,
  };
}

/** `1:05`, and `9` for the last seconds. Rounded up. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return String(whole);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A long time in days, hours and minutes. */
export function units(seconds: number): { days: number; hours: number; minutes: number } {
  const whole = Math.max(0, Math.ceil(seconds / 60));
  return { days: Math.floor(whole / 1440), hours: Math.floor((whole % 1440) / 60), minutes: whole % 60 };
}

/** "2 d 5 h", "5 h 12 min", "12 min". */
export function longTime(seconds: number): string {
  const { days, hours, minutes: rest } = units(seconds);
  if (days > 0) return t("clock.days", { days, hours });
  return hours > 0 ? t("clock.hours", { hours, minutes: rest }) : t("clock.minutes", { minutes: rest });
}

/** The largest unit only, for small spaces; rounded down. */
export function shortTime(seconds: number): string {
  const { days, hours, minutes: rest } = units(seconds);
  if (days > 0) return t("clock.short.days", { days });
  return hours > 0 ? t("clock.short.hours", { hours }) : t("clock.minutes", { minutes: rest });
}
