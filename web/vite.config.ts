import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fonts } from "./scripts/fonts.ts";
import { rules } from "./scripts/rules.ts";
import { worker } from "./scripts/worker.ts";

const house = process.env["ZASHIKI_HOUSE"] ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [svelte(), fonts(), rules(), worker()],
  resolve: { alias: { $: fileURLToPath(new URL("src", import.meta.url)) } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the house's content security policy takes nothing from within a page
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: [".."] },
    // The house compares the origin of a request with its own address: it must see the one that the browser sees.
    proxy: { "/api": { target: house }, "/ws": { target: house, ws: true } },
  },
  // Long, for a machine that does much else.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
