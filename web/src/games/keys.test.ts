import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GAMES } from "./keys";

const root = new URL("../", import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
/** A game is a folder with the parts of its table. */
const games = files.flatMap((path) => /^games\/([^/]+)\/parts\.ts$/.exec(path)?.[1] ?? []);

it("every game of the server has a folder, and no folder is without a game", () => {
  expect([...games].sort()).toEqual([...GAMES].sort());
});

/** Tests and their helpers may use a game as an example; generated files are not source code. */
const EXEMPT = /^generated\/|\.test\.ts$|(^|\/)testing\.ts$/;

it("no file outside a game's own folder names the game", () => {
  const named = new RegExp(`\\b(${games.join("|")})\\b`, "i");
  const naming = files
    .filter((path) => /\.(svelte|ts|css)$/.test(path) && !EXEMPT.test(path))
    .filter((path) => !games.some((game) => path.startsWith(`games/${game}/`)))
    .filter((path) => named.test(readFileSync(new URL(path, root), "utf8")));
  expect(naming).toEqual([]);
});
