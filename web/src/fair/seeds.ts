/** This browser's own seeds, table by table: made here, kept here, revealed once. */
import { commitmentOf, isHex, newSeed } from "./hash";

/** What this browser did at a table, and when (milliseconds since 1970). */
export interface Kept {
  /** The seeds by their commitments, with the moments at which they were made, and the seals to which they were revealed. */
  seeds: Record<string, { seed: string; at: number; seal?: string }>;
  /** The list to which they were revealed, at the moment at which it was seen. */
  revealed?: {
    seal: string;
    /** When the complete list of commitments was seen. */
    seen: number;
    /** My seats, each with its commitment. */
    seats: Record<string, string>;
    /** Who sat on each seat then; not kept by earlier versions. */
    people?: string[];
  };
}

const KEY = "zashiki.seeds";
/** Older tables are dropped. */
const MOST = 300;
/** Private windows may refuse to store: then the seeds are known as long as the page is. */
const memory: Record<string, Kept> = {};

function read(): Record<string, Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const stored = found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
    return { ...memory, ...(stored as Record<string, Kept>) };
  } catch {
    return { ...memory }; // no storage, or foreign data in it
  }
}

function write(table: string, kept: Kept): void {
  memory[table] = kept;
  const { [table]: _, ...others } = read();
  const entries = [...Object.entries(others), [table, kept] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // It is in memory.
  }
}

/** What this browser has kept of a table; null if it has no seed there. */
export function keptOf(table: string): Kept | null {
  const found = read();
  const kept = Object.hasOwn(found, table) ? found[table] : undefined;
  return kept !== undefined && typeof kept.seeds === "object" ? kept : null;
}

/** The table of a record, which does not name it: the one whose commitments this browser knows. */
export function tableWith(commitments: readonly string[]): string | null {
  const found = Object.entries(read()).find(([, kept]) =>
    commitments.some((one) => Object.hasOwn(kept.seeds ?? {}, one)),
  );
  return found?.[0] ?? null;
}

/** A new seed that belongs to no table yet. */
export interface OwnSeed {
  seed: string;
  commitment: string;
}

export function makeSeed(): OwnSeed {
  const seed = newSeed();
  return { seed, commitment: commitmentOf(seed) };
}

/** Keep a seed that is for this table. */
export function keepSeed(table: string, own: OwnSeed, at = Date.now()): void {
  const kept = keptOf(table) ?? { seeds: {} };
  write(table, { ...kept, seeds: { ...kept.seeds, [own.commitment]: { seed: own.seed, at } } });
}

/** My seed with this commitment. */
export function seedFor(table: string, commitment: string | null): string | null {
  const seeds = keptOf(table)?.seeds ?? {};
  const found = commitment !== null && Object.hasOwn(seeds, commitment) ? seeds[commitment]?.seed : null;
  return isHex(found) ? found : null;
}

/** The seal to which my seed with this commitment was revealed: it is no secret any more; null if it still is. */
export function spentOn(table: string, commitment: string | null): string | null {
  const seeds = keptOf(table)?.seeds ?? {};
  return commitment !== null && Object.hasOwn(seeds, commitment) ? (seeds[commitment]?.seal ?? null) : null;
}

/** Note the list to which seeds are revealed. */
export function keepReveal(table: string, revealed: NonNullable<Kept["revealed"]>): void {
  const kept = keptOf(table) ?? { seeds: {} };
  const mine = Object.values(revealed.seats);
  const seeds = Object.entries(kept.seeds).map(
    ([commitment, own]) => [commitment, mine.includes(commitment) ? { ...own, seal: revealed.seal } : own] as const,
  );
  write(table, { ...kept, seeds: Object.fromEntries(seeds), revealed });
}
