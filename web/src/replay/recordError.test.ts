import { beforeAll, describe, expect, it } from "vitest";
import { browser } from "$/table/testing";

describe("a record that cannot be shown", () => {
  let explained: (text: string, code?: string) => Promise<{ text: string; details: string[] }>;
  let read: (text: string) => string;

  beforeAll(async () => {
    browser();
    const { recordError, parsed } = await import("./recordError");
    const { ApiError } = await import("$/net/api");
    explained = (text, code = "bad-request") => {
      const found = recordError(new ApiError(code, text));
      return Promise.resolve({ text: found.text, details: found.details.map(({ is }) => is) });
    };
    read = (text) => {
      try {
        return String(Object.keys(parsed(text)));
      } catch (error) {
        return recordError(error).text;
      }
    };
  }, 60_000);

  it("says where it is wrong and what was expected", async () => {
    const found = await explained(
      "moves[21]: '3 play 99' is not possible; expected a legal move: it is not in your hand",
    );
    expect(found.text).toContain("illegal move");
    expect(found.details).toEqual(["move 22 (moves[21])", "'3 play 99'", "a legal move: it is not in your hand"]);
  });

  it("has a sentence for each kind of mistake", async () => {
    expect((await explained("checksum: 'a' is not possible; expected 'b': something was changed")).text).toContain(
      "checksum",
    );
    expect((await explained("moves: 70 is not possible; expected 73 moves")).text).toContain("incomplete");
    expect((await explained("format: 'x' is not possible; expected 'zashiki-record/1'")).text).toContain("version");
    expect((await explained("result: {} is not possible; expected {}, which the moves give")).text).toContain("result");
    expect((await explained("seats: 'x' is not possible; expected a whole number")).text).toContain("malformed");
    expect((await explained("body: no JSON (recursion limit exceeded)", "bad-message")).text).toContain("malformed");
    expect(await explained("Something else.")).toEqual({ text: "Something else.", details: [] });
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
