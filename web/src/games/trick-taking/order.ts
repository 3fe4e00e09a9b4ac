/** Seats as they sit around the table, and the cards that they were given. */
import type { GameContext } from "$/table/gameContext";

/** Clockwise from the viewer's left, the viewer last; a spectator sees them from the first seat on. */
export function around(context: GameContext): number[] {
  const count = context.view.scores.length;
  const start = context.seat === null ? 0 : context.seat + 1;
  return Array.from({ length: count }, (_, place) => (start + place) % count);
}

/** What a board of a game of tricks tells about the cards of everybody. */
interface Hands {
  players: readonly { hand_count: number; tricks: number }[];
  trick: { cards: readonly { seat: number }[] } | null;
}

/** With how many cards a seat began to play: those that it holds, and one for each trick since. */
export function whole(board: Hands, seat: number): number {
  const tricks = board.players.reduce((sum, one) => sum + one.tricks, 0);
  const laid = board.trick?.cards.some((one) => one.seat === seat) ?? false;
  return (board.players[seat]?.hand_count ?? 0) + tricks + (laid ? 1 : 0);
}
