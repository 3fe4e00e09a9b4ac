// Generates the types of everything that comes over the network from contract/schema.json, which Python writes.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const root = new URL("..", import.meta.url);
const schemas = JSON.parse(await readFile(new URL("contract/schema.json", root), "utf8"));
const folder = new URL("src/generated/", root);
await mkdir(folder, { recursive: true });

/** Another process may be reading the same file: replace it as a whole, and only if it changes. */
async function write(name, text) {
  const file = new URL(name, folder);
  if (existsSync(file) && (await readFile(file, "utf8")) === text) return;
  const draft = new URL(`${name}.${process.pid}`, folder);
  await writeFile(draft, text);
  await rename(draft, file);
}

for (const [name, schema] of Object.entries(schemas)) {
  const text = await compile(schema, "Everything", {
    additionalProperties: false,
    bannerComment: "// Generated from contract/schema.json by `npm run types`.",
    unreachableDefinitions: true,
    format: false,
  });
  await write(`${name}.ts`, text);
}

// The English sentences of all games in one catalogue, so that their keys are known to the compiler.
const games = new URL("src/games/", root);
const folders = (await readdir(games, { withFileTypes: true }))
  .filter((one) => one.isDirectory() && existsSync(new URL(`${one.name}/i18n/en.ts`, games)))
  .map((one) => one.name)
  .sort();
await write(
  "catalogue.ts",
  [
    "// Generated from src/games/*/i18n/en.ts by `npm run types`.",
    ...folders.map((name, n) => `import { ui as ui${n} } from "$/games/${name}/i18n/en";`),
    `export const gameUi = { ${folders.map((_, n) => `...ui${n}`).join(", ")} };\n`,
  ].join("\n"),
);
