import { afterEach, expect, it, vi } from "vitest";
import { fakeServer, settled } from "$/net/testing";
import { gameTitle } from "./info";
import { allGames, isGame, loadInstalled, otherGame } from "./installed.svelte";
import { GAMES } from "./keys";

afterEach(() => vi.unstubAllGlobals());

it("whoever meets an unknown game asks the server once, and again if it could not be reached", async () => {
  const asked = fakeServer();
  expect(gameTitle("kikka")).toBe("kikka");
  expect(isGame("kikka")).toBe(false);
  expect(asked.map(({ what }) => what)).toEqual(["GET /games"]);
  await asked[0]?.fail();
  expect(otherGame("kikka")).toBeUndefined();
  expect(asked.length).toBe(2);
  await asked[1]?.answer([{ key: GAMES[0] }, { key: "kikka", title: "Kikka", kanji: "菊花" }]);
  await settled();
  expect(gameTitle("kikka")).toBe("Kikka");
  expect(allGames()).toEqual([...GAMES, "kikka"]);
  expect([isGame("kikka"), isGame("chess")]).toEqual([true, false]);
  await loadInstalled();
  expect(asked.length).toBe(2);
});

it("games of the client need no question", () => {
  const asked = fakeServer();
  expect(GAMES.every((game) => isGame(game))).toBe(true);
  expect(isGame(null)).toBe(false);
  expect(asked).toEqual([]);
});
