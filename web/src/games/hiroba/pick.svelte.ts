/** What a player has in hand before it becomes a move: a number, or a square that waits for a number. Either may come
 * first. It belongs to this screen alone, and nothing of it is known to the house. */
import type { Board, Side, Square } from "$/generated/hiroba";
import { t } from "$/i18n/index.svelte";
import { perViewer, perTable } from "$/table/perViewer.svelte";
import type { GameContext } from "$/table/gameContext";

class Pick {
  /** The number in hand. */
  number: number | null = $state(null);
  /** The square that waits for a number. */
  square: string | null = $state(null);
  /** The square whose garden or pond is looked at. */
  regard: string | null = $state(null);

  putBack(): void {
    this.number = null;
    this.square = null;
  }
}

/** What somebody has in hand at a table. */
export const selectionOf: (context: GameContext<Board>) => Pick = perViewer(() => new Pick());

class Highlight {
  /** Whether the board shows who leads where. */
  leads: boolean = $state(false);
}

/** How a table is looked at, whoever does. */
export const highlightOf: (context: GameContext<Board>) => Highlight = perTable(() => new Highlight());

/** Whether I am asked to place a stone. */
export function placingStone(context: GameContext<Board>): boolean {
  return context.board.phase === "stone" && context.seat !== null && context.view.waiting.includes(context.seat);
}

/** The sides of my pebbles; nobody's for spectators. */
export function mySides(context: GameContext<Board>): readonly Side[] {
  return context.seat === null ? [] : (context.board.players[context.seat]?.sides ?? []);
}

/** The move that a number on a square means. */
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

/** What was chosen with another number or square is not meant any more. */
function takeBack(context: GameContext<Board>): void {
  if (context.chosen.length > 0) context.propose([]);
}

/** While moves are still being shown, and in replays, a square is only looked at. */
export function touchSquare(context: GameContext<Board>, square: Square): void {
  const pick = selectionOf(context);
  pick.regard = square.name;
  if (!context.live) return;
  if (placingStone(context)) {
    context.select(square.stone_action);
  } else if (pick.number !== null) {
    context.select(actionOf(square, pick.number));
  } else {
    takeBack(context);
    pick.square = pick.square === square.name ? null : square.name;
  }
}

export function touchNumber(context: GameContext<Board>, number: number): void {
  const square = context.live && !placingStone(context) ? waitingSquare(context) : null;
  if (square !== null) {
    context.select(actionOf(square, number));
    return;
  }
  takeBack(context);
  const pick = selectionOf(context);
  pick.square = null;
  pick.number = pick.number === number ? null : number;
}

/** Turn the pebble in hand over: its other side shows what is missing to ten. */
export function flip(context: GameContext<Board>): void {
  const pick = selectionOf(context);
  const side = mySides(context).find(({ number }) => number === pick.number);
  if (side === undefined) return;
  takeBack(context);
  pick.number = side.back;
}

/** What is in my hand, or what it is asked for. */
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
