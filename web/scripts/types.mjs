// Makes the types of everything that comes over the wire from contract/schema.json, which Python has written.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const root = new URL("..", import.meta.url);
const schemas = JSON.parse(await readFile(new URL("contract/schema.json", root), "utf8"));
const folder = new URL("src/generated/", root);
await mkdir(folder, { recursive: true });
for (const [name, schema] of Object.entries(schemas)) {
  const text = await compile(schema, "Everything", {
    additionalProperties: false,
    bannerComment: "// Made from contract/schema.json; `npm run types` makes it anew.",
    unreachableDefinitions: true,
    format: false,
  });
  await writeFile(new URL(`${name}.ts`, folder), text);
}
