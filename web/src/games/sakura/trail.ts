/** What has changed between one look at the table and the next: where each card came from, and what was captured last.
 *
 * A view says only how things lie. To show a card coming from the hand of whoever played it, or from the pile, the board
 * before is compared with the board now. */
import type { Board, Captured } from "$/generated/sakura";
import { monthOf } from "./art/sprite";

const WILDCARD = "fireworks";

/** Somebody brought a card to the field, and what it took. */
export interface Deed {
  readonly seat: number | null;
  /** The card that was played or flipped; several for four of a kind. */
  readonly came: readonly string[];
  readonly took: readonly string[];
  /** Whether it captured at all; else what came stayed in the field. */
  readonly captured: boolean;
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

/** Where a card comes from that was not seen before: from the pile, or with the player who brought it. */
function origin(before: Board, now: Board, seat: number | null): string {
  const [was, is] = [before.players[seat ?? -1], now.players[seat ?? -1]];
  if (seat === null || was === undefined || is === undefined || was.hand !== null) return "pile";
  return is.hand_count < was.hand_count ? `hand-${seat}` : "pile";
}

/** What somebody captured, as one deed for each month: what came meets what lay there. */
function captures(seat: number, gained: readonly string[], lay: ReadonlySet<string>): Deed[] {
  const months = new Map<number, Deed>();
  for (const name of gained) {
    const deed = months.get(monthOf(name)) ?? { seat, came: [], took: [], captured: true };
    const more = lay.has(name) ? { took: [...deed.took, name] } : { came: [...deed.came, name] };
    months.set(monthOf(name), { ...deed, ...more });
  }
  const deeds = [...months.values()];
  // Only the wildcard takes another month than its own (SK-5.1): the two belong together.
  const wild = deeds.find((deed) => deed.came.includes(WILDCARD) && deed.took.length === 0);
  const odd = deeds.find((deed) => deed.came.length === 0);
  if (wild === undefined || odd === undefined) return deeds;
  return [...deeds.filter((deed) => deed !== wild && deed !== odd), { ...wild, took: odd.took }];
}

/** Compare two looks at the same round. */
export function compare(before: Board, now: Board): Trail {
  const lay = new Set(field(before));
  const pending = before.pending?.card.name;
  const from = new Map<string, string>();
  const deeds: Deed[] = [];
  for (const player of now.players) {
    const had = new Set(captured(before.players[player.seat]?.captured ?? player.captured));
    const gained = captured(player.captured).filter((name) => !had.has(name));
    for (const name of gained) from.set(name, origin(before, now, player.seat));
    deeds.push(...captures(player.seat, gained, lay));
  }
  const mover = before.mover ?? now.mover;
  for (const name of field(now).filter((one) => !lay.has(one))) {
    if (name !== pending) from.set(name, origin(before, now, mover));
    deeds.push({ seat: mover, came: [name], took: [], captured: false });
  }
  if (now.pending !== null && now.pending.card.name !== pending) {
    from.set(now.pending.card.name, now.pending.flipped ? "pile" : `hand-${now.pending.seat}`);
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
