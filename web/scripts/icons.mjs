// Makes the icons of the installed app from public/icon.svg: `node scripts/icons.mjs`. Needs rsvg-convert (librsvg).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../public/", import.meta.url);
const plain = readFileSync(new URL("icon.svg", folder), "utf8");
// Maskable icons: the background reaches the edges, and the mats stay in the safe zone.
const maskable = plain
  .replace('viewBox="0 0 48 48"', 'viewBox="-9 -9 66 66"')
  .replace('<rect width="48" height="48" rx="6"', '<rect x="-9" y="-9" width="66" height="66"');

for (const [name, svg, size] of [
  ["icon-192.png", plain, 192],
  ["icon-512.png", plain, 512],
  ["icon-maskable-192.png", maskable, 192],
  ["icon-maskable-512.png", maskable, 512],
  ["apple-touch-icon.png", maskable, 180],
]) {
  const file = fileURLToPath(new URL(name, folder));
  execFileSync("rsvg-convert", ["--width", String(size), "--height", String(size), "--output", file], { input: svg });
}
