/** What a player has selected before it becomes a move: a number, or a square that waits for a number. Either may come
 * first. It exists on this screen only; the server knows nothing of it. */
import type { Board, Side, Square } from "$/generated/hiroba";
import { t } from "$/i18n/index.svelte";
import { perViewer, perTable } from "$/table/perViewer.svelte";
import type { GameContext } from "$/table/gameContext";

class Selection {
  /** The selected number. */
  number: number | null = $state(null);
  /** The square that waits for a number. */
  square: string | null = $state(null);
  /** The square whose region details are shown. */
  region: string | null = $state(null);

  clear(): void {
    this.number = null;
    this.square = null;
  }
}

/** A viewer's selection at a table. */
export const selectionOf: (context: GameContext<Board>) => Selection = perViewer(() => new Selection());

class Highlight {
  /** Whether the board shows the leaders. */
  leads: boolean = $state(false);
}

/** How a table is displayed, for all viewers. */
export const highlightOf: (context: GameContext<Board>) => Highlight = perTable(() => new Highlight());

/** Whether I may place a stone now. */
export function placingStone(context: GameContext<Board>): boolean {
  return context.board.phase === "stone" && context.seat !== null && context.view.waiting.includes(context.seat);
}

/** The sides of my pebbles; none for spectators. */
export function mySides(context: GameContext<Board>): readonly Side[] {
  return context.seat === null ? [] : (context.board.players[context.seat]?.sides ?? []);
}

/** The move that places a number on a square. */
export function actionOf(square: Square, number: number): number {
  return square.pebble_actions[number - 1] ?? -1;
}

/** The square that waits for a number, while it is empty. */
export function waitingSquare(context: GameContext<Board>): Square | null {
  const waiting = selectionOf(context).square;
  if (waiting === null) return null;
  const { squares } = context.board;
  return squares.find(({ name, pebble, stone }) => name === waiting && pebble === null && stone === null) ?? null;
}

/** A choice made with another number or square is obsolete. */
function takeBack(context: GameContext<Board>): void {
  if (context.chosen.length > 0) context.propose([]);
}

/** In replays, and while moves are still being shown, tapping a square only shows its region. */
export function touchSquare(context: GameContext<Board>, square: Square): void {
  const selection = selectionOf(context);
  selection.region = square.name;
  if (!context.live) return;
  if (placingStone(context)) {
    context.select(square.stone_action);
  } else if (selection.number !== null) {
    context.select(actionOf(square, selection.number));
  } else {
    takeBack(context);
    selection.square = selection.square === square.name ? null : square.name;
  }
}

export function touchNumber(context: GameContext<Board>, number: number): void {
  const square = context.live && !placingStone(context) ? waitingSquare(context) : null;
  if (square !== null) {
    context.select(actionOf(square, number));
    return;
  }
  takeBack(context);
  const selection = selectionOf(context);
  selection.square = null;
  selection.number = selection.number === number ? null : number;
}

/** Flip the selected pebble: its two sides add up to ten. */
export function flip(context: GameContext<Board>): void {
  const selection = selectionOf(context);
  const side = mySides(context).find(({ number }) => number === selection.number);
  if (side === undefined) return;
  takeBack(context);
  selection.number = side.back;
}

/** What is selected, or what to select. */
export function status(context: GameContext<Board>): string {
  if (context.seat === null || context.view.over || placingStone(context)) return "";
  const asking = fittingNumbers(context);
  if (asking !== null) return asking;
  const asked = context.live && context.view.waiting.includes(context.seat);
  const held = mySides(context).find(({ number }) => number === selectionOf(context).number);
  if (held === undefined) return asked ? t("hiroba.hand.pick") : "";
  const facts = { number: held.number, back: held.back, count: held.squares.length };
  return t(asked ? "hiroba.hand.held" : "hiroba.hand.kept", facts);
}

/** Which numbers fit on the square that waits for one; null if none waits. */
export function fittingNumbers(context: GameContext<Board>): string | null {
  const square = placingStone(context) ? null : waitingSquare(context);
  if (square === null) return null;
  const numbers = mySides(context)
    .map(({ number }) => number)
    .filter((number) => context.isLegal(actionOf(square, number)));
  const facts = { square: square.name, numbers: numbers.join(t("hiroba.comma")) };
  return t(numbers.length > 0 ? "hiroba.hand.fitting" : "hiroba.hand.nothing_fits", facts);
}
