/** The order of the seats around the table, and the size of their hands. */
import type { GameContext } from "$/table/gameContext";

/** Clockwise from the viewer's left, the viewer last; a spectator sees them from the first seat on. */
export function around(context: GameContext): number[] {
  const count = context.view.scores.length;
  const start = context.seat === null ? 0 : context.seat + 1;
  return Array.from({ length: count }, (_, place) => (start + place) % count);
}

/** The part of a board that lists everybody's cards. */
interface Hands {
  players: readonly { hand_count: number; tricks: number }[];
  trick: { cards: readonly { seat: number }[] } | null;
}

/** How many cards a seat started with: those in hand, and one per trick since. */
export function whole(board: Hands, seat: number): number {
  const tricks = board.players.reduce((sum, one) => sum + one.tricks, 0);
  const laid = board.trick?.cards.some((one) => one.seat === seat) ?? false;
  return (board.players[seat]?.hand_count ?? 0) + tricks + (laid ? 1 : 0);
}
