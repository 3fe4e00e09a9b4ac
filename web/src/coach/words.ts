/** What the coach says, for screen readers. */
import { gameTitle } from "$/games/info";
import { t } from "$/i18n/index.svelte";
import { lessonText } from "$/lessons/text";
import type { Coach } from "./coach.svelte";

/** The current card or mark in words; empty if there is none. */
export function coachWords(coach: Coach, name: (seat: number) => string): string {
  const course = coach.introduction;
  if (coach.step === "offer") return `${t("first.title", { game: gameTitle(coach.game) })} ${t("first.about")}`;
  if (coach.step === "goal" && course !== null) return lessonText(course.card, name);
  return coach.mark === null ? "" : lessonText(coach.mark.say, name);
}
