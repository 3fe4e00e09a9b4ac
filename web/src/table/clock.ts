/** How much time somebody has left. All times are seconds. */
import type { ClockData } from "$/generated/outgoing";
import { t } from "$/i18n/index.svelte";

export interface Left {
  /** For this move, without the reserve; null if the seat is not asked, or has no clock. */
  move: number | null;
  /** Of the reserve, as it stands now. */
  reserve: number;
  /** Of all that there was at the beginning of the move, from 1 down to 0; null where nothing runs. */
  part: number | null;
}

/** Warn when there is less than this. */
export const SOON = 10;

/** What is left at `now`, by the house's clock. The reserve is used when the time of the move is over. */
export function left(clock: ClockData, now: number): Left {
  if (clock.deadline === null || clock.asked_at === null) return { move: null, reserve: clock.reserve, part: null };
  const total = Math.max(0, clock.deadline - now);
  const whole = clock.deadline - clock.asked_at;
  return {
    move: Math.max(0, total - clock.reserve),
    reserve: Math.min(total, clock.reserve),
    part: whole > 0 ? Math.min(1, total / whole) : 0,
  };
}

/** `1:05`, and `9` for the last seconds. A moment that has begun is counted. */
export function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return String(whole);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A long time in its two largest units: days and hours, hours and minutes, or minutes. */
export function units(seconds: number): { days: number; hours: number; minutes: number } {
  const whole = Math.max(0, Math.ceil(seconds / 60));
  return { days: Math.floor(whole / 1440), hours: Math.floor((whole % 1440) / 60), minutes: whole % 60 };
}

/** "2 d 5 h", "5 h 12 min", "12 min". */
export function long(seconds: number): string {
  const { days, hours, minutes: rest } = units(seconds);
  if (days > 0) return t("clock.days", { days, hours });
  return hours > 0 ? t("clock.hours", { hours, minutes: rest }) : t("clock.minutes", { minutes: rest });
}

/** The same in its largest unit, where there is little room; what has begun does not count. */
export function short(seconds: number): string {
  const { days, hours, minutes: rest } = units(seconds);
  if (days > 0) return t("clock.short.days", { days });
  return hours > 0 ? t("clock.short.hours", { hours }) : t("clock.minutes", { minutes: rest });
}
