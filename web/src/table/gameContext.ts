/** What the components of a game receive: the table as the viewer sees it, and its moves. */
import type { Game } from "$/games/keys";
import type { EventView, Message, View } from "$/generated/outgoing";

export interface GameContext<Board = unknown> {
  readonly game: Game;
  readonly view: View;
  /** The game's own part of the view. */
  readonly board: Board;
  /** The viewer's seat; null for a spectator. */
  readonly seat: number | null;
  /** The selected moves, not sent yet. */
  readonly chosen: readonly number[];
  /** Whether moves can be selected: not in a replay, not for spectators, not while events are still shown. */
  readonly live: boolean;
  /** The events that led to this view. */
  readonly news?: readonly EventView[];
  /** Whether the table allows hints; undefined in a replay. */
  readonly hints?: boolean;
  /** The name of a player. */
  name(seat: number): string;
  /** Whether the move is legal now. */
  isLegal(action: number): boolean;
  /** A legal move in words. */
  label(action: number): string | undefined;
  /** A message of the server in the reader's language. */
  say(message: Message): string;
  /** The win chance of the move, from 0 to 1, if a hint calls it the best; null for all others. */
  winChance(action: number): number | null;
  /** The player tapped the piece of a move. A legal move is selected, or sent if it was selected already or needs no
   * confirmation. For an illegal one the server is asked why. */
  select(action: number): void;
  /** Select several moves, to be sent one after the other; none clears the selection. */
  propose(actions: readonly number[]): void;
}

/** A board on the way from one view to the next. */
export interface Step<Board = unknown> {
  board: Board;
  /** `hold` stays as long as its events say; `clear` and what follows a `hold` only as long as pieces move; `move` is one of
   * several things that an update tells; `rest` is how the table then lies. */
  kind: "hold" | "clear" | "move" | "rest";
  /** The number of the last event that a `move` tells. */
  upTo?: number;
}

/** What every game exports from `games/<game>/parts.ts`, loaded when its table is opened.
 *
 * A legal move without a `[data-action]` on the page becomes a button beside the prompt. If a game leads to its moves in
 * several steps (first the pebble, then the square), the element where they start says so with `data-covers`: "all", or the
 * numbers of the moves separated by spaces. */
export interface GameParts {
  /** The shared area in the centre. */
  Centre: import("svelte").Component<{ context: GameContext<never> }>;
  /** The viewer's hand or pieces, at the bottom. Not shown to spectators. */
  Hand: import("svelte").Component<{ context: GameContext<never> }>;
  /** The minimum height of the centre as a CSS length, on wide and on narrow screens; `--seats` is the number of
   * players. The centre gets the room that is left, and its contents never make it higher. */
  minHeight: { wide: string; narrow: string };
  /** One player's pieces, in their panel. */
  Seat: import("svelte").Component<{ context: GameContext<never>; seat: number }>;
  /** How long an event stays on the screen before the next one is shown, in milliseconds, at normal speed. */
  dwell(code: string): number;
  /** The boards between two views, if the new one must not be shown at once: a full trick is held, then cleared, and only
   * then counts; a card is played before the next one is flipped. The last one is how the table rests. */
  steps?(before: never, after: never, events: readonly EventView[]): Step[];
}
