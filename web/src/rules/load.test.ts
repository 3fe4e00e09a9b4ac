import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Game } from "$/games/keys";
import { browser } from "$/table/testing";

let load: typeof import("./load").load;

beforeEach(async () => {
  browser();
  ({ load } = await import("./load"));
});
afterEach(() => vi.unstubAllGlobals());

it("has the rules of a built-in game in the preferred language, else in English", async () => {
  const [japanese, polish] = [await load("hiroba", "ja"), await load("hiroba", "pl")];
  expect([japanese.language, polish.language]).toEqual(["ja", "en"]);
  expect(japanese.title).not.toBe(polish.title);
});

it("asks the server for those of another game, and takes the language that it has", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify({ language: "pt", markdown: "# Regras\n\n## A\n\nTexto.\n" })));
  });
  expect(await load("other" as Game, "pt-BR")).toMatchObject({ language: "pt", title: "Regras" });
  expect(asked).toEqual(["/api/v1/games/other/rules?language=pt-BR"]);
});
