/** A move, piece by piece, where the new board no longer has what happened: pieces that were returned to the pouch lie on the table
 * first, and an ability is chosen before its pieces are drawn. */
import type { Board, Pieces, Pile, Turn } from "$/generated/hitohira";
import type { EventView } from "$/generated/outgoing";
import type { Step } from "$/table/gameContext";
import { COLOURS, colourWord } from "./petals";

export function turnSteps(before: Board, after: Board, events: readonly EventView[]): Step<Board>[] {
  const rest: Step<Board> = { board: after, kind: "rest" };
  const { turn } = before;
  if (turn === null) return [rest];
  const steps: Step<Board>[] = [];
  const drawn = events.findIndex(({ code }) => code === "event.drawn");
  if (drawn > 0) steps.push({ board: chosen(before, turn, after), kind: "move", upTo: number(events[drawn - 1]) });
  const returned = events.findIndex(({ code }) => code === "event.returned");
  if (returned > 0) {
    const board = lying(turn, after, events.slice(0, returned + 1));
    steps.push({ board, kind: "move", upTo: number(events[returned - 1]) });
  }
  return [...steps, rest];
}

function number(event: EventView | undefined): number {
  return event?.n ?? 0;
}

/** An ability is in use, and nothing is drawn yet. */
function chosen(before: Board, turn: Turn, after: Board): Board {
  return { ...before, turn, abilities: after.abilities };
}

/** Pieces lie on the table that will be returned, those of the turn or those that an ability has shown. */
function lying(turn: Turn, after: Board, events: readonly EventView[]): Board {
  const left = pieces(events.at(-1));
  const piles = left.map((one): Pile => ({ ...one, actions: [] }));
  const batch = pieces(events.find(({ code }) => code === "event.drawn"));
  const failure = events.find(({ code }) => code.startsWith("event.fails_"));
  const pouch = after.pouch - left.reduce((sum, { count }) => sum + count, 0);
  if (events.at(-1)?.rule === "HT-4.5") return { ...after, pouch, turn: { ...(after.turn ?? turn), shown: piles } };
  const drew = batch.length > 0 ? { last_draw: batch, draws_made: turn.draws_made + 1 } : {};
  const failed = failure === undefined ? {} : { failed: true, culprits: culprits(failure, left) };
  return { ...after, phase: "failed", pouch, turn: { ...turn, ...drew, ...failed, pieces: piles } };
}

/** The colours that made a turn fail: three of one, or all five. */
function culprits({ code, facts }: EventView, heap: readonly Pieces[]): string[] {
  if (code.startsWith("event.fails_five")) return heap.map(({ colour }) => colour);
  return COLOURS.filter(
    (colour) => isColour(facts["colour"], colour) || (code.endsWith("_black") && colour === "black"),
  );
}

/** The pieces that an event names. */
function pieces(event: EventView | undefined): Pieces[] {
  const facts = event?.facts["pieces"];
  if (!Array.isArray(facts)) return [];
  return (facts as unknown as { colour: unknown; count: number }[]).flatMap(({ colour: fact, count }) =>
    COLOURS.filter((colour) => isColour(fact, colour)).map((colour) => ({ colour, count })),
  );
}

function isColour(fact: unknown, colour: string): boolean {
  return (fact as { code?: unknown } | null)?.code === colourWord(colour).code;
}
