/** What was placed last, found by comparing each board with the one before: it serves live tables and replays alike. */
import type { Board } from "$/generated/hiroba";

const taken = (board: Board): Map<string, number> =>
  new Map(
    board.squares.flatMap(({ name, pebble, stone }): [string, number][] => {
      const seat = pebble?.seat ?? stone;
      return seat === null ? [] : [[name, seat]];
    }),
  );

export class NewPieces {
  /** Squares, the last one first. */
  recent: readonly string[] = $state.raw([]);
  private before: Map<string, number> | null = null;

  /** Look at the next board. */
  see(board: Board): void {
    const now = taken(board);
    const before = this.before;
    this.before = now;
    if (before === null) return;
    const added = [...now.keys()].filter((name) => !before.has(name));
    // Back in a replay, or far ahead: nothing is known of the order any more.
    const lost = this.recent.some((name) => !now.has(name)) || added.length > board.players.length;
    if (lost) this.recent = [];
    else if (added.length > 0) this.recent = [...added, ...this.recent].slice(0, board.players.length);
  }

  /** 1 is the last move, 2 one shortly before it, 0 anything else. */
  of(square: string): number {
    const index = this.recent.indexOf(square);
    return index < 0 ? 0 : index === 0 ? 1 : 2;
  }
}
