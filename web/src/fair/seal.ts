/** The seal of a table: one hash of everything that is fixed before any seed is revealed (`docs/fair-play.md`). */
import { hashOf } from "./hash";

export const SEALED = "zashiki-fair/2";

/** JSON as the seal has it: keys sorted, no spaces, ASCII only. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, one]) => `${canonical(key)}:${canonical(one)}`).join(",")}}`;
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function sealOf(
  game: string,
  rules: number,
  options: unknown,
  commitment: string,
  seats: readonly string[],
  attempt: number,
): string {
  return hashOf([SEALED, game, `${rules}`, canonical(options), `${attempt}`, commitment, ...seats].join("\n"));
}

/** A seal in groups of four signs, to be compared by reading it out. */
export function inGroups(seal: string): string {
  return seal.replace(/(?<=.)(?=(?:.{4})+$)/g, " ");
}
