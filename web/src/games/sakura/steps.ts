/** A turn, card by card. An update has the board after the whole turn, in which a card is played and then one is flipped from the
 * pile: the board between the two is that board with the flip taken back. */
import type { Board, Captured, Card, FieldMonth } from "$/generated/sakura";
import type { EventView } from "$/generated/outgoing";
import type { Step } from "$/table/gameContext";
import { sakura } from "../../../contract/pieces.json";
import { cardOf, monthOf } from "./labels";

const ORDER: ReadonlyMap<string, number> = new Map(sakura.cards.map((name, index): [string, number] => [name, index]));

export function turnSteps(before: Board, after: Board, events: readonly EventView[]): Step<Board>[] {
  const steps: Step<Board>[] = [{ board: after, kind: "rest" }];
  if (after.sheet.length > before.sheet.length) {
    // The end of a round clears the board: its last turn is told on the old one, and the deal on the new one.
    const lasts = after.round !== before.round && !events.some(({ code }) => code === "event.dealt");
    return lasts ? [{ board: before, kind: "rest" }] : steps;
  }
  let board = after;
  for (const [index, event] of [...events.entries()].reverse()) {
    const last = events[index - 1];
    if (last === undefined || !event.code.startsWith("event.flip")) continue;
    board = unflipped(board, event, before);
    steps.unshift({ board, kind: "move", upTo: last.n });
  }
  return steps;
}

/** The board before a card was flipped. */
function unflipped(board: Board, { facts }: EventView, before: Board): Board {
  const seat = (facts["seat"] as { n: number }).n;
  const card = cardOf(facts["card"]) ?? "";
  const took = Array.isArray(facts["cards"]) ? facts["cards"].map((fact) => cardOf(fact) ?? "") : [];
  const moved = new Set([card, ...took]);
  const player = board.players[seat];
  const back = player === undefined ? [] : cardsOf(player.captured).filter(({ name }) => moved.has(name));
  const lost = back.reduce((sum, { value }) => sum + value, 0);
  return {
    ...board,
    phase: "flip",
    mover: null,
    pile_count: board.pile_count + 1,
    pending: null,
    field: field(board, before, card, back),
    players: board.players.map((one) => (one === player ? { ...one, captured: without(one.captured, moved) } : one)),
    sides: board.sides.map((side) =>
      side.seats.includes(seat)
        ? {
            ...side,
            value: side.value - lost,
            sets: side.sets.map((set) => {
              const captured = set.captured.filter((name) => !moved.has(name));
              return { ...set, captured, complete: set.complete && captured.length === set.captured.length };
            }),
          }
        : side,
    ),
    wildcard: moved.has(sakura.wildcard) ? null : board.wildcard,
    wildcard_left: moved.has(sakura.wildcard) ? before.wildcard_left : board.wildcard_left,
  };
}

function cardsOf(captured: Captured): Card[] {
  return Object.values(captured).flat() as Card[];
}

function without(captured: Captured, gone: ReadonlySet<string>): Captured {
  const left = Object.entries(captured).map(([kind, cards]: [string, Card[]]) => [
    kind,
    cards.filter(({ name }) => !gone.has(name)),
  ]);
  return Object.fromEntries(left) as Captured;
}

/** The field without the flipped card, and with what it took. */
function field(board: Board, before: Board, flipped: string, back: readonly Card[]): FieldMonth[] {
  const lay = new Map(before.field.flatMap(({ cards }) => cards.map((card): [string, Card] => [card.name, card])));
  const there = [...board.field.flatMap(({ cards }) => cards), ...back]
    .filter(({ name }) => name !== flipped)
    .map((card) => lay.get(card.name) ?? card)
    .sort((one, other) => place(one) - place(other));
  const known = new Map([...board.field, ...before.field].map((month): [number, FieldMonth] => [month.month, month]));
  return [...new Set(there.map(({ name }) => monthOf(name)))].map((month) => {
    const cards = there.filter(({ name }) => monthOf(name) === month);
    const plant = cards[0]?.plant ?? "";
    return { ...(known.get(month) ?? { month, plant, stack: false, action: null }), cards };
  });
}

function place({ name }: Card): number {
  return ORDER.get(name) ?? 0;
}
