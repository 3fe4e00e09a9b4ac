// The service worker is built beside the client, at /sw.js, with the list of the files to cache for use offline.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

/** What is cached besides what the page itself loads: every page but the table, all languages, the rules, their pictures. */
const KEPT = [
  /\/src\/pages\/(?!Table)\w+\.svelte$/,
  /\/src\/i18n\/\w+\/index\.ts$/,
  /\/src\/games\/\w+\/(RulesPicture|Cover)\.svelte$/,
  /\.md\?rules$/,
];
/** Of each font the newest format is enough. */
const FONT = /\.(woff|ttf|otf|eot)$/;
const FILES = ["/", "/icon.svg", "/manifest.webmanifest", "/icon-192.png"];

interface Chunk {
  type: "chunk";
  fileName: string;
  name: string;
  code: string;
  facadeModuleId: string | null;
  isEntry: boolean;
  imports: string[];
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
}

export function worker(): Plugin {
  return {
    name: "zashiki-worker",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          input: { main: "index.html", sw: "src/sw.ts" },
          output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
        },
      },
    }),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk") as unknown as Chunk[];
        const own = chunks.find((one) => one.fileName === "sw.js");
        if (own === undefined) this.error("the service worker is missing");
        const kept = new Set<string>();
        const keep = (chunk: Chunk | undefined): void => {
          if (chunk === undefined || kept.has(chunk.fileName)) return;
          kept.add(chunk.fileName);
          for (const file of chunk.viteMetadata?.importedCss ?? []) kept.add(file);
          for (const file of chunk.viteMetadata?.importedAssets ?? []) kept.add(file);
          for (const file of chunk.imports) keep(chunks.find((one) => one.fileName === file));
        };
        for (const chunk of chunks) {
          const page = chunk.isEntry && chunk !== own;
          if (page || KEPT.some((pattern) => pattern.test(chunk.facadeModuleId ?? ""))) keep(chunk);
        }
        const shell = [...FILES, ...[...kept].filter((file) => !FONT.test(file)).map((file) => `/${file}`)].sort();
        own.code = own.code
          .replaceAll("__ZASHIKI_SHELL__", JSON.stringify(shell))
          .replaceAll("__ZASHIKI_VERSION__", JSON.stringify(version(shell)));
      },
    },
  };
}

/** Changes whenever any cached file changes; the names of built files contain a hash of their contents. */
function version(shell: string[]): string {
  const hash = createHash("sha256").update(shell.join("\n"));
  for (const name of readdirSync("public").sort()) hash.update(readFileSync(`public/${name}`));
  return hash.update(readFileSync("index.html")).digest("hex").slice(0, 12);
}
