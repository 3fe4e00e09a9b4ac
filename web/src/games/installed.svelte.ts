/** Games that the server has but that are not built into this client. They are played at a generic table. */
import { get, type Api } from "$/net/api";
import { GAMES, isBuiltIn, type Game } from "./keys";

let others: readonly Api.GameData[] = $state.raw([]);
let asked: Promise<void> | undefined;

/** Ask the server once which other games it has. If it cannot be reached, the next call asks again. */
export function loadInstalled(): Promise<void> {
  asked ??= get<Api.GameData[]>("/games").then(
    (all) => {
      others = all.filter(({ key }) => !isBuiltIn(key));
    },
    () => {
      asked = undefined;
    },
  );
  return asked;
}

/** Every game that can be played here. */
export function allGames(): readonly Game[] {
  return others.length === 0 ? GAMES : [...GAMES, ...others.map(({ key }) => key as Game)];
}

export function isGame(key: string | null): key is Game {
  return isBuiltIn(key) || (key !== null && otherGame(key) !== undefined);
}

/** What the server says about a game that is not built into the client; undefined until the server has been asked. */
export function otherGame(key: string): Api.GameData | undefined {
  const found = others.find((one) => one.key === key);
  if (found === undefined && !isBuiltIn(key)) void loadInstalled();
  return found;
}
