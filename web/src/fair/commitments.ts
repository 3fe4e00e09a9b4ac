/** The commitments of tables, stored in this browser from before the deal, to be compared after the game. */

export interface SeenCommitment {
  commitment: string;
  /** It was received only after cards had been dealt. */
  dealt: boolean;
}

const KEY = "zashiki.promises";
/** Older ones are dropped. */
const MOST = 300;

function read(): Record<string, SeenCommitment> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found)
      ? (found as Record<string, SeenCommitment>)
      : {};
  } catch {
    return {}; // no storage, or foreign data in it
  }
}

/** Remember a table's commitment. The first one counts: a later change is what the check is to find. */
export function rememberCommitment(table: string, commitment: string, dealt = false): void {
  const found = read();
  if (Object.hasOwn(found, table)) return;
  const entries = [...Object.entries(found), [table, { commitment, dealt }] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Private windows may refuse; then there is nothing to compare later, and the check says so.
  }
}

/** The commitment of a table, if this browser has seen it. A record does not name its table: then any table with this
 * commitment will do. */
export function rememberedCommitment(table: string | null, commitment = ""): SeenCommitment | null {
  const found = read();
  const one =
    table === null
      ? Object.values(found).find((kept) => kept?.commitment === commitment)
      : Object.hasOwn(found, table)
        ? found[table]
        : undefined;
  return typeof one?.commitment === "string" ? { commitment: one.commitment, dealt: one.dealt === true } : null;
}
