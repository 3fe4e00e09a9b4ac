/** The promises of tables, kept in this browser from before the deal until somebody wants to compare them after the game. */

export interface SeenCommitment {
  commitment: string;
  /** It was seen only when cards had been dealt already. */
  dealt: boolean;
}

const KEY = "zashiki.promises";
/** Older ones are forgotten. */
const MOST = 300;

function read(): Record<string, SeenCommitment> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found)
      ? (found as Record<string, SeenCommitment>)
      : {};
  } catch {
    return {}; // a browser that keeps nothing, or something else that was put there
  }
}

/** Keep what a table promises. The first promise counts: one that changed later is what the check is to find. */
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

/** What a table promised this browser, if it was seen here. A record does not name its table: then whichever table made
 * this very promise will do. */
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
