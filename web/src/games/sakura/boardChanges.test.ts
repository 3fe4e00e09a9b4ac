import { expect, test } from "vitest";
import type { Board, Captured, Card } from "$/generated/sakura";
import type { EventView } from "$/generated/outgoing";
import phrases from "../../../contract/phrases.json";
import { sakura } from "../../../contract/pieces.json";
import { CRESTS } from "./art/crests";
import { DECK } from "./art/deck";
import { KINDS, SCENES } from "./rulesScenes";
import { compare, trail, type Deed } from "./boardChanges";
import { card as cardWords, cardOf, monthOf, PLANTS, set as setWords, SIGNS } from "./labels";

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
    pending:
      pending === undefined
        ? null
        : { seat: mover, card: card(pending), flipped: false, interrupted: false, leave: 120 },
    fours: [],
    wildcard: null,
    wildcard_left: false,
    apart: null,
    sheet: [],
  };
}

function flip(name: string): EventView {
  const { code, facts } = cardWords(name);
  return { code: "event.flip_captures", facts: { card: { code, ...facts } }, n: 0, ply: 0, rule: "SK-3.2", text: "" };
}

test("every card that the house has is drawn and can be said, and no other", () => {
  expect([...DECK.keys()]).toEqual(sakura.cards);
  for (const name of sakura.cards) {
    const { code, facts } = cardWords(name);
    expect(phrases.sakura).toHaveProperty([code]);
    expect(cardOf({ code, ...facts })).toBe(name);
  }
  expect(PLANTS.map((plant) => monthOf(`${plant} scroll`) || monthOf(`${plant} chaff 1`))).toEqual(
    PLANTS.map((_, index) => index + 1),
  );
  expect(CRESTS).toHaveLength(PLANTS.length);
});

test("no two cards look the same", () => {
  expect(new Set([...DECK.values()].map((art) => JSON.stringify(art))).size).toBe(48);
});

test("pictures show cards and sets that there are", () => {
  const shown = [...KINDS, ...Object.values(SCENES).flat(), ...sakura.sets].flatMap((group) => group.cards);
  for (const name of shown) expect(name === "back" || DECK.has(name)).toBe(true);
  for (const { name } of sakura.sets) {
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
  const { deeds, ways } = compare(before, now, [flip("plum scroll")]);
  expect(deeds).toEqual([
    { seat: 1, came: ["geese"], took: ["moon"], captured: true },
    { seat: 1, came: ["plum scroll"], took: ["plum chaff 1"], captured: true },
  ]);
  expect(ways.get("geese")).toEqual({ from: "hand-1", via: "coming-8", after: 0 });
  expect(ways.get("moon")).toEqual({ via: "lying-8", after: 0 });
  expect(ways.get("plum scroll")).toEqual({ from: "pile", via: "coming-2", after: 1 });
});

test("a card that stays comes from the pile if no hand got smaller", () => {
  const { deeds, ways } = compare(look({ field: [] }), look({ field: ["boar"], pile: 23 }));
  expect(deeds).toEqual([{ seat: 1, came: ["boar"], took: [], captured: false }]);
  expect(ways.get("boar")).toEqual({ from: "pile", after: 0 });
});

test("of two cards that stay, each comes from where it lay", () => {
  const now = look({ field: ["boar", "crane"], hands: [8, 7], pile: 23 });
  const { ways } = compare(look({ field: [] }), now, [flip("boar")]);
  expect(ways.get("crane")).toEqual({ from: "hand-1", after: 0 });
  expect(ways.get("boar")).toEqual({ from: "pile", after: 1 });
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
  const table = { board: first };
  const seen = (board: Board): readonly Deed[] => {
    table.board = board;
    return trail(table).deeds;
  };
  seen(first);
  const told = seen(second);
  expect(told).toHaveLength(1);
  expect(seen(second)).toBe(told);
  expect(seen(third)).toBe(told);
  expect(seen({ ...look({ field: [] }), round: 2 })).toEqual([]);
});

test("a table is not compared with another one", () => {
  trail({ board: look({ field: [] }) });
  expect(trail({ board: look({ field: ["boar"] }) })).toEqual({ ways: new Map(), deeds: [], fresh: new Set() });
});
