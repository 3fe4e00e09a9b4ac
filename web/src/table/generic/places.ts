/** The places of a board, and what can be said of a board that has none. */
import type { Place } from "$/generated/board";
import type { GameContext } from "$/table/gameContext";

type Board = Readonly<Record<string, unknown>>;

/** Every place on the board; none if the game does not describe its board so. */
export function placesOf(context: GameContext): readonly Place[] {
  const places = (context.board as Board | null)?.["places"];
  return Array.isArray(places) ? (places as Place[]) : [];
}

/** The places in the middle: those that belong to nobody. */
export function sharedPlaces(context: GameContext): readonly Place[] {
  return placesOf(context).filter((place) => place.seat === null);
}

/** What lies before a player. */
export function ownPlaces(context: GameContext, seat: number): readonly Place[] {
  return placesOf(context).filter((place) => place.seat === seat);
}

/** What the bar at the top shows of every game. */
const SHOWN_ABOVE: readonly string[] = ["round", "rounds"];

/** The short facts of a board, such as a phase: its numbers and words, by name. */
export function shortFacts(context: GameContext): readonly (readonly [string, string])[] {
  const board = (context.board ?? {}) as Board;
  return Object.entries(board)
    .filter(([key, value]) => !SHOWN_ABOVE.includes(key) && (typeof value === "number" || typeof value === "string"))
    .map(([key, value]) => [key.replaceAll("_", " "), String(value)] as const);
}
