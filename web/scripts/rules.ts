// Rules pages are made when the client is built: `import page from "…/rules.md?rules"`.
import { readFile } from "node:fs/promises";
import { Marked } from "marked";
import type { Plugin } from "vite";

/** A piece of a rules page: text, or a picture that the game draws itself. */
export type Block = { html: string } | { picture: string; caption: string };

export interface RulesPage {
  title: string;
  blocks: Block[];
  /** The headings, for a list of contents. */
  contents: { id: string; text: string }[];
}

const ID = /\*\*([A-Z]{2}-(?:R?\d+)(?:\.\d+)?)\*\*/g;
const PICTURE = /^!\[([^\]]*)\]\(picture:([a-z0-9-]+)\)$/;

/** The page of a Markdown text. `![caption](picture:name)` on a line of its own is a picture. */
export function page(markdown: string): RulesPage {
  const marked = new Marked({ gfm: true });
  const contents: RulesPage["contents"] = [];
  const blocks: Block[] = [];
  let title = "";
  let lines: string[] = [];
  const flush = (): void => {
    const text = lines.join("\n").trim();
    lines = [];
    if (text !== "") blocks.push({ html: anchored(marked.parse(text, { async: false })) });
  };
  for (const line of markdown.split("\n")) {
    const picture = PICTURE.exec(line.trim());
    if (picture !== null) {
      flush();
      blocks.push({ caption: picture[1] ?? "", picture: picture[2] ?? "" });
    } else if (line.startsWith("# ")) {
      title = line.slice(2).trim();
    } else if (line.startsWith("## ")) {
      const id = `part-${contents.length + 1}`;
      contents.push({ id, text: line.slice(3).trim() });
      flush();
      blocks.push({ html: `<h2 id="${id}">${marked.parseInline(line.slice(3).trim(), { async: false })}</h2>` });
    } else {
      lines.push(line.replace(ID, "@@$1@@"));
    }
  }
  flush();
  return { title, blocks, contents };
}

/** Every rule id that begins a rule becomes a place to jump to; wherever else one is named, a link to it. */
function anchored(html: string): string {
  return html
    .replace(/@@([A-Z]{2}-[R\d.]+)@@/g, '<a class="rule" id="$1" href="#$1">$1</a>')
    .replace(/(?<![">#])\b([A-Z]{2}-(?:R\d+|\d+\.\d+))\b(?![^<]*<\/a>)/g, '<a href="#$1">$1</a>');
}

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
