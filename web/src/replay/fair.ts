/** `zashiki-fair/1` in the browser: whether the deal follows from the seeds. It implements `docs/fair-play.md` and
 * shares no code with the server, so the server need not be trusted. */
import type { ChanceData, DrawData, FairData, RecordData } from "$/generated/api";

export const ALGORITHM = "zashiki-fair/1";
const SEED = /^[0-9a-f]{64}$/i;
const SPAN = 2n ** 256n;

/** Web Crypto is available only over TLS, or on localhost. */
export function cryptoAvailable(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** The SHA-256 of the server's seed: its commitment. */
export async function commitment(serverSeed: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(serverSeed)));
}

/** The committed random stream of one game. */
export class Stream {
  private constructor(
    private readonly key: CryptoKey,
    private readonly prefix: string,
  ) {}

  static async of(serverSeed: string, playerSeeds: readonly string[]): Promise<Stream> {
    const usage = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", bytes(serverSeed), usage, false, ["sign"]);
    return new Stream(key, `${ALGORITHM}|${await players(playerSeeds)}|`);
  }

  /** The outcome of draw `number`: an index into these weights. */
  async draw(number: number, weights: readonly number[]): Promise<number> {
    const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
    if (total <= 0n || weights.some((weight) => weight < 0)) throw new RangeError("weights have a positive sum");
    let point = await this.point(number, total);
    return weights.findIndex((weight) => {
      point -= BigInt(weight);
      return point < 0n;
    });
  }

  private async point(number: number, total: bigint): Promise<bigint> {
    const limit = SPAN - (SPAN % total);
    for (let attempt = 0; ; attempt++) {
      const text = new TextEncoder().encode(`${this.prefix}${number}|${attempt}`);
      const value = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", this.key, text))}`);
      if (value < limit) return value % total;
    }
  }
}

/** The result of one check. */
export type Check =
  /** Whether the record has seeds at all. */
  | { what: "seeds"; state: "good"; players: number }
  | { what: "seeds"; state: "unknown"; why: "none" | "secret" }
  | { what: "seeds"; state: "bad"; why: "algorithm" | "server_seed" }
  /** The server's seed hashes to its commitment. */
  | { what: "commitment"; state: "good" }
  | { what: "commitment"; state: "bad"; promised: string; given: string }
  /** The commitment is the one that this browser was shown. */
  | { what: "kept"; state: "good"; dealt: boolean }
  | { what: "kept"; state: "unknown" }
  | { what: "kept"; state: "bad"; shown: string; promised: string }
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

/** Check a record against the draws that the server lists, and against the commitment stored here. */
export async function check(
  record: RecordData,
  chance: ChanceData,
  kept: { commitment: string; dealt: boolean } | null,
): Promise<Check[]> {
  const { fair } = record;
  const seeds = usable(fair);
  if (fair === null || fair.server_seed === null || seeds.state !== "good") return [seeds];
  return [
    seeds,
    await promiseKept(fair.commitment, fair.server_seed),
    asShown(fair.commitment, kept),
    sameMoves(record.moves, chance.draws),
    await drawnAgain(await Stream.of(fair.server_seed, fair.player_seeds), chance.draws),
  ];
}

function usable(fair: FairData | null): Extract<Check, { what: "seeds" }> {
  if (fair === null) return { what: "seeds", state: "unknown", why: "none" };
  if (fair.server_seed === null) return { what: "seeds", state: "unknown", why: "secret" };
  if (fair.algorithm !== ALGORITHM) return { what: "seeds", state: "bad", why: "algorithm" };
  if (!SEED.test(fair.server_seed)) return { what: "seeds", state: "bad", why: "server_seed" };
  return { what: "seeds", state: "good", players: fair.player_seeds.length };
}

async function promiseKept(promised: string, serverSeed: string): Promise<Check> {
  const given = await commitment(serverSeed);
  return given === promised
    ? { what: "commitment", state: "good" }
    : { what: "commitment", state: "bad", promised, given };
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

async function drawnAgain(stream: Stream, draws: readonly DrawData[]): Promise<Check> {
  for (const [number, { ply, weights, index, name }] of draws.entries()) {
    const drawn = await stream.draw(number, weights);
    if (drawn !== index) return { what: "draws", state: "bad", number, ply, name, index, drawn, among: weights.length };
  }
  return { what: "draws", state: "good", count: draws.length };
}

/** The SHA-256 of all player seeds: for each its length in bytes, a colon, the text, a comma. */
async function players(seeds: readonly string[]): Promise<string> {
  const encoder = new TextEncoder();
  const pieces = seeds.flatMap((seed) => {
    const text = encoder.encode(seed);
    return [encoder.encode(`${text.length}:`), text, encoder.encode(",")];
  });
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return hex(await crypto.subtle.digest("SHA-256", whole));
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  if (!SEED.test(text)) throw new RangeError("a server seed is 64 hexadecimal digits");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
