/* The vectors were made with `zashiki.core.fair` and this script (`python … > fair.fixture.json`):
 *
 * import json
 * from zashiki import registry
 * from zashiki.core.fair import Fair, from_hex
 * from zashiki.core.game import CHANCE
 *
 * def vectors(server, players):
 *     fair = from_hex(server, players)
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
import { check, commitment, Stream } from "./fair";
import fixture from "./fair.fixture.json";
import type { ChanceData, RecordData } from "$/generated/api";

const record = fixture.record as RecordData;
const chance = fixture.chance as ChanceData;

describe.each(fixture.vectors.map((one) => [one.player_seeds.join(" ").slice(0, 20), one] as const))(
  "seeds %s",
  (_, one) => {
    it("give the commitment", async () => expect(await commitment(one.server_seed)).toBe(one.commitment));

    it("give every draw, also after rejected attempts", async () => {
      const stream = await Stream.of(one.server_seed, one.player_seeds);
      for (const { number, weights, index } of one.draws) expect(await stream.draw(number, weights)).toBe(index);
    });
  },
);

describe("a record", () => {
  const states = async (one: RecordData, told = chance, kept: Parameters<typeof check>[2] = null): Promise<string> =>
    (await check(one, told, kept)).map(({ what, state }) => `${what} ${state}`).join(", ");

  it("passes all checks", async () => {
    expect(await states(record)).toBe("seeds good, commitment good, kept unknown, moves good, draws good");
    const [, , , moves, draws] = await check(record, chance, null);
    expect(moves).toMatchObject({ count: chance.draws.length });
    expect(draws).toMatchObject({ count: chance.draws.length });
  });

  it("is compared with the commitment that was shown", async () => {
    const shown = record.fair?.commitment ?? "";
    expect(await states(record, chance, { commitment: shown, dealt: false })).toContain("kept good");
    expect(await states(record, chance, { commitment: "0".repeat(64), dealt: false })).toContain("kept bad");
  });

  it("with another server seed breaks its commitment and its draws", async () => {
    const other = { ...record, fair: { ...record.fair!, server_seed: "ab".repeat(32) } };
    expect(await states(other)).toBe("seeds good, commitment bad, kept unknown, moves good, draws bad");
  });

  it("with another player seed has other draws", async () => {
    const other = { ...record, fair: { ...record.fair!, player_seeds: ["plum", "梅"] } };
    expect(await states(other)).toBe("seeds good, commitment good, kept unknown, moves good, draws bad");
  });

  it("with a manipulated deal shows the first ply that differs", async () => {
    const draws = chance.draws.map((draw) => ({ ...draw }));
    const chosen = draws[5]!;
    const right = chosen.index;
    chosen.index = (right + 1) % chosen.weights.length;
    const found = (await check(record, { ...chance, draws }, null)).at(-1);
    expect(found).toMatchObject({
      what: "draws",
      state: "bad",
      number: 5,
      ply: chosen.ply,
      index: chosen.index,
      drawn: right,
    });
  });

  it("must have exactly the draws that the rules ask for", async () => {
    const ply = chance.draws[3]!.ply;
    const moves = [...record.moves];
    moves[ply] = "* deal something";
    const bad = { what: "moves", state: "bad", ply };
    expect((await check({ ...record, moves }, chance, null))[3]).toMatchObject(bad);
    const fewer = { ...chance, draws: chance.draws.filter((_, n) => n !== 3) };
    expect((await check(record, fewer, null))[3]).toMatchObject(bad);
    const more = { ...chance, draws: [...chance.draws, { ply: 9999, weights: [1], index: 0, name: "x" }] };
    expect((await check(record, more, null))[3]).toMatchObject({ ...bad, ply: 9999 });
  });

  it("may have nothing to check, and says why", async () => {
    const why = async (fair: RecordData["fair"]): Promise<unknown> =>
      (await check({ ...record, fair }, chance, null))[0];
    expect(await why(null)).toMatchObject({ state: "unknown", why: "none" });
    expect(await why({ ...record.fair!, server_seed: null })).toMatchObject({ state: "unknown", why: "secret" });
    expect(await why({ ...record.fair!, algorithm: "dice" })).toMatchObject({ state: "bad", why: "algorithm" });
    expect(await why({ ...record.fair!, server_seed: "xyz" })).toMatchObject({ state: "bad", why: "server_seed" });
  });
});
