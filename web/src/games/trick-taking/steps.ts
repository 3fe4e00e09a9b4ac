/** How a trick ends: it is held for everybody to see, then moves to its winner, and only then counts. */
import type { Step } from "$/table/gameContext";

interface Trick {
  readonly winner: number;
  readonly cards: readonly unknown[];
}
interface Player {
  readonly hand: unknown;
  readonly hand_count: number;
  readonly tricks: number;
}
interface Board {
  readonly round: number;
  readonly trick: Trick | null;
  readonly last_trick: Trick | null;
  readonly players: readonly Player[];
  readonly sheet: unknown;
}

/** The full trick, with everything else as it was before: nobody has got it yet. Only the card just played has left its
 * hand. The hands of the next round are not seen yet. */
function held(before: Board, after: Board): Board {
  const dealt = after.round !== before.round;
  const players = after.players.map((now, seat) => {
    const was = before.players[seat] as Player;
    if (!dealt) return { ...was, hand: now.hand, hand_count: now.hand_count };
    return was.hand_count > 1 ? was : { ...was, hand: was.hand && [], hand_count: 0 };
  });
  return { ...before, trick: after.last_trick, last_trick: null, players };
}

/** The last trick of a round has moved to its winner, and the points are written down. The board itself is that of the next
 * round already, where nobody has a trick. */
function lastTaken(full: Board, after: Board): Board {
  const winner = after.last_trick?.winner;
  const players = full.players.map((one, seat) => (seat === winner ? { ...one, tricks: one.tricks + 1 } : one));
  return { ...full, trick: null, players, sheet: after.sheet };
}

/** Without the last trick, which has moved to its winner. */
function cleared(board: Board): Board {
  return board.last_trick === null ? board : { ...board, last_trick: null };
}

export function trickSteps(before: Board, after: Board): Step<Board>[] {
  const rest: Step<Board> = { board: cleared(after), kind: "rest" };
  if (after.trick !== null) {
    const lies = before.trick === null && before.last_trick !== null;
    return lies ? [{ board: cleared(before), kind: "clear" }, rest] : [rest];
  }
  if (before.trick === null || after.last_trick === null) return [rest];
  const full = held(before, after);
  const board = after.round === before.round ? rest.board : lastTaken(full, after);
  return [
    { board: full, kind: "hold" },
    { board, kind: "rest" },
  ];
}
