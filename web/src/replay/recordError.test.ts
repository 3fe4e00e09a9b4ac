import { beforeAll, describe, expect, it } from "vitest";
import { browser } from "$/table/testing";

describe("a record that cannot be shown", () => {
  /** What is said about an error of this class, found there. */
  let explained: (
    error: string,
    where: string,
    value?: string,
    expected?: string,
  ) => { text: string; details: string[] };
  let refused: (code: string, text: string) => { text: string; details: unknown[] };
  let read: (text: string) => string;

  beforeAll(async () => {
    browser();
    const { recordError, parsed } = await import("./recordError");
    const { ApiError } = await import("$/net/api");
    explained = (error, where, value = "", expected = "") => {
      const facts = { error, value, expected };
      const found = recordError(new ApiError("bad-request", "", null, facts, [where]));
      return { text: found.text, details: found.details.map(({ is }) => is) };
    };
    refused = (code, text) => recordError(new ApiError(code, text));
    read = (text) => {
      try {
        return String(Object.keys(parsed(text)));
      } catch (error) {
        return recordError(error).text;
      }
    };
  }, 60_000);

  it("says where it is wrong and what was expected", () => {
    const found = explained("TamperedRecord", "moves[21]", "'3 play 99'", "a legal move: it is not in your hand");
    expect(found.text).toContain("illegal move");
    expect(found.details).toEqual(["move 22 (moves[21])", "'3 play 99'", "a legal move: it is not in your hand"]);
  });

  it("says what was expected in the language of the page", async () => {
    const { setLanguage } = await import("$/i18n/index.svelte");
    const { settings } = await import("$/settings.svelte");
    settings.language = "ja";
    await setLanguage("ja");
    for (const [error, where] of [
      ["TamperedRecord", "moves[21]"],
      ["TamperedRecord", "result"],
      ["TamperedRecord", "checksum"],
      ["TruncatedRecord", "moves"],
      ["RecordVersion", "format"],
      ["UnknownGame", "game"],
      ["MalformedRecord", "seats"],
    ] as const) {
      const [, found, expected] = explained(error, where, "42", "something else").details;
      expect(found).toBe("42");
      expect(expected, error).not.toMatch(/[A-Za-z]/);
    }
    settings.language = "en";
    await setLanguage("en");
  });

  it("has a sentence for each kind of mistake", () => {
    expect(explained("TamperedRecord", "checksum").text).toContain("checksum");
    expect(explained("TruncatedRecord", "moves").text).toContain("incomplete");
    expect(explained("RecordVersion", "format").text).toContain("version");
    expect(explained("TamperedRecord", "result").text).toContain("result");
    expect(explained("MalformedRecord", "seats").text).toContain("malformed");
    expect(refused("bad-message", "body: no JSON (recursion limit exceeded)").text).toContain("malformed");
    expect(refused("bad-request", "Something else.")).toEqual({ text: "Something else.", details: [] });
  });

  it("is refused before it is sent", () => {
    expect(read(' {"game": 1} ')).toBe("game");
    expect(read("  ")).toContain("empty");
    expect(read('{"game": ')).toContain("incomplete");
    expect(read("hello")).toContain("not a record");
    expect(read("[1]")).toContain("not a record");
    expect(read(`{"x": "${"x".repeat(2_000_000)}"}`)).toContain("too large");
  });
});
