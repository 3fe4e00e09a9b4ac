import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { page, type Block, type Part, type RulesPage } from "./parse";
import { gameFacts } from "$/games/info";
import type { Game } from "$/games/keys";

const games = new URL("../../../src/zashiki/games/", import.meta.url);

function texts(): [string, string][] {
  return readdirSync(games, { recursive: true, encoding: "utf8" })
    .filter((path) => /^\w+\/rules(\.\w+)?\.md$/.test(path))
    .map((path) => [path, readFileSync(new URL(path, games), "utf8")]);
}

function within(block: Block): Part[] {
  if ("summary" in block) return block.summary.flat();
  if ("rules" in block) return block.rules.flatMap((rule) => rule.parts);
  return "examples" in block ? block.examples.flat() : block.parts;
}

const parts = (found: RulesPage): Part[] => found.sections.flatMap(({ blocks }) => blocks.flatMap(within));

const html = (found: RulesPage): string =>
  parts(found)
    .map((part) => ("html" in part ? part.html : ""))
    .join("\n");
const ids = (found: RulesPage): string[] =>
  found.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ("rules" in block ? block.rules.map(({ id }) => id) : [])),
  );

describe.each(texts())("%s", (path, markdown) => {
  const found = page(markdown);

  it("has every id exactly once, in its order", () => {
    const written = [...markdown.matchAll(/^\s*[-*] \*\*([A-Z]{2}-[R\d.]+)\*\*/gm)].map(([, id]) => id);
    expect(written.length).toBeGreaterThan(10);
    expect(ids(found)).toEqual(written);
  });

  it("links only to rules that are there", () => {
    const known = new Set(ids(found));
    const links = [...html(found).matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? "");
    expect(links.filter((id) => !known.has(id))).toEqual([]);
  });

  it("names no rule without a link to it", () => {
    const rest = html(found).replaceAll(/<a [^>]*>.*?<\/a>|<code>.*?<\/code>/gs, "");
    expect(rest.match(/[A-Z]{2}-(R\d+|\d+\.\d+)/g)).toBeNull();
  });

  it("has a title, a summary, rules, examples, and at the end the options", () => {
    expect(found.title).not.toBe("");
    expect(found.sections[0]?.id).toBe("in-short");
    expect(found.sections.at(-1)?.id).toBe("options");
    expect(found.sections.every(({ title }) => title !== null)).toBe(true);
    expect(new Set(found.sections.map(({ id }) => id)).size).toBe(found.sections.length);
    expect(found.sections.some(({ blocks }) => blocks.some((block) => "examples" in block))).toBe(true);
  });

  it("has a summary of at most five lines without ids", () => {
    const blocks = found.sections[0]?.blocks ?? [];
    expect(blocks).toHaveLength(1);
    const lines = blocks[0] !== undefined && "summary" in blocks[0] ? blocks[0].summary : [];
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(5);
    const text = lines.flat().map((part) => ("html" in part ? part.html : part.picture));
    expect(text).toHaveLength(lines.length);
    expect(text.join("")).not.toMatch(/[A-Z]{2}-(R\d|\d)|<a /);
    // In the last line how long it takes, as the home page says it.
    const [from, to] = gameFacts(path.split("/")[0] as Game).minutes ?? [0, 0];
    expect(text.at(-1)).toMatch(new RegExp(`${from}[–〜]${to}`));
  });

  it("has a table of the options that can be read on a phone, each with its rule", () => {
    const blocks = found.sections.at(-1)?.blocks ?? [];
    expect(blocks.map((block) => Object.keys(block))).toEqual([["parts"]]);
    const table = blocks
      .flatMap(within)
      .map((part) => ("html" in part ? part.html : ""))
      .join("");
    expect(table).toContain('<div class="table options"><table role="table">');
    const rows = [...table.matchAll(/<tr role="row"><th scope="row".*?<\/tr>/gs)];
    expect(rows.length).toBeGreaterThan(0);
    for (const [row] of rows) {
      expect(row.match(/ data-column="[^"]+"/g)).toHaveLength(4);
      expect(row).toMatch(/<a href="#[A-Z]{2}-[R\d.]+">[^<]*<\/a><\/td><\/tr>$/);
    }
  });

  it("loses none of its words", () => {
    const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
    const shown = [
      found.title,
      ...found.sections.map(({ title }) => title ?? ""),
      ...ids(found),
      ...parts(found).map((part) => ("html" in part ? part.html.replaceAll(/<[^>]*>|&#?\w+;/g, "") : part.caption)),
    ];
    const source = markdown.replaceAll(/\(picture:[^)]*\)|^```\w*$|\]\(#[^)]*\)|\]\(https[^)]*\)/gm, "");
    expect(plain(shown.join("")).length).toBe(plain(source).length);
  });
});

describe("a rules page", () => {
  const rule = (text: string): string => html(page(`# T\n\n## S\n\n- **HG-1.1** ${text}\n- **HG-1.2** Another.\n`));

  it("escapes HTML in the text", () => {
    const found = rule('a <script>alert(1)</script> <img src=x onerror="alert(1)"> b');
    expect(found).not.toMatch(/<(script|img)/);
    expect(found).toContain("&lt;script&gt;");
    expect(html(page("# T\n\n<div onclick='x()'>raw</div>\n"))).not.toContain("<div onclick");
    expect(rule("`<b>`")).toContain("<code>&lt;b&gt;</code>");
  });

  it("refuses unsafe links", () => {
    expect(() => rule("[x](javascript:alert(1))")).toThrow("only https");
    expect(() => rule("[x](data:text/html,x)")).toThrow("only https");
    expect(rule('[x](https://example.org/?a="b")')).not.toContain('a="b"');
  });

  it("refuses a broken link and a duplicate id", () => {
    expect(() => rule("see HG-9.9")).toThrow("HG-9.9");
    expect(() => rule("see [that](#HG-9.9)")).toThrow("HG-9.9");
    expect(() => page("# T\n\n- **HG-1.1** One.\n- **HG-1.1** Two.\n")).toThrow("twice");
  });

  it("links the names of other rules, but not in code", () => {
    expect(rule("see HG-1.2, (HG-1.2) or HG-1.2.")).toBe(
      '<p>see <a href="#HG-1.2">HG-1.2</a>, (<a href="#HG-1.2">HG-1.2</a>) or <a href="#HG-1.2">HG-1.2</a>.</p>\n<p>Another.</p>',
    );
    expect(rule("`HG-9.9`")).toContain("<code>HG-9.9</code>");
    expect(rule("規則HG-1.2の通り")).toContain('規則<a href="#HG-1.2">HG-1.2</a>の通り');
  });

  it("has pictures between rules and within them", () => {
    const found = page(
      "# T\n\n## S\n\n![A hand](picture:hand)\n\n- **HG-1.1** So:\n\n  ![A trick](picture:trick-2)\n\n  And on.\n",
    );
    expect(parts(found)).toEqual([
      { picture: "hand", caption: "A hand" },
      { html: "<p>So:</p>" },
      { picture: "trick-2", caption: "A trick" },
      { html: "<p>And on.</p>" },
    ]);
    expect(() => rule("an ![x](picture:x) in a sentence")).toThrow("line of its own");
  });

  it("treats lists without ids as examples, except in the summary", () => {
    const [list, rules] = ["- One.\n- Two.\n", "- **HG-1.1** One.\n"];
    const kinds = (...lists: string[]): string[][] =>
      page(["# T\n", ...lists.map((text, n) => `## Część ${n}\n\n${text}`)].join("\n")).sections.map(
        ({ id, blocks }) => [id, ...blocks.flatMap((block) => Object.keys(block))],
      );
    expect(kinds(list, rules, list)).toEqual([
      ["in-short", "summary"],
      ["part-2", "rules"],
      ["part-3", "examples"],
    ]);
    expect(kinds(rules, list)).toEqual([
      ["part-1", "rules"],
      ["part-2", "examples"],
    ]);
  });

  it("names the columns in the cells of options only", () => {
    const table = (key: string): string => `## Część\n\n| a | "b" |\n|---|---|\n| ${key} | 2 |\n`;
    expect(html(page(`# T\n\n${table("`key`")}`))).toContain('<td role="cell" data-column="&quot;b&quot;">2</td>');
    expect(html(page(`# T\n\n${table("key")}`))).toContain("<td>2</td>");
    expect(html(page(`# T\n\n${table("`key`")}\n## A\n\nText.\n`))).toContain("<td>2</td>");
  });

  it("inserts no space where a line of Japanese ends", () => {
    expect(rule("山札から\n  引く。**必ず**\n  引く。")).toContain("<p>山札から引く。<strong>必ず</strong>引く。</p>");
    expect(rule("two\n  words")).toContain("two\nwords");
  });
});
