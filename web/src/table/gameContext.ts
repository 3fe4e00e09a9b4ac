/** What the components of a game are given: the table as somebody sees it, and what can be touched. */
import type { Game } from "$/games/keys";
import type { EventView, Message, View } from "$/generated/outgoing";

export interface GameContext<Board = unknown> {
  readonly game: Game;
  readonly view: View;
  /** The game's own part of the view. */
  readonly board: Board;
  /** With whose eyes; null is a spectator's. */
  readonly seat: number | null;
  /** The choice that is made but not sent yet. */
  readonly chosen: readonly number[];
  /** Whether something can be chosen here at all: not in a replay, not for spectators, not while moves are shown. */
  readonly live: boolean;
  /** What the house told of what has just happened, where somebody tells it. */
  readonly news?: readonly EventView[];
  /** Whether the table allows hints; where nobody plays any more, nothing is said of it. */
  readonly hints?: boolean;
  /** How somebody is called. */
  name(seat: number): string;
  /** Whether the move may be made now. */
  isLegal(action: number): boolean;
  /** A legal move in words. */
  label(action: number): string | undefined;
  /** What the house said, in the reader's language. */
  say(message: Message): string;
  /** What a hint said of the move: the chance of winning with it, from 0 to 1. */
  winChance(action: number): number | null;
  /** Somebody touched what means this move. A legal one is chosen (and sent, if it need not be confirmed), or sent if
   * it was chosen already. For any other the house is asked why not. */
  select(action: number): void;
  /** Several moves as one choice, to be sent one after the other; none takes the choice back. */
  propose(actions: readonly number[]): void;
}

/** What every game brings along; each is loaded when its table is opened.
 *
 * A legal move for which there is no `[data-action]` on the page becomes a button beside the prompt. Where a game leads to
 * its moves in several steps (first the pebble, then the square), the element from which they start says so with
 * `data-covers`: "all", or the numbers of the moves with spaces between them. */
export interface GameParts {
  /** The shared things in the middle. */
  Centre: import("svelte").Component<{ context: GameContext<never> }>;
  /** My hand or pieces, at the bottom. Not shown to spectators. */
  Hand: import("svelte").Component<{ context: GameContext<never> }>;
  /** The height that the middle needs at minHeight, as CSS has it, on a wide screen and on a narrow one; `--seats` is how many
   * sit at the table. The middle is given what is left, and what lies in it never makes it higher. */
  minHeight: { wide: string; narrow: string };
  /** What lies before one player, in their panel. */
  Seat: import("svelte").Component<{ context: GameContext<never>; seat: number }>;
  /** How long an event stays on the screen before the next one is shown, in milliseconds. */
  dwell(code: string): number;
}
