/** What a player has in hand before it becomes a move: a number, or a square that waits for a number. Either may come
 * first. It belongs to this screen alone, and nothing of it is known to the house. */
import type { Board, Side, Square } from "$/generated/hiroba";
import type { Sight } from "$/table/sight";

class Pick {
  /** The number in hand. */
  number: number | null = $state(null);
  /** The square that waits for a number. */
  square: string | null = $state(null);
  /** The square whose garden or pond is looked at. */
  regard: string | null = $state(null);
  /** Whether the board shows who leads where. */
  leads: boolean = $state(false);

  putBack(): void {
    this.number = null;
    this.square = null;
  }
}

/** There is one table on a page. */
export const pick = new Pick();

/** Whether I am asked to place a stone. */
export function placingStone(sight: Sight<Board>): boolean {
  return sight.board.phase === "stone" && sight.seat !== null && sight.view.waiting.includes(sight.seat);
}

/** The sides of my pebbles; nobody's for spectators. */
export function mySides(sight: Sight<Board>): readonly Side[] {
  return sight.seat === null ? [] : (sight.board.players[sight.seat]?.sides ?? []);
}

/** The move that a number on a square means. */
export function actionOf(square: Square, number: number): number {
  return square.pebble_actions[number - 1] ?? -1;
}

/** The square that waits for a number, while it is empty. */
export function waitingSquare(board: Board): Square | null {
  if (pick.square === null) return null;
  return board.squares.find(({ name, pebble, stone }) => name === pick.square && pebble === null && stone === null) ?? null;
}

export function touchSquare(sight: Sight<Board>, square: Square): void {
  pick.regard = square.name;
  if (sight.seat === null || sight.view.over) return;
  if (placingStone(sight)) {
    sight.touch(square.stone_action);
  } else if (pick.number !== null) {
    sight.touch(actionOf(square, pick.number));
  } else {
    sight.propose([]);
    pick.square = pick.square === square.name ? null : square.name;
  }
}

export function touchNumber(sight: Sight<Board>, number: number): void {
  const square = waitingSquare(sight.board);
  if (square !== null && !placingStone(sight)) {
    sight.touch(actionOf(square, number));
    return;
  }
  sight.propose([]);
  pick.square = null;
  pick.number = pick.number === number ? null : number;
}

/** Turn the pebble in hand over: its other side shows what is missing to ten. */
export function flip(sight: Sight<Board>): void {
  const side = mySides(sight).find(({ number }) => number === pick.number);
  if (side === undefined) return;
  sight.propose([]);
  pick.number = side.back;
}
