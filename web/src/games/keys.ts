/** The keys of the games that this client has tables for, as the server listed them when it was built. */
import games from "../../contract/games.json";
import type { Api } from "$/net/api";

/** A game's key. A server may have more games than the client was built with: their keys are of this type, too. */
export type Game = Api.Settings["game"];
export const GAMES: readonly Game[] = games.map(({ key }) => key as Game);

/** Whether the client has a table of its own for the game. */
export function isBuiltIn(key: string | null): key is Game {
  return GAMES.includes(key as Game);
}
