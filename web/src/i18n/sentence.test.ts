import { describe, expect, it } from "vitest";
import phrases from "../../contract/phrases.json";
import { en, grammar as english } from "./en";
import { grammar as japanese, words as ja } from "./ja";
import type { Words } from "./catalogue";
import { incomplete, sentence, type Catalogue, type Facts, type Grammar } from "./sentence";

function say(catalogue: Catalogue, code: string, facts: Facts, grammar: Grammar = english): string {
  return sentence({ grammar, template: (one) => catalogue[one], seat: (seat) => `Seat ${seat}` }, code, facts);
}

const cards: Catalogue = {
  play: "{seat} plays {card}.",
  card: "samurai {n}",
  dealt: "{seat} is dealt {cards}.",
  count: "{n:card|cards}",
  win: "{winners:wins|win}.",
  "count.ja": "{n:枚}",
};

describe("a sentence", () => {
  it("inserts facts, and sentences within sentences", () => {
    const facts = { seat: { code: "seat", n: 2 }, card: { code: "card", n: 21 } };
    expect(say(cards, "play", facts)).toBe("Seat 2 plays samurai 21.");
  });

  it("writes a negative number with a true minus", () => {
    const scores = { one: "{n}", points: "{n:point|points}", all: "{all}" };
    expect(say(scores, "one", { n: -2 })).toBe("−2");
    expect(say(scores, "points", { n: -2 })).toBe("−2 points");
    expect(say(scores, "all", { all: [-1, 0, 3] })).toBe("−1, 0 and 3");
  });

  it("joins lists, with a word for an empty one", () => {
    const card = (n: number): Facts => ({ code: "card", n });
    const seat = { code: "seat", n: 0 };
    expect(say(cards, "dealt", { seat, cards: [card(1), card(2), card(3)] })).toBe(
      "Seat 0 is dealt samurai 1, samurai 2 and samurai 3.",
    );
    expect(say(cards, "dealt", { seat, cards: [card(1)] })).toBe("Seat 0 is dealt samurai 1.");
    expect(say(cards, "dealt", { seat, cards: [] })).toBe("Seat 0 is dealt nothing.");
    expect(say(cards, "dealt", { seat, cards: [card(1), card(2)] }, japanese)).toContain("samurai 1、samurai 2");
  });

  it("chooses a form by the plural rules of the language", () => {
    const polish: Grammar = { ...english, locale: "pl" };
    const forms = { karty: "{n:one=karta|few=karty|many=kart|other=karty}", pt: "{n} {n?pt|pts}" };
    const said = [1, 2, 5, 12, 22, 25, 1.5].map((n) => say(forms, "karty", { n }, polish));
    expect(said).toEqual(["1 karta", "2 karty", "5 kart", "12 kart", "22 karty", "25 kart", "1.5 karty"]);
    expect([1, 2].map((n) => say(forms, "pt", { n }))).toEqual(["1 pt", "2 pts"]);
  });

  it("has forms for exact numbers, which replace the number", () => {
    const forms = { gardens: "庭{n:0=なし|other=か所}" };
    expect([0, 1].map((n) => say(forms, "gardens", { n }, japanese))).toEqual(["庭なし", "庭1か所"]);
  });

  it("counts numbers and the items of lists", () => {
    expect(say(cards, "count", { n: 1 })).toBe("1 card");
    expect(say(cards, "count", { n: 0 })).toBe("0 cards");
    expect(say(cards, "win", { winners: [{ code: "seat", n: 1 }] })).toBe("Seat 1 wins.");
    expect(say(cards, "win", { winners: [0, 1].map((n) => ({ code: "seat", n })) })).toBe("Seat 0 and Seat 1 win.");
    expect(say(cards, "count.ja", { n: 3 }, japanese)).toBe("3枚");
  });

  it("shows unknown codes as they are", () => {
    expect(say(cards, "unknown", {})).toBe("unknown");
    expect(say({ a: "{b}" }, "a", {})).toBe("");
  });

  it("adds one where the server counts from zero", () => {
    expect(say({ a: "row {n+1}" }, "a", { n: 0 })).toBe("row 1");
  });
});

describe("the catalogues", () => {
  const fields = (template: string): string[] =>
    [...template.matchAll(/\{([^{}:?]+)[^{}]*\}/g)].map((found) => (found[1] ?? "").replace("+1", "")).sort();

  it("of English are those of the server", () => {
    const { common, chat, refusals, ...games } = phrases;
    expect(en).toMatchObject({ common, chat, refusals, games });
  });

  const parts = (words: Words): [string, Catalogue][] => [
    ["ui", words.ui],
    ["common", words.common],
    ["chat", words.chat],
    ["refusals", words.refusals],
    ...Object.entries(words.games),
  ];
  const japaneseParts = new Map(parts(ja));

  it.each(parts(en))("in Japanese are complete and use only the facts of the English ones: %s", (part, given) => {
    const used = japaneseParts.get(part) ?? {};
    expect(Object.keys(used).sort()).toEqual(Object.keys(given).sort());
    for (const [code, template] of Object.entries(used)) {
      expect(fields(given[code] ?? ""), `${part} ${code}`).toEqual(expect.arrayContaining(fields(template)));
    }
  });

  it.each([...parts(en), ...parts(ja)])("have the form `other` for every amount: %s", (part, words) => {
    for (const [code, template] of Object.entries(words)) expect(incomplete(template), `${part} ${code}`).toEqual([]);
  });
});
