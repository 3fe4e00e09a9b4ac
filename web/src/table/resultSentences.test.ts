import { describe, expect, it } from "vitest";
import type { ScoreLine } from "$/generated/api";
import { decidedSentences, resultTitle, rowSentence } from "./resultSentences";
import { decided, ranking } from "./scores";

const name = (seat: number): string => `P${seat}`;
const by = { name, say: ({ text }: { text: string }): string => text };

function line(seat: number, round: number, points: number, text = "points"): ScoreLine {
  return { seat, round, points, rule: "X-1", code: "points", facts: {}, text };
}

function title(scores: number[], winners: number[], own: number[], allies: number[] = []): string {
  return resultTitle(ranking(scores, winners), winners, own, name, allies);
}

describe("the heading", () => {
  it("is about me", () => {
    expect(title([9, 4, 7], [0], [0])).toBe("You win!");
    expect(title([9, 4, 7], [0], [2])).toBe("You came 2nd");
    expect(title([9, 4, 7], [0], [1])).toBe("You came 3rd");
    expect(title([9, 9, 7], [0, 1], [1])).toBe("You share the win!");
    expect(title([9, 4, 9, 4], [0, 2], [0], [0, 2])).toBe("You win!");
  });

  it("is about the winners for spectators, and for several players on one device", () => {
    expect(title([9, 4], [0], [])).toBe("P0 wins");
    expect(title([9, 4], [0], [0, 1])).toBe("P0 wins");
  });
});

describe("how it was decided", () => {
  const how = (seat: number, scores: number[], winners: number[], lines: ScoreLine[] = [], allies: number[] = []) => {
    const facts = decided(seat, scores, winners, lines, allies);
    return facts === null ? [] : decidedSentences(facts, winners.includes(seat), by);
  };

  it("tells the margin to the best other player", () => {
    expect(how(0, [9, 4, 7], [0])).toEqual(["You finished 2 points ahead of P2."]);
    expect(how(1, [9, 8, 7], [0])).toEqual(["You finished 1 point behind P0."]);
    expect(how(0, [9, 9], [0])).toEqual(["Level on points with P1: the tie-break is yours."]);
    expect(how(1, [9, 9], [0])).toEqual(["Level on points with P0, who wins the tie-break."]);
    expect(how(1, [9, 9], [0, 1])).toEqual(["You and P0 share the victory."]);
  });

  it("leaves out teammates", () => {
    expect(how(0, [9, 4, 9, 4], [0, 2], [], [0, 2])).toEqual(["You finished 5 points ahead of P1."]);
    expect(how(0, [9, 9], [0, 1], [], [0, 1])).toEqual([]);
  });

  it("tells what gave and what cost most", () => {
    const lines = [line(0, 1, 2, "a trick"), line(0, 1, 5, "a set"), line(0, 1, -3, "a fine"), line(1, 1, 8, "luck")];
    expect(how(0, [4, 8], [1], lines).slice(1)).toEqual([
      "What gave you most: a set (+5).",
      "What cost you most: a fine (−3).",
    ]);
  });

  it("says in which round, if there were several", () => {
    const lines = [line(0, 1, 2, "a trick"), line(0, 2, -3, "a fine"), line(1, 2, 8)];
    expect(how(0, [-1, 8], [1], lines)).toContain("What gave you most, in round 1: a trick (+2).");
    expect(how(0, [-1, 8], [1], lines)).toContain("What cost you most, in round 2: a fine (−3).");
  });

  it("tells that the last round turned it around, and only then", () => {
    const turned = [line(0, 1, 2), line(1, 1, 5), line(0, 2, 6), line(1, 2, 1)];
    expect(how(0, [8, 6], [0], turned)[1]).toBe("It was the last round: before it you were 3 points behind P1.");
    expect(how(1, [8, 6], [0], turned)[1]).toBe("It was the last round: before it you were 3 points ahead of P0.");
    const steady = [line(0, 1, 5), line(1, 1, 2), line(0, 2, 3), line(1, 2, 4)];
    expect(how(0, [8, 6], [0], steady).join(" ")).not.toContain("last round");
  });
});

it("reads a row as a sentence", () => {
  const [first, second] = ranking([1, 23], [1]);
  if (first === undefined || second === undefined) throw new Error("two players");
  expect(rowSentence(first, "Bot 4", ["level 3"])).toBe("1st: Bot 4, level 3, 23 points");
  expect(rowSentence(second, "Aki", [])).toBe("2nd: Aki, 1 point");
});
