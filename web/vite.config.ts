import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fonts } from "./scripts/fonts.ts";
import { rules } from "./scripts/rules.ts";
import { worker } from "./scripts/worker.ts";

const house = process.env["ZASHIKI_HOUSE"] ?? "http://127.0.0.1:8765";

/** What is fetched together is one file: a page comes in few of them, and none is fetched for a single button. What a game
 * shows on its box, on its table and in its rules stays apart from the other games. */
const groups = [
  { name: "house", tags: ["$initial" as const], test: /[\\/](node_modules|src)[\\/](?!(main|sw)\.ts)/, priority: 3 },
  {
    name: "touch",
    test: /[\\/]src[\\/](table[\\/]((Touch|Worth)\.svelte|flip\.ts|own\.svelte\.ts)|ui[\\/]glyph\.ts)/,
    priority: 2,
  },
  { name: "text", test: /[\\/]src[\\/]rules[\\/]RulesText\.svelte/, priority: 2 },
  { name: "form", test: /[\\/]src[\\/]ui[\\/](Labelled|Field|Menu|Choice|Toggle)\.svelte/, priority: 2 },
  { name: "seats", test: /[\\/]src[\\/]table[\\/](Chat|Dialog|Icon|Layout|Plate|Saying|Seal|scores)\./, priority: 2 },
  // The cover of a box is on the home page: what it shares with a game's table and rules is one file, whoever else needs it.
  { name: "garden", test: /[\\/]src[\\/]games[\\/]hiroba[\\/](Koi\.svelte|marks\.ts)/, priority: 2 },
  { name: "tricks", test: /[\\/]src[\\/]games[\\/]tricks[\\/]/, entriesAware: true, priority: 2 },
  ...["hagakure", "hijun", "hiroba", "hitohira", "sakura"].map((game) => ({
    name: game,
    test: new RegExp(`[\\\\/]src[\\\\/]games[\\\\/]${game}[\\\\/]`),
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
    assetsInlineLimit: 0, // the house's content security policy takes nothing from within a page
    modulePreload: { polyfill: false },
    manifest: true,
    license: { fileName: "licences.txt" }, // the licences of what is built in go where the client goes
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    fs: { allow: [".."] },
    // The house compares the origin of a request with its own address: it must see the one that the browser sees.
    proxy: { "/api": { target: house }, "/ws": { target: house, ws: true } },
  },
  // Long, for a machine that does much else.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
