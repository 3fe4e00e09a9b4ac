import { describe, expect, it } from "vitest";
import { chanceInWords, hintSentences, type HintContext } from "./hintSentences";

const rated = { name: "", label: "Play 7", error: 0, playouts: 9, close: false, reason: null };

function context(hint: Partial<HintContext["hint"]>): HintContext {
  return {
    hint: { best: { ...rated, action: 7, chance: 0.5 }, runnerUp: null, ...hint },
    label: (action) => `Play ${action}`,
    say: ({ text }) => text,
    view: { scores: [0, 0, 0, 0] } as unknown as HintContext["view"],
  };
}

describe("a chance in words", () => {
  it("depends on how many share the victory", () => {
    expect(chanceInWords(0.3, 2)).toBe("Small chance of winning: 30 %");
    expect(chanceInWords(0.3, 4)).toBe("Fair chance of winning: 30 %");
    expect(chanceInWords(0.3, 6)).toBe("Good chance of winning: 30 %");
  });

  it("covers everything from nothing to certainty", () => {
    expect(chanceInWords(0, 4)).toBe("Slim chance of winning: 0 %");
    expect(chanceInWords(1, 4)).toBe("Almost certain to win: 100 %");
  });
});

describe("a hint in sentences", () => {
  const reason = { code: "hint.trick", facts: {}, text: "It wins." };
  const runnerUp = { ...rated, action: 8, chance: 0.48, close: true };

  it("names the move, its chance and why", () => {
    const best = { ...rated, action: 7, chance: 0.5, reason };
    expect(hintSentences(context({ best }))).toEqual(["Best: Play 7", "Good chance of winning: 50 %", "It wins."]);
  });

  it("names the runner-up if it is about as good, and once only", () => {
    const best = { ...rated, action: 7, chance: 0.5, reason };
    expect(hintSentences(context({ best, runnerUp })).at(-1)).toBe("About as good: Play 8 (48 %).");
    const alike = { ...best, reason: { code: "hint.alike", facts: {}, text: "Play 8 is about as good." } };
    expect(hintSentences(context({ best: alike, runnerUp })).slice(2)).toEqual(["Play 8 is about as good."]);
  });

  it("is silent without a hint", () => {
    expect(hintSentences(context({ best: null }))).toEqual([]);
  });
});
