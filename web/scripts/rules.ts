// Rules pages are parsed when the client is built: `import page from "…/rules.md?rules"`.
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { page } from "../src/rules/parse.ts";

export function rules(): Plugin {
  return {
    name: "zashiki-rules",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".md?rules")) return null;
      const file = id.slice(0, -"?rules".length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(page(await readFile(file, "utf8")))};`;
    },
  };
}
