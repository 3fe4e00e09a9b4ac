// Parses a rules text into a page. Those of the built-in games are parsed when the client is built; the browser parses
// those of other installed games.
import { Marked, type Token, type Tokens } from "marked";

/** Text, or a picture drawn by the game. */
export type Part = { html: string } | { picture: string; caption: string };

export interface Rule {
  id: string;
  /** A ruling: the rulebook is silent there (ids with an R). */
  ruling: boolean;
  parts: Part[];
}

/** The contents of a section, in order. */
export type Block = { summary: Part[][] } | { rules: Rule[] } | { examples: Part[][] } | { parts: Part[] };

export interface Section {
  /** The anchor; the same in every language. */
  id: string;
  /** Null before the first heading. */
  title: string | null;
  blocks: Block[];
}

export interface RulesPage {
  title: string;
  sections: Section[];
}

const SUMMARY = "in-short";
const OPTIONS = "options";
const ID = String.raw`[A-Z]{2}-(?:R\d+|\d+\.\d+)`;
const REFERENCE = new RegExp(String.raw`(?<![\w#/-])${ID}(?![\w-]|\.\d)`, "g");
const WHOLE = new RegExp(`^${ID}$`);
const BREAK =
  /([\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef](?:<[^>]*>)*)\n((?:<[^>]*>)*(?=[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]))/g;
const PICTURE = /^picture:([a-z0-9-]+)$/;

/** The page of a Markdown text: each item of a list that begins with a bold id is a rule, `![caption](picture:name)` on a
 * line of its own a picture. Items without ids are examples. A first section that has a list but no rules is the game in
 * short. A last section whose table has a key in each first cell is the options; its table can be shown row by row where
 * there is no room for it. Nothing of the text is taken as HTML.
 * An id that is there twice, or a link to one that is not there, is an error: the page would jump to the wrong place. */
export function page(markdown: string): RulesPage {
  const tokens = new Marked({ gfm: true }).lexer(markdown);
  const known = new Set<string>();
  for (const token of tokens) {
    for (const item of token.type === "list" ? (token as Tokens.List).items : []) {
      const id = ruleId(item);
      if (id !== null && known.has(id)) throw new Error(`the rule ${id} is there twice`);
      if (id !== null) known.add(id);
    }
  }
  const named = namedSections(tokens);
  const writer = new Writer(known);
  let title = "";
  let section: Section = { id: "part-0", title: null, blocks: [] };
  const sections: Section[] = [section];
  let lists = false;
  for (const token of tokens) {
    if (token.type === "heading" && token.depth === 1) {
      title = token.text;
    } else if (token.type === "heading" && token.depth === 2) {
      section = { id: named.get(token) ?? `part-${sections.length}`, title: token.text, blocks: [] };
      sections.push(section);
      writer.narrow = section.id === OPTIONS;
      lists = false;
    } else if (token.type === "list") {
      const list = token as Tokens.List;
      section.blocks.push(...(section.id === SUMMARY ? [writer.summary(list)] : writer.list(list)));
      lists = true;
    } else if (token.type !== "space") {
      const last = section.blocks.at(-1);
      const parts = writer.parts([token]);
      // A picture or a paragraph between two lists does not split the section.
      if (last !== undefined && "parts" in last && !lists) last.parts.push(...parts);
      else section.blocks.push({ parts });
      lists = false;
    }
  }
  return { title, sections: sections.filter((one) => one.blocks.length > 0) };
}

/** The sections with an id of their own, by their headings. They are known by what is in them, in any language. */
function namedSections(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const headings = tokens.filter((token) => token.type === "heading" && (token as Tokens.Heading).depth === 2);
  const [first, second] = headings;
  const last = headings.at(-1);
  const found = new Map<Token, string>();
  if (first === undefined || last === undefined) return found;
  const opening = tokens.slice(tokens.indexOf(first), second === undefined ? undefined : tokens.indexOf(second));
  const items = opening.flatMap((token) => (token.type === "list" ? (token as Tokens.List).items : []));
  if (items.length > 0 && items.every((item) => ruleId(item) === null)) found.set(first, SUMMARY);
  const tables = tokens.slice(tokens.indexOf(last)).filter((token) => token.type === "table") as Tokens.Table[];
  const keys = tables.flatMap(({ rows }) => rows.map(([cell]) => cell?.tokens.some(({ type }) => type === "codespan")));
  if (keys.length > 0 && keys.every(Boolean)) found.set(last, OPTIONS);
  return found;
}

/** The id at the start of an item, if it is a rule. */
function ruleId(item: Tokens.ListItem): string | null {
  const first = leading(item);
  return first?.type === "strong" && WHOLE.test(first.text as string) ? (first.text as string) : null;
}

function leading(item: Tokens.ListItem): Token | undefined {
  const [text] = item.tokens;
  return (text as Tokens.Text | undefined)?.tokens?.[0];
}

class Writer {
  /** Whether table cells repeat their column names, so that each row can be read on its own. */
  narrow = false;
  private readonly known: ReadonlySet<string>;
  private readonly marked: Marked;

  constructor(known: ReadonlySet<string>) {
    this.known = known;
    // Within the renderer `this` is the renderer.
    const linked = (text: string): string => this.linked(text);
    const jump = (rule: string, words: string): string => this.jump(rule, words);
    const narrow = (): boolean => this.narrow;
    this.marked = new Marked({
      gfm: true,
      renderer: {
        // HTML is escaped.
        html: ({ text }) => escaped(text),
        text(token) {
          return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : linked(token.text);
        },
        link({ href, tokens }) {
          const words = this.parser.parseInline(tokens);
          if (href.startsWith("#")) return jump(href.slice(1), words);
          if (!href.startsWith("https://")) throw new Error(`a link to ${href}: only https and rules of the page`);
          return `<a href="${escaped(href)}" rel="noopener noreferrer">${words}</a>`;
        },
        image({ href }) {
          throw new Error(`a picture within a text: ${href}; it stands on a line of its own`);
        },
        heading({ tokens }) {
          return `<h3>${this.parser.parseInline(tokens)}</h3>`;
        },
        table(token) {
          const stacked = narrow();
          // A table with another CSS display keeps its roles only if they are explicit.
          const role = (name: string): string => (stacked ? ` role="${name}"` : "");
          const row = (cells: Tokens.TableCell[], tag: "th" | "td"): string => {
            const written = cells.map((cell, n) => {
              const words = this.parser.parseInline(cell.tokens);
              if (tag === "th") return `<th scope="col"${role("columnheader")}>${words}</th>`;
              if (n === 0) return `<th scope="row"${role("rowheader")}>${words}</th>`;
              const column = stacked ? ` data-column="${escaped(token.header[n]?.text ?? "")}"` : "";
              return `<td${role("cell")}${column}>${words}</td>`;
            });
            return `<tr${role("row")}>${written.join("")}</tr>`;
          };
          const head = `<thead${role("rowgroup")}>${row(token.header, "th")}</thead>`;
          const body = `<tbody${role("rowgroup")}>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody>`;
          const kind = stacked ? " options" : token.header.length > 6 ? " wide" : "";
          return `<div class="table${kind}"><table${role("table")}>${head}${body}</table></div>`;
        },
      },
    });
  }

  /** Text and pictures, in order. */
  parts(tokens: Token[]): Part[] {
    const parts: Part[] = [];
    let text: Token[] = [];
    const flush = (): void => {
      const html = joined(this.marked.parser(text).trim());
      text = [];
      if (html !== "") parts.push({ html });
    };
    for (const token of tokens) {
      const picture = this.picture(token);
      if (picture === null) {
        text.push(token);
      } else {
        flush();
        parts.push(picture);
      }
    }
    flush();
    return parts;
  }

  /** The lines of the summary. */
  summary(list: Tokens.List): Block {
    return { summary: list.items.map((item) => this.parts(paragraphs(item.tokens))) };
  }

  /** The rules of a list, its examples, or both if it has both. */
  list(list: Tokens.List): Block[] {
    const blocks: Block[] = [];
    for (const item of list.items) {
      const id = ruleId(item);
      const last = blocks.at(-1);
      if (id === null) {
        const parts = this.parts(paragraphs(item.tokens));
        if (last !== undefined && "examples" in last) last.examples.push(parts);
        else blocks.push({ examples: [parts] });
      } else {
        const rule = { id, ruling: id.includes("-R"), parts: this.parts(paragraphs(withoutId(item))) };
        if (last !== undefined && "rules" in last) last.rules.push(rule);
        else blocks.push({ rules: [rule] });
      }
    }
    return blocks;
  }

  private picture(token: Token): Part | null {
    if (token.type !== "paragraph" && token.type !== "text") return null;
    const inner = (token as Tokens.Paragraph).tokens ?? [];
    const [image] = inner;
    if (inner.length !== 1 || image?.type !== "image") return null;
    const name = PICTURE.exec(image.href as string)?.[1];
    return name === undefined ? null : { picture: name, caption: image.text as string };
  }

  /** Link the names of rules. */
  private linked(text: string): string {
    return escaped(text).replace(REFERENCE, (id) => this.jump(id, id));
  }

  private jump(id: string, words: string): string {
    if (!this.known.has(id)) throw new Error(`a link to ${id}, which is not there`);
    return `<a href="#${id}">${words}</a>`;
  }
}

/** The contents of an item, each text as a paragraph. */
function paragraphs(tokens: Token[]): Token[] {
  return tokens.map((token) => (token.type === "text" ? { ...token, type: "paragraph" } : token) as Token);
}

function withoutId(item: Tokens.ListItem): Token[] {
  const [first, ...rest] = item.tokens as [Tokens.Text, ...Token[]];
  const [, ...inner] = first.tokens ?? [];
  const [next, ...others] = inner;
  const trimmed =
    next?.type === "text" ? [{ ...next, text: (next.text as string).trimStart() } as Token, ...others] : inner;
  return [{ ...first, tokens: trimmed }, ...rest];
}

/** Japanese has no spaces between words: a line break within a sentence must not insert one. */
function joined(html: string): string {
  return html
    .split(/(<pre>.*?<\/pre>)/s)
    .map((piece) => (piece.startsWith("<pre>") ? piece : piece.replace(BREAK, "$1$2")))
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
