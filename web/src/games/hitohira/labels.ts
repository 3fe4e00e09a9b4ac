/** Numbers as text, and what pieces do. */
import { t } from "$/i18n/index.svelte";
import { hitohira } from "../../../contract/pieces.json";

/** A number with its sign, with a true minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** What a piece drawn in this turn does. */
export function turnTip(colour: string): string {
  return t(colour === "black" ? "hitohira.tip.turn_black" : "hitohira.tip.turn");
}

/** What the pieces of a colour in a field are worth. */
export function fieldTip(colour: string): string {
  if (colour === "black") return t("hitohira.tip.field_black");
  const points = hitohira.lines.slice(1);
  return t("hitohira.tip.field", { most: points.length, points: points.map(signed).join("\u00a0· ") });
}

/** A probability in whole percent; only 0 and 1 become 0 % and 100 %. */
export function percent(chance: number): number {
  const whole = Math.round(100 * chance);
  if (chance > 0 && whole === 0) return 1;
  return chance < 1 && whole === 100 ? 99 : whole;
}
