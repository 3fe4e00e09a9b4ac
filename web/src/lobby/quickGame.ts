/** A game against bots in one click: how long it is, and for how many. */
import type { Api } from "$/net/api";

/** What was chosen last, as far as it was. */
export interface QuickChoice {
  length?: string | undefined;
  seats?: number | undefined;
}

export interface QuickGame {
  /** Null if the game has one length. */
  length: string | null;
  seats: number;
  options: Record<string, unknown>;
}

/** The game to start: what was chosen last; by default short, with the usual number of players. */
export function quickGame(game: Api.GameData, choice: QuickChoice): QuickGame {
  const length = game.lengths.find((one) => one.key === choice.length) ?? game.lengths[0];
  const seats = game.seats.find((one) => one === choice.seats) ?? game.usual_seats;
  return { length: length?.key ?? null, seats, options: { ...length?.options } };
}

/** How long such a game takes, in minutes, if one with the default options takes this long. */
export function minutesOf(
  game: Api.GameData,
  quick: QuickGame,
  usual: readonly [number, number] | null,
): readonly [number, number] | null {
  const length = game.lengths.find((one) => one.key === quick.length);
  const all = rounds(game, { key: "", options: {} }, quick.seats);
  const played = length === undefined ? null : rounds(game, length, quick.seats);
  if (usual === null || all === null || played === null) return usual;
  return [Math.round((usual[0] * played) / all), Math.round((usual[1] * played) / all)];
}

/** How many rounds a game of this length has; null if it is not counted in rounds. */
export function rounds(game: Api.GameData, length: Api.LengthData, seats: number): number | null {
  const option = game.options.find((one) => one.key === "rounds");
  const value: unknown = length.options["rounds"] ?? option?.defaults[String(seats)];
  return typeof value === "number" ? value : null;
}
