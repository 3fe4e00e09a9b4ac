/** Which petal is which. Pieces of one colour are all alike, so the board only counts them; to be seen moving they need
 * names. When the board changes, whatever a place has lost of a colour is what another place has gained; the rest came
 * from the pouch. Only pictures depend on this. */
import type { Board, Pieces } from "$/generated/hitohira";
import { perTable } from "$/table/perViewer.svelte";
import type { GameContext } from "$/table/gameContext";

/** By place and colour, the names of the petals that lie there. */
export type Ledger = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

type Counts = Map<string, Map<string, number>>;

const booksOf = perTable(() => ({ known: new WeakMap<Board, Ledger>(), last: new Map() as Ledger }));
let serial = 0;

/** The petals of a board, named as those of the board that was shown before it at the same table. */
export function ledger(context: Pick<GameContext<Board>, "board">): Ledger {
  const { board } = context;
  const books = booksOf(context as GameContext);
  let found = books.known.get(board);
  if (found === undefined) {
    found = named(counted(board), books.last);
    books.known.set(board, found);
    books.last = found;
  }
  return found;
}

/** The names of the petals of one colour in one place. */
export function petalsAt(context: GameContext<Board>, place: string, colour: string): readonly string[] {
  return ledger(context).get(place)?.get(colour) ?? [];
}

function counted(board: Board): Counts {
  const counts: Counts = new Map();
  const add = (place: string, pieces: readonly Pieces[] | null | undefined): void => {
    const row = counts.get(place) ?? new Map<string, number>();
    for (const { colour, count } of pieces ?? []) row.set(colour, (row.get(colour) ?? 0) + count);
    counts.set(place, row);
  };
  add("turn", board.turn?.pieces);
  add("shown", board.turn?.shown);
  for (const player of board.players) {
    add(`field-${player.seat}`, player.field);
    add(`screen-${player.seat}`, player.screen.seen);
    add(`secret-${player.seat}`, player.screen.secret);
  }
  return counts;
}

/** Names for these petals: first whoever stayed keeps its own, then whoever left a place turns up elsewhere. */
export function named(counts: Counts, before: Ledger): Ledger {
  const left = new Map<string, string[]>();
  for (const [place, row] of before) {
    for (const [colour, names] of row) {
      const stay = counts.get(place)?.get(colour) ?? 0;
      left.set(colour, [...(left.get(colour) ?? []), ...names.slice(stay)]);
    }
  }
  const found = new Map<string, Map<string, string[]>>();
  for (const [place, row] of counts) {
    const names = new Map<string, string[]>();
    for (const [colour, count] of row) {
      const here = [...(before.get(place)?.get(colour) ?? []).slice(0, count)];
      while (here.length < count) here.push(left.get(colour)?.shift() ?? `petal-${++serial}`);
      names.set(colour, here);
    }
    found.set(place, names);
  }
  return found;
}
