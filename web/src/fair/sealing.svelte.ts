/** Taking part in the sealing of a table: commit before the start, check the sealed list, reveal to it, once. */
import { post, type Api } from "$/net/api";
import { rememberedCommitment } from "./commitments";
import { SEALED, sealOf } from "./seal";
import { keepReveal, keepSeed, keptOf, makeSeed, seedFor, spentOn } from "./seeds";

type Table = Api.TableData;

/** Why this browser does not reveal its seed. */
export type Doubt =
  /** The seat's seed was made by another browser of mine, or this browser has forgotten it. */
  | "elsewhere"
  /** My commitment is not in the list. */
  | "left_out"
  /** The list is incomplete, or its seal is not the one that it gives. */
  | "bad_seal"
  /** The server's own commitment is not the one that was shown first. */
  | "changed"
  /** The seed was already revealed, to another list. */
  | "again"
  /** The game was dealt with a seed for my seat that this browser did not make. */
  | "foreign"
  /** The game was dealt from another list than the one to which my seed was revealed. */
  | "relisted"
  /** Somebody sits on another seat than when my seed was revealed. */
  | "reseated";

const mine = (table: Table): Api.SeatData[] => table.seats.filter((seat) => seat.yours);

/** My seats for which the server waits. */
export function toReveal(table: Table): Api.SeatData[] {
  if (table.status !== "open" || table.sealing.sealed_at === null) return [];
  return mine(table).filter((seat) => seat.own_seed && !seat.revealed);
}

/** The people for whose devices a sealed table waits. */
export function awaited(table: Table): Api.SeatData[] {
  if (table.status !== "open" || table.sealing.sealed_at === null) return [];
  return table.seats.filter((seat) => seat.own_seed && !seat.revealed);
}

/** The seal that the list on this table gives; null if the list is incomplete. */
export function ownSeal(table: Table): string | null {
  const listed = table.seats.map((seat) => seat.commitment);
  if (listed.some((one) => one === null)) return null;
  const { game, options } = table.settings as { game: string; options: unknown };
  return sealOf(game, table.rules, options, table.commitment, listed as string[], table.sealing.attempt);
}

/** What speaks against revealing; null if everything is as it should be. */
export function doubt(table: Table): Doubt | null {
  const { seal } = table.sealing;
  const waiting = toReveal(table);
  if (waiting.some((seat) => seedFor(table.id, seat.commitment) === null)) return "elsewhere";
  const first = rememberedCommitment(table.id);
  if (first !== null && first.commitment !== table.commitment) return "changed";
  if (seal === null || seal !== ownSeal(table)) return "bad_seal";
  const spent = waiting.map(({ commitment }) => spentOn(table.id, commitment));
  return spent.some((one) => one !== null && one !== seal) ? "again" : null;
}

/** Who sits on a seat, as everybody sees it. */
const occupant = (seat: Api.SeatData): string => (seat.kind === "bot" ? `bot ${seat.level}` : `person ${seat.name}`);

/** What is wrong with a sealed or dealt list that has a seat of mine; null if this browser knows of nothing. */
export function wrongDeal(table: Table): Doubt | null {
  const kept = keptOf(table.id);
  const own = mine(table);
  if (kept === null || own.length === 0 || table.sealing.algorithm !== SEALED || table.sealing.seal === null)
    return null;
  if (own.some((seat) => !seat.own_seed)) return "left_out";
  if (table.status === "open") return null; // it is not dealt: `doubt` compares the lists
  // It may have been another browser of mine. But whoever runs the server could also have put a seed there.
  if (own.some(({ commitment }) => seedFor(table.id, commitment) === null)) return "foreign";
  if (kept.revealed === undefined) return null;
  const { seal, seats, people } = kept.revealed;
  if (seal !== table.sealing.seal) return "relisted";
  if (!Object.keys(seats).every((seat) => table.seats[Number(seat)]?.yours)) return "reseated";
  const same = table.seats.every((seat, index) => people?.[index] === occupant(seat) || hasLeft(seat));
  return people === undefined || same ? null : "reseated";
}

/** Whoever deletes their data leaves a seat without a player. */
const hasLeft = (seat: Api.SeatData): boolean => seat.kind === "person" && seat.player === null;

/** Commit for my seats that have no seed of this browser. Returns whether there were any. */
export async function commit(table: Table): Promise<boolean> {
  if (table.status !== "open" || table.sealing.sealed_at !== null || table.sealing.algorithm !== SEALED) return false;
  const bare = mine(table).filter(
    // A seed that was revealed in an earlier attempt is known: it does not count any more.
    ({ commitment }) => seedFor(table.id, commitment) === null || spentOn(table.id, commitment) !== null,
  );
  if (bare.length === 0) return false;
  const commitments = bare.map(({ seat }) => {
    const own = makeSeed();
    keepSeed(table.id, own);
    return { seat, commitment: own.commitment };
  });
  await post(`/tables/${table.id}/commit`, { commitments });
  return true;
}

/** Reveal the seeds of my seats to the sealed list, if nothing speaks against it; the table after that. */
export async function reveal(table: Table): Promise<Table> {
  const waiting = toReveal(table);
  const { seal } = table.sealing;
  if (waiting.length === 0 || seal === null || doubt(table) !== null) return table;
  const now = Date.now();
  const own = mine(table).filter((seat) => seat.own_seed);
  const seats = Object.fromEntries(own.map((seat) => [`${seat.seat}`, seat.commitment ?? ""]));
  const before = keptOf(table.id)?.revealed;
  const people = table.seats.map(occupant);
  keepReveal(table.id, { seal, seen: before?.seal === seal ? before.seen : now, seats, people });
  const seeds = waiting.map(({ seat, commitment }) => ({ seat, seed: seedFor(table.id, commitment) }));
  return post<Table>(`/tables/${table.id}/reveal`, { seal, seeds });
}

/** Follows one table: commits and reveals whenever it is time, each at most once. */
export class Sealing {
  /** Why nothing is revealed here. */
  problem: Doubt | null = $state(null);
  private committed = new Set<string>();
  private revealed = new Set<string>();

  /** The table has changed, or the page is visible again (`anew`). */
  follow(table: Table, anew = false): void {
    if (table.sealing.algorithm !== SEALED) return;
    if (table.status === "open" && table.sealing.sealed_at === null) {
      this.problem = null;
      this.commit(table, anew);
      return;
    }
    const waiting = toReveal(table);
    this.problem = waiting.length > 0 ? doubt(table) : wrongDeal(table);
    if (waiting.length > 0 && this.problem === null && !this.revealed.has(table.sealing.seal ?? "")) {
      const seal = table.sealing.seal ?? "";
      this.revealed.add(seal);
      // The next message of the table brings it back if it failed.
      reveal(table).catch(() => this.revealed.delete(seal));
    }
  }

  private commit(table: Table, anew: boolean): void {
    const mySeats = mine(table)
      .map((seat) => seat.seat)
      .join();
    // Two browsers of one person must not take turns in replacing each other's seed: each does so once, and again only
    // when somebody looks at it.
    const key = `${table.sealing.attempt} ${mySeats}`;
    if (mySeats === "" || (this.committed.has(key) && !anew)) return;
    this.committed.add(key);
    commit(table).catch(() => this.committed.delete(key));
  }
}
