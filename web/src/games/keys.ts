/** The keys of all games, as the server lists them. */
import games from "../../contract/games.json";
import type { Api } from "$/net/api";

export type Game = Api.Settings["game"];
export const GAMES: readonly Game[] = games.map(({ key }) => key as Game);

export function isGame(key: string | null): key is Game {
  return GAMES.includes(key as Game);
}
