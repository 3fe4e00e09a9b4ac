/** Numbers as text. */

/** A number with its sign, with a true minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** A probability in whole percent; only 0 and 1 become 0 % and 100 %. */
export function percent(chance: number): number {
  const whole = Math.round(100 * chance);
  if (chance > 0 && whole === 0) return 1;
  return chance < 1 && whole === 100 ? 99 : whole;
}
