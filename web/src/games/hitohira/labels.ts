/** Numbers as they are written beside lines. */

/** A number with its sign, the minus being a minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** A chance in whole percent; what is neither never nor always is not shown as if it were. */
export function percent(chance: number): number {
  const whole = Math.round(100 * chance);
  if (chance > 0 && whole === 0) return 1;
  return chance < 1 && whole === 100 ? 99 : whole;
}
