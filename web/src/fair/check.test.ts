/* The vectors were made with `zashiki.core.fair` and this script (`python … > check.fixture.json`):
 *
 * import json
 * from zashiki import registry
 * from zashiki.core.fair import Fair
 * from zashiki.core.game import CHANCE
 *
 * def vectors(server, players):
 *     fair = Fair(bytes.fromhex(server), players)
 *     lists = [[1, 2, 3, 4], [1], [0, 5, 0, 1], [1] * 52, [7, 2**40, 3], [2**255, 1]]
 *     draws = [{"number": n, "weights": w, "index": fair.draw(n, w)} for w in lists for n in (0, 1, 2, 17, 400)]
 *     return {"server_seed": server, "player_seeds": players, "commitment": fair.commitment, "draws": draws}
 *
 * seed = "73300871f44c168e7c949de2c750e60c2c9bb8ff530017c5a267234e9cb4db8e"
 * match = registry.new("hagakure", 3, fair=Fair(bytes.fromhex(seed), ("plum", "桜")), rounds=1)
 * while not match.over:
 *     seat = match.waiting[0]
 *     match.play(seat, match.legal(seat)[-1])
 * record = match.record()
 * state, draws = match.game.start(3, match.options), []
 * for ply, line in enumerate(record.moves):
 *     who, name = line.split(" ", 1)
 *     action = match.parse(CHANCE if who == "*" else int(who), name)
 *     if who == "*":
 *         index = state.legal(CHANCE).index(action)
 *         draws.append({"ply": ply, "weights": state.weights(), "index": index, "name": name})
 *     state.apply(CHANCE if who == "*" else int(who), action)
 * sets = [(seed, ()), (seed, ("plum", "桜")), (seed, ("plum桜", "")), ("00" * 32, ("x" * 256,))]
 * chance = {"fair": record.data["fair"], "draws": draws}
 * print(json.dumps({"vectors": [vectors(*one) for one in sets], "record": record.data, "chance": chance}, ensure_ascii=False))
 */
import { describe, expect, it } from "vitest";
import { check, Stream } from "./check";
import { commitmentOf } from "./hash";
import fixture from "./check.fixture.json";
import sealedFixture from "./sealed.fixture.json";
import type { Kept } from "./seeds";
import type { ChanceData, RecordData } from "$/generated/api";

const record = fixture.record as RecordData;
const chance = fixture.chance as ChanceData;

describe.each(fixture.vectors.map((one) => [one.player_seeds.join(" ").slice(0, 20), one] as const))(
  "seeds %s",
  (_, one) => {
    it("give the commitment", () => expect(commitmentOf(one.server_seed)).toBe(one.commitment));

    it("give every draw, also after rejected attempts", () => {
      const stream = new Stream("zashiki-fair/1", one.server_seed, one.player_seeds);
      for (const { number, weights, index } of one.draws) expect(stream.draw(number, weights)).toBe(index);
    });
  },
);

describe("a record", () => {
  const states = (one: RecordData, told = chance, kept: Parameters<typeof check>[2] = null): string =>
    check(one, told, kept)
      .map(({ what, state }) => `${what} ${state}`)
      .join(", ");

  it("passes all checks", () => {
    expect(states(record)).toBe("seeds good, commitment good, kept unknown, moves good, draws good");
    const [, , , moves, draws] = check(record, chance, null);
    expect(moves).toMatchObject({ count: chance.draws.length });
    expect(draws).toMatchObject({ count: chance.draws.length });
  });

  it("is compared with the commitment that was shown", () => {
    const shown = record.fair?.commitment ?? "";
    expect(states(record, chance, { commitment: shown, dealt: false })).toContain("kept good");
    expect(states(record, chance, { commitment: "0".repeat(64), dealt: false })).toContain("kept bad");
  });

  it("with another server seed breaks its commitment and its draws", () => {
    const other = { ...record, fair: { ...record.fair!, server_seed: "ab".repeat(32) } };
    expect(states(other)).toBe("seeds good, commitment bad, kept unknown, moves good, draws bad");
  });

  it("with another player seed has other draws", () => {
    const other = { ...record, fair: { ...record.fair!, player_seeds: ["plum", "梅"] } };
    expect(states(other)).toBe("seeds good, commitment good, kept unknown, moves good, draws bad");
  });

  it("with a manipulated deal shows the first ply that differs", () => {
    const draws = chance.draws.map((draw) => ({ ...draw }));
    const chosen = draws[5]!;
    const right = chosen.index;
    chosen.index = (right + 1) % chosen.weights.length;
    const found = check(record, { ...chance, draws }, null).at(-1);
    expect(found).toMatchObject({
      what: "draws",
      state: "bad",
      number: 5,
      ply: chosen.ply,
      index: chosen.index,
      drawn: right,
    });
  });

  it("must have exactly the draws that the rules ask for", () => {
    const ply = chance.draws[3]!.ply;
    const moves = [...record.moves];
    moves[ply] = "* deal something";
    const bad = { what: "moves", state: "bad", ply };
    expect(check({ ...record, moves }, chance, null)[3]).toMatchObject(bad);
    const fewer = { ...chance, draws: chance.draws.filter((_, n) => n !== 3) };
    expect(check(record, fewer, null)[3]).toMatchObject(bad);
    const more = { ...chance, draws: [...chance.draws, { ply: 9999, weights: [1], index: 0, name: "x" }] };
    expect(check(record, more, null)[3]).toMatchObject({ ...bad, ply: 9999 });
  });

  it("may have nothing to check, and says why", () => {
    const why = (fair: RecordData["fair"]): unknown => check({ ...record, fair }, chance, null)[0];
    expect(why(null)).toMatchObject({ state: "unknown", why: "none" });
    expect(why({ ...record.fair!, server_seed: null })).toMatchObject({ state: "unknown", why: "secret" });
    expect(why({ ...record.fair!, algorithm: "dice" })).toMatchObject({ state: "bad", why: "algorithm" });
    expect(why({ ...record.fair!, server_seed: "xyz" })).toMatchObject({ state: "bad", why: "server_seed" });
  });
});

/* Made with a script like the one above, from
 *
 * fair = SealedFair(sha256(b"server").digest(), [sha256(b"seat %d" % n).hexdigest() for n in range(3)], attempt=2)
 */
describe("a record with sealed seats", () => {
  const record = sealedFixture.record as RecordData;
  const chance = sealedFixture.chance as ChanceData;
  const fair = record.fair!;
  const [seed, commitment] = [fair.player_seeds[1]!, fair.seat_commitments![1]!];
  const own: Kept = {
    seeds: { [commitment]: { seed, at: 1000 } },
    revealed: { seal: sealedFixture.seal, seen: 2000, seats: { 1: commitment } },
  };
  const states = (other: Partial<typeof fair>, kept: Kept | null = own): string =>
    check({ ...record, fair: { ...fair, ...other } }, chance, null, kept)
      .map(({ what, state }) => `${what} ${state}`)
      .join(", ");
  const others = "seeds good, commitment good";

  it("passes all checks, with my own seed and the list I saw", () => {
    expect(states({})).toBe(`${others}, seats good, sealed good, kept unknown, moves good, draws good`);
    expect(check(record, chance, null, own)[3]).toMatchObject({ made: 1000, seen: 2000, attempt: 2 });
  });

  it("passes without a seed of mine, and says so", () => {
    expect(states({}, null)).toBe(`${others}, seats good, sealed unknown, kept unknown, moves good, draws good`);
    expect(states({}, { seeds: own.seeds })).toContain("sealed unknown");
  });

  it("with a replaced seed of a seat does not fit its commitment", () => {
    const replaced = { player_seeds: fair.player_seeds.with(0, "ab".repeat(32)) };
    expect(check({ ...record, fair: { ...fair, ...replaced } }, chance, null, own)[2]).toMatchObject({
      state: "bad",
      seat: 0,
    });
    expect(states(replaced)).toContain("draws bad");
    expect(states({ player_seeds: fair.player_seeds.slice(1) })).toContain("seats bad");
    expect(states({ player_seeds: [...fair.player_seeds, "ab".repeat(32)] })).toContain("seats bad");
  });

  it("which was forged after the game, seeds and commitments together, is not what I revealed my seed to", () => {
    const seeds = fair.player_seeds.with(0, "ab".repeat(32));
    const forged = { player_seeds: seeds, seat_commitments: seeds.map(commitmentOf) };
    expect(states(forged)).toContain("seats good, sealed bad");
    expect(states({ attempt: 1 })).toContain("sealed bad");
  });

  it("must have the seed that this browser made", () => {
    const lost = { ...own, seeds: { [commitment]: { seed: "ab".repeat(32), at: 1 } } };
    const found = check(record, chance, null, lost)[3];
    expect(found).toMatchObject({ what: "sealed", state: "bad", why: "seed" });
  });

  it("with a seed that is none is refused before anything is computed", () => {
    expect(states({ player_seeds: fair.player_seeds.with(0, "plum") })).toBe("seeds bad");
    expect(states({ player_seeds: fair.player_seeds.with(0, fair.player_seeds[0]!.toUpperCase()) })).toBe("seeds bad");
  });
});
