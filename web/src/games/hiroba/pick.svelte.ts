/** What a player has in hand before it becomes a move: a number, or a square that waits for a number. Either may come
 * first. It belongs to this screen alone, and nothing of it is known to the house. */
import type { Board, Side, Square } from "$/generated/hiroba";
import { t } from "$/i18n/index.svelte";
import { ofEyes, ofTable } from "$/table/own.svelte";
import type { Sight } from "$/table/sight";

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
export const pickOf: (sight: Sight<Board>) => Pick = ofEyes(() => new Pick());

class Light {
  /** Whether the board shows who leads where. */
  leads: boolean = $state(false);
}

/** How a table is looked at, whoever does. */
export const lightOf: (sight: Sight<Board>) => Light = ofTable(() => new Light());

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
export function waitingSquare(sight: Sight<Board>): Square | null {
  const waiting = pickOf(sight).square;
  if (waiting === null) return null;
  const { squares } = sight.board;
  return squares.find(({ name, pebble, stone }) => name === waiting && pebble === null && stone === null) ?? null;
}

/** What was chosen with another number or square is not meant any more. */
function takeBack(sight: Sight<Board>): void {
  if (sight.chosen.length > 0) sight.propose([]);
}

/** While moves are still being shown, and in replays, a square is only looked at. */
export function touchSquare(sight: Sight<Board>, square: Square): void {
  const pick = pickOf(sight);
  pick.regard = square.name;
  if (!sight.live) return;
  if (placingStone(sight)) {
    sight.touch(square.stone_action);
  } else if (pick.number !== null) {
    sight.touch(actionOf(square, pick.number));
  } else {
    takeBack(sight);
    pick.square = pick.square === square.name ? null : square.name;
  }
}

export function touchNumber(sight: Sight<Board>, number: number): void {
  const square = sight.live && !placingStone(sight) ? waitingSquare(sight) : null;
  if (square !== null) {
    sight.touch(actionOf(square, number));
    return;
  }
  takeBack(sight);
  const pick = pickOf(sight);
  pick.square = null;
  pick.number = pick.number === number ? null : number;
}

/** Turn the pebble in hand over: its other side shows what is missing to ten. */
export function flip(sight: Sight<Board>): void {
  const pick = pickOf(sight);
  const side = mySides(sight).find(({ number }) => number === pick.number);
  if (side === undefined) return;
  takeBack(sight);
  pick.number = side.back;
}

/** What is in my hand, or what it is asked for. */
export function status(sight: Sight<Board>): string {
  if (sight.seat === null || sight.view.over || placingStone(sight)) return "";
  const asking = fitting(sight);
  if (asking !== null) return asking;
  const asked = sight.live && sight.view.waiting.includes(sight.seat);
  const held = mySides(sight).find(({ number }) => number === pickOf(sight).number);
  if (held === undefined) return asked ? t("hiroba.hand.pick") : "";
  const facts = { number: held.number, back: held.back, count: held.squares.length };
  return t(asked ? "hiroba.hand.held" : "hiroba.hand.kept", facts);
}

/** Which numbers fit on the square that waits for one; null if none waits. */
export function fitting(sight: Sight<Board>): string | null {
  const square = placingStone(sight) ? null : waitingSquare(sight);
  if (square === null) return null;
  const numbers = mySides(sight)
    .map(({ number }) => number)
    .filter((number) => sight.may(actionOf(square, number)));
  const facts = { square: square.name, numbers: numbers.join(t("hiroba.comma")) };
  return t(numbers.length > 0 ? "hiroba.hand.fitting" : "hiroba.hand.nothing_fits", facts);
}
