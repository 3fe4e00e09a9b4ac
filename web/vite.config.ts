import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fonts } from "./scripts/fonts.ts";
import { rules } from "./scripts/rules.ts";
import { worker } from "./scripts/worker.ts";

const server = process.env["ZASHIKI_SERVER"] ?? "http://127.0.0.1:8765";

/** The games: every folder that has the parts of a table. */
const games = readdirSync("src/games", { recursive: true, encoding: "utf8" }).flatMap(
  (path) => /^([^\\/]+)[\\/]parts\.ts$/.exec(path)?.[1] ?? [],
);

/** Files that are fetched together are one chunk, so that a page needs few requests. What a game shows on its cover, at its
 * table and in its rules stays apart from the other games. */
const groups = [
  { name: "shell", tags: ["$initial" as const], test: /[\\/](node_modules|src)[\\/](?!(main|sw)\.ts)/, priority: 3 },
  {
    name: "moves",
    test: /[\\/]src[\\/](table[\\/]((MoveButton|WinChance)\.svelte|flip\.ts|perViewer\.svelte\.ts)|ui[\\/](glyph|placement|tip)\.ts)/,
    priority: 2,
  },
  { name: "text", test: /[\\/]src[\\/]rules[\\/]RulesText\.svelte/, priority: 2 },
  { name: "form", test: /[\\/]src[\\/]ui[\\/](LabelledField|Field|Select|RadioGroup|Toggle)\.svelte/, priority: 2 },
  {
    name: "seats",
    test: /[\\/]src[\\/]table[\\/](Chat|Dialog|Icon|Layout|SeatPanel|PromptBar|Stamp|scores)\./,
    priority: 2,
  },
  // A cover is on the home page: what it shares with a game's table and rules is one chunk, whoever else needs it.
  { name: "garden", test: /[\\/]src[\\/]games[\\/]\w+[\\/](Koi\.svelte|marks\.ts)/, priority: 2 },
  { name: "tricks", test: /[\\/]src[\\/]games[\\/]trick-taking[\\/]/, entriesAware: true, priority: 2 },
  ...games.map((game) => ({
    name: game,
    test: new RegExp(`[\\\\/]src[\\\\/]games[\\\\/]${game}[\\\\/](?!i18n[\\\\/])`),
    minShareCount: 2,
    entriesAware: true,
    priority: 1,
  })),
];

export default defineConfig({
  plugins: [svelte(), fonts(), rules(), worker()],
  resolve: { alias: { $: fileURLToPath(new URL("src", import.meta.url)) } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the server's content security policy forbids inline resources
    modulePreload: { polyfill: false },
    manifest: true,
    license: { fileName: "licences.txt" }, // shipped with the client
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    fs: { allow: [".."] },
    // The server compares the origin of a request with its own address, so the proxy must not change it.
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
  // Generous, for a busy machine.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
