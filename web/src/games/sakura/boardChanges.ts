/** What has changed between two boards: where each card came from, what was captured last, and in which order to show it.
 *
 * A view only says where everything lies. To show a card coming from the hand of the player, or from the pile, the previous
 * board is compared with the current one. Only the events tell which of two new cards was flipped. */
import type { Board, Captured } from "$/generated/sakura";
import type { EventView } from "$/generated/outgoing";
import { perTable } from "$/table/perViewer.svelte";
import type { GameContext } from "$/table/gameContext";
import { sakura } from "../../../contract/pieces.json";
import { cardOf, monthOf } from "./labels";

/** A card brought to the field, and what it captured. */
export interface Deed {
  readonly seat: number | null;
  /** The card that was played or flipped; several for four of a kind. */
  readonly came: readonly string[];
  readonly took: readonly string[];
  /** Whether it captured anything; otherwise it stayed in the field. */
  readonly captured: boolean;
}

/** How to animate a card. */
export interface Way {
  /** Where it comes from, if it was not visible before. */
  readonly from?: string;
  /** The place in the field where it captures or is captured. */
  readonly via?: string;
  /** How many glides come first. */
  readonly after: number;
}

export interface Trail {
  readonly ways: ReadonlyMap<string, Way>;
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

/** What somebody captured, one deed per month: the card that came meets those that lay there. */
function captures(seat: number, gained: readonly string[], lay: ReadonlySet<string>): Deed[] {
  const months = new Map<number, Deed>();
  for (const name of gained) {
    const deed = months.get(monthOf(name)) ?? { seat, came: [], took: [], captured: true };
    const more = lay.has(name) ? { took: [...deed.took, name] } : { came: [...deed.came, name] };
    months.set(monthOf(name), { ...deed, ...more });
  }
  const deeds = [...months.values()];
  // Only the wildcard takes another month than its own (SK-5.1): the two belong together.
  const wild = deeds.find((deed) => deed.came.includes(sakura.wildcard) && deed.took.length === 0);
  const odd = deeds.find((deed) => deed.came.length === 0);
  if (wild === undefined || odd === undefined) return deeds;
  return [...deeds.filter((deed) => deed !== wild && deed !== odd), { ...wild, took: odd.took }];
}

/** Where a new card comes from: the pile, or the player who brought it. */
function origin(before: Board, now: Board, seat: number | null): string {
  const [was, is] = [before.players[seat ?? -1], now.players[seat ?? -1]];
  if (seat === null || was === undefined || is === undefined || was.hand !== null) return "pile";
  return is.hand_count < was.hand_count ? `hand-${seat}` : "pile";
}

/** The flipped cards and who flipped them, according to the events. */
function flipped(news: readonly EventView[]): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const { code, facts } of news) {
    const name = code.startsWith("event.flip") ? cardOf(facts["card"]) : undefined;
    const seat = (facts["seat"] as { n?: number } | undefined)?.n;
    if (name !== undefined) found.set(name, seat ?? null);
  }
  return found;
}

/** Compare two boards of the same round. */
export function compare(before: Board, now: Board, news: readonly EventView[] = []): Trail {
  const lay = new Set(field(before));
  const turned = flipped(news);
  const deeds: Deed[] = now.players.flatMap((player) => {
    const had = new Set(captured(before.players[player.seat]?.captured ?? player.captured));
    return captures(
      player.seat,
      captured(player.captured).filter((name) => !had.has(name)),
      lay,
    );
  });
  const mover = before.mover ?? now.mover;
  for (const name of field(now).filter((one) => !lay.has(one))) {
    deeds.push({ seat: turned.get(name) ?? mover, came: [name], took: [], captured: false });
  }
  // First the played card, then the flipped one: the order in which it happened.
  const late = (deed: Deed): number => Number(deed.came.some((name) => turned.has(name)));
  deeds.sort((one, other) => late(one) - late(other));
  return {
    ways: ways(before, now, deeds, turned),
    deeds,
    fresh: new Set(deeds.flatMap(({ came, took }) => [...came, ...took])),
  };
}

function ways(
  before: Board,
  now: Board,
  deeds: readonly Deed[],
  turned: ReadonlyMap<string, unknown>,
): Map<string, Way> {
  const found = new Map<string, Way>();
  const waiting = before.pending?.card.name;
  const played = deeds.some((deed) => deed.came.every((name) => !turned.has(name)));
  for (const deed of deeds) {
    // The flipped card sets out when the played one has arrived.
    const after = played && deed.came.some((name) => turned.has(name)) ? 1 : 0;
    const month = monthOf(deed.took[0] ?? deed.came[0] ?? "");
    const meets = deed.captured && deed.came.length > 0;
    for (const name of deed.took) found.set(name, { ...(meets ? { via: `lying-${month}` } : {}), after });
    for (const name of deed.came) {
      const from = name === waiting ? {} : { from: turned.has(name) ? "pile" : origin(before, now, deed.seat) };
      found.set(name, { ...from, ...(meets ? { via: `coming-${month}` } : {}), after });
    }
  }
  const open = now.pending;
  if (open !== null && open.card.name !== waiting) {
    found.set(open.card.name, {
      from: open.flipped ? "pile" : `hand-${open.seat}`,
      after: open.flipped && played ? 1 : 0,
    });
  }
  return found;
}

const NOTHING: Trail = { ways: new Map(), deeds: [], fresh: new Set() };
/** The last board shown at a table. */
const lookOf = perTable((): { board: Board | null; found: Trail } => ({ board: null, found: NOTHING }));

/** While cards are dealt, nobody acts. */
const DEALING: ReadonlySet<string> = new Set(["first", "deal", "field"]);

/** The changes since the last board shown; the same for every component that asks about this one. */
export function boardChanges(context: Pick<GameContext<Board>, "board" | "news">): Trail {
  const { board, news = [] } = context;
  const last = lookOf(context as GameContext);
  if (board === last.board) return last.found;
  const before = last.board;
  last.board = board;
  const follows =
    before !== null &&
    !DEALING.has(before.phase) &&
    before.round === board.round &&
    before.players.length === board.players.length;
  const next = follows ? compare(before, board, news) : NOTHING;
  // The last deed stays visible until the next one.
  last.found = follows && next.deeds.length === 0 ? { ...next, deeds: last.found.deeds } : next;
  return last.found;
}
