/** What has changed between one look at the table and the next: where each card came from, and what was captured last.
 *
 * A view says only how things lie. To show a card coming from the hand of whoever played it, or from the pile, the board
 * before is compared with the board now. */
import type { Board, Captured } from "$/generated/sakura";

/** Somebody brought a card to the field, and what it took. */
export interface Deed {
  readonly seat: number | null;
  /** The card that was played or flipped; several for four of a kind. */
  readonly came: readonly string[];
  readonly took: readonly string[];
}

export interface Trail {
  /** For cards that nobody has seen before, the place they come from. */
  readonly from: ReadonlyMap<string, string>;
  readonly deeds: readonly Deed[];
  /** Cards that have just been captured or have just come to the field. */
  readonly fresh: ReadonlySet<string>;
}

export function captured(all: Captured): string[] {
  return [all.bright, all.scroll, all.hawthorn, all.animal, all.rain, all.chaff].flat().map((card) => card.name);
}

function field(board: Board): string[] {
  return board.field.flatMap((month) => month.cards.map((card) => card.name));
}

/** Compare two looks at the same round. */
export function compare(before: Board, now: Board): Trail {
  const lay = new Set(field(before));
  const pending = before.pending?.card.name;
  const from = new Map<string, string>();
  const deeds: Deed[] = [];
  const origin = (name: string, seat: number | null): void => {
    if (name === pending) return;
    // While the pile is as it was, an unseen card can only come from a hand.
    from.set(name, seat === null || now.pile_count < before.pile_count ? "pile" : `seat-${seat}`);
  };
  for (const player of now.players) {
    const had = new Set(captured(before.players[player.seat]?.captured ?? player.captured));
    const gained = captured(player.captured).filter((name) => !had.has(name));
    if (gained.length === 0) continue;
    const took = gained.filter((name) => lay.has(name));
    const came = gained.filter((name) => !lay.has(name));
    for (const name of came) origin(name, player.seat);
    deeds.push({ seat: player.seat, came, took });
  }
  const mover = before.mover ?? now.mover;
  const laid = field(now).filter((name) => !lay.has(name));
  for (const name of laid) origin(name, mover);
  if (laid.length > 0) deeds.push({ seat: mover, came: laid, took: [] });
  if (now.pending !== null && now.pending.card.name !== pending) {
    from.set(now.pending.card.name, now.pending.flipped ? "pile" : `seat-${now.pending.seat}`);
  }
  return { from, deeds, fresh: new Set(deeds.flatMap((deed) => [...deed.came, ...deed.took])) };
}

const NOTHING: Trail = { from: new Map(), deeds: [], fresh: new Set() };
let last: Board | null = null;
let found: Trail = NOTHING;

/** What has changed since the last board that was looked at; the same for everybody who looks at this one. */
export function trail(board: Board): Trail {
  if (board === last) return found;
  const before = last;
  last = board;
  const follows = before !== null && before.round === board.round && before.players.length === board.players.length;
  const next = follows ? compare(before, board) : NOTHING;
  // What was done last stays in sight until something else is done.
  found = follows && next.deeds.length === 0 ? { ...next, deeds: found.deeds } : next;
  return found;
}
