import { expect, test } from "vitest";
import type { Board, Captured, Card } from "$/generated/sakura";
import phrases from "../../../contract/phrases.json";
import { DECK } from "./art/deck";
import { monthOf } from "./art/sprite";
import { KINDS, SCENES, SETS } from "./pictures";
import { compare, trail } from "./trail";
import { card as cardWords, PLANTS, set as setWords, SIGNS } from "./words";

function card(name: string): Card {
  return { name, month: monthOf(name), plant: PLANTS[monthOf(name) - 1] ?? "", kind: "chaff", value: 0, action: null };
}

function heap(names: string[]): Captured {
  return { bright: [], scroll: [], hawthorn: [], animal: [], rain: [], chaff: names.map(card) };
}

interface Look {
  field: string[];
  captured?: [string[], string[]];
  hands?: [number, number];
  pile?: number;
  mover?: number;
  pending?: string;
}

/** A table of two as seat 0 sees it. */
function look({ field, captured = [[], []], hands = [8, 8], pile = 24, mover = 1, pending }: Look): Board {
  return {
    phase: "play",
    round: 1,
    rounds: 1,
    dealer: 0,
    first: 1,
    mover,
    players: [0, 1].map((seat) => ({
      seat,
      side: seat,
      hand_count: hands[seat] ?? 0,
      hand: seat === 0 ? [] : null,
      captured: heap(captured[seat] ?? []),
    })),
    sides: [],
    field: field.map((name) => ({ month: monthOf(name), plant: "", stack: false, action: null, cards: [card(name)] })),
    pile_count: pile,
    pending: pending === undefined ? null : { seat: mover, card: card(pending), flipped: false, leave: 120 },
    fours: [],
    wildcard: null,
    apart: null,
    sheet: [],
  };
}

test("the deck has the cards that the house names, four for each month", () => {
  expect(DECK.size).toBe(48);
  for (const name of DECK.keys()) expect(phrases.sakura).toHaveProperty([cardWords(name).code]);
  for (const [index, plant] of PLANTS.entries()) {
    const month = [...DECK.keys()].slice(4 * index, 4 * index + 4);
    expect(month.filter((name) => name.startsWith(plant) || !/ (scroll|chaff)/.test(name))).toHaveLength(4);
  }
});

test("no two cards look the same", () => {
  expect(new Set([...DECK.values()].map((art) => JSON.stringify(art))).size).toBe(48);
});

test("pictures show cards and sets that there are", () => {
  const shown = [...KINDS, ...Object.values(SCENES).flat(), ...SETS].flatMap((group) => group.cards);
  for (const name of shown) expect(name === "back" || DECK.has(name)).toBe(true);
  for (const { name } of SETS) {
    expect(phrases.sakura).toHaveProperty([setWords(name).code]);
    expect(SIGNS).toHaveProperty([name]);
  }
});

test("what came and what it took, month by month", () => {
  const before = look({ field: ["plum chaff 1", "moon"] });
  const now = look({
    field: [],
    captured: [[], ["plum scroll", "plum chaff 1", "moon", "geese"]],
    hands: [8, 7],
    pile: 23,
  });
  const { deeds, from } = compare(before, now);
  expect(deeds).toEqual([
    { seat: 1, came: ["plum scroll"], took: ["plum chaff 1"], captured: true },
    { seat: 1, came: ["geese"], took: ["moon"], captured: true },
  ]);
  expect(from.get("geese")).toBe("hand-1");
});

test("a card that stays comes from the pile if no hand got smaller", () => {
  const { deeds, from } = compare(look({ field: [] }), look({ field: ["boar"], pile: 23 }));
  expect(deeds).toEqual([{ seat: 1, came: ["boar"], took: [], captured: false }]);
  expect(from.get("boar")).toBe("pile");
});

test("the wildcard and what it took belong together", () => {
  const before = look({ field: ["phoenix", "boar"], pending: "fireworks" });
  const now = look({ field: ["boar"], captured: [[], ["fireworks", "phoenix"]] });
  expect(compare(before, now).deeds).toEqual([{ seat: 1, came: ["fireworks"], took: ["phoenix"], captured: true }]);
});

test("what was done last stays in sight until something else is done", () => {
  const first = look({ field: [] });
  const second = look({ field: ["boar"] });
  const third = look({ field: ["boar"], mover: 0 });
  trail(first);
  const told = trail(second).deeds;
  expect(told).toHaveLength(1);
  expect(trail(second).deeds).toBe(told);
  expect(trail(third).deeds).toBe(told);
  expect(trail({ ...look({ field: [] }), round: 2 }).deeds).toEqual([]);
});
