/** The check of a deal in the browser: whether it follows from the seeds, and whether these are the ones that this browser
 * was shown and made itself. It implements `docs/fair-play.md` and shares no code with the server, so the server need not
 * be trusted. */
import type { ChanceData, DrawData, FairData, RecordData } from "$/generated/api";
import { commitmentOf, hashOfSeeds, hashOfTexts, isHex, keyedNumber } from "./hash";
import { SEALED, sealOf } from "./seal";
import type { Kept } from "./seeds";

export const ALGORITHMS: readonly string[] = ["zashiki-fair/1", SEALED];
const SPAN = 2n ** 256n;

/** The committed random stream of one game. */
export class Stream {
  private readonly number: (text: string) => bigint;
  private readonly prefix: string;

  constructor(algorithm: string, serverSeed: string, playerSeeds: readonly string[]) {
    this.number = keyedNumber(serverSeed);
    this.prefix = `${algorithm}|${algorithm === SEALED ? hashOfSeeds(playerSeeds) : hashOfTexts(playerSeeds)}|`;
  }

  /** The outcome of draw `number`: an index into these weights. */
  draw(number: number, weights: readonly number[]): number {
    const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
    if (total <= 0n || weights.some((weight) => weight < 0)) throw new RangeError("weights have a positive sum");
    let point = this.point(number, total);
    return weights.findIndex((weight) => {
      point -= BigInt(weight);
      return point < 0n;
    });
  }

  private point(number: number, total: bigint): bigint {
    const limit = SPAN - (SPAN % total);
    for (let attempt = 0; ; attempt++) {
      const value = this.number(`${this.prefix}${number}|${attempt}`);
      if (value < limit) return value % total;
    }
  }
}

/** The result of one check. */
export type Check =
  /** Whether the record has seeds at all. */
  | { what: "seeds"; state: "good"; players: number }
  | { what: "seeds"; state: "unknown"; why: "none" | "secret" }
  | { what: "seeds"; state: "bad"; why: "algorithm" | "server_seed" | "player_seeds" }
  /** The server's seed hashes to its commitment. */
  | { what: "commitment"; state: "good" }
  | { what: "commitment"; state: "bad"; promised: string; given: string }
  /** The commitment is the one that this browser was shown. */
  | { what: "kept"; state: "good"; dealt: boolean }
  | { what: "kept"; state: "unknown" }
  | { what: "kept"; state: "bad"; shown: string; promised: string }
  /** Every seat's seed hashes to what the seat was committed to. */
  | { what: "seats"; state: "good"; count: number }
  | { what: "seats"; state: "bad"; seat: number }
  /** The list of commitments is the one to which this browser revealed its own seed. */
  | { what: "sealed"; state: "good"; made: number; seen: number; attempt: number }
  | { what: "sealed"; state: "unknown" }
  | { what: "sealed"; state: "bad"; why: "list" | "seed" }
  /** The draws that the rules ask for are those of the record: none missing, none added. */
  | { what: "moves"; state: "good"; count: number }
  | { what: "moves"; state: "bad"; ply: number; recorded: string; expected: string }
  /** Every outcome follows from the seeds. */
  | { what: "draws"; state: "good"; count: number }
  | {
      what: "draws";
      state: "bad";
      number: number;
      ply: number;
      name: string;
      index: number;
      drawn: number;
      among: number;
    };

/** Check a record against the draws that the server lists, and against what this browser has kept. */
export function check(
  record: RecordData,
  chance: ChanceData,
  shown: { commitment: string; dealt: boolean } | null,
  own: Kept | null = null,
): Check[] {
  const { fair } = record;
  const seeds = usable(fair);
  if (fair === null || fair.server_seed === null || seeds.state !== "good") return [seeds];
  return [
    seeds,
    promiseKept(fair.commitment, fair.server_seed),
    ...(fair.algorithm === SEALED ? [everySeat(fair), asSealed(record, fair, own)] : []),
    asShown(fair.commitment, shown),
    sameMoves(record.moves, chance.draws),
    drawnAgain(new Stream(fair.algorithm, fair.server_seed, fair.player_seeds), chance.draws),
  ];
}

function usable(fair: FairData | null): Extract<Check, { what: "seeds" }> {
  if (fair === null) return { what: "seeds", state: "unknown", why: "none" };
  if (fair.server_seed === null) return { what: "seeds", state: "unknown", why: "secret" };
  if (!ALGORITHMS.includes(fair.algorithm)) return { what: "seeds", state: "bad", why: "algorithm" };
  if (!isHex(fair.server_seed)) return { what: "seeds", state: "bad", why: "server_seed" };
  if (fair.algorithm === SEALED && !fair.player_seeds.every(isHex)) {
    return { what: "seeds", state: "bad", why: "player_seeds" };
  }
  return { what: "seeds", state: "good", players: fair.player_seeds.length };
}

function promiseKept(promised: string, serverSeed: string): Check {
  const given = commitmentOf(serverSeed);
  return given === promised
    ? { what: "commitment", state: "good" }
    : { what: "commitment", state: "bad", promised, given };
}

function everySeat({ player_seeds: seeds, seat_commitments: promised = [] }: FairData): Check {
  const most = Math.max(seeds.length, promised.length);
  for (let seat = 0; seat < most; seat++) {
    const seed = seeds[seat];
    if (seed === undefined || commitmentOf(seed) !== promised[seat]) return { what: "seats", state: "bad", seat };
  }
  return { what: "seats", state: "good", count: seeds.length };
}

/** Whether the record has the list to which this browser revealed its seed, and the seed itself. */
function asSealed(record: RecordData, fair: FairData, own: Kept | null): Check {
  const { revealed, seeds = {} } = own ?? {};
  if (revealed === undefined) return { what: "sealed", state: "unknown" };
  const { seat_commitments: promised = [], attempt = 0 } = fair;
  const seal = sealOf(record.game, record.version, record.options, fair.commitment, promised, attempt);
  if (seal !== revealed.seal) return { what: "sealed", state: "bad", why: "list" };
  const mine = Object.entries(revealed.seats);
  const same = mine.every(([seat, commitment]) => fair.player_seeds[Number(seat)] === seeds[commitment]?.seed);
  if (!same) return { what: "sealed", state: "bad", why: "seed" };
  const made = Math.min(...mine.map(([, commitment]) => seeds[commitment]?.at ?? Infinity));
  return { what: "sealed", state: "good", made, seen: revealed.seen, attempt };
}

function asShown(promised: string, kept: { commitment: string; dealt: boolean } | null): Check {
  if (kept === null) return { what: "kept", state: "unknown" };
  return kept.commitment === promised
    ? { what: "kept", state: "good", dealt: kept.dealt }
    : { what: "kept", state: "bad", shown: kept.commitment, promised };
}

function sameMoves(moves: readonly string[], draws: readonly DrawData[]): Check {
  const byPly = new Map(draws.map((draw) => [draw.ply, `* ${draw.name}`]));
  for (let ply = 0; ply < Math.max(moves.length, ...draws.map((draw) => draw.ply + 1)); ply++) {
    const move = moves[ply] ?? "";
    const expected = byPly.get(ply) ?? "";
    if (move.startsWith("* ") ? move !== expected : expected !== "") {
      return { what: "moves", state: "bad", ply, recorded: move, expected };
    }
  }
  return { what: "moves", state: "good", count: draws.length };
}

function drawnAgain(stream: Stream, draws: readonly DrawData[]): Check {
  for (const [number, { ply, weights, index, name }] of draws.entries()) {
    const drawn = stream.draw(number, weights);
    if (drawn !== index) return { what: "draws", state: "bad", number, ply, name, index, drawn, among: weights.length };
  }
  return { what: "draws", state: "good", count: draws.length };
}
