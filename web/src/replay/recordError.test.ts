import { beforeAll, describe, expect, it } from "vitest";
import { browser } from "$/table/testing";

describe("a record that cannot be shown", () => {
  let told: (text: string, code?: string) => Promise<{ text: string; details: string[] }>;
  let read: (text: string) => string;

  beforeAll(async () => {
    browser();
    const { recordError, parsed } = await import("./recordError");
    const { ApiError } = await import("$/net/api");
    told = (text, code = "bad-request") => {
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

  it("is told with where it is wrong, and what is expected", async () => {
    const found = await told("moves[21]: '3 play 99' is not possible; expected a legal move: it is not in your hand");
    expect(found.text).toContain("by the rules");
    expect(found.details).toEqual(["move 22 (moves[21])", "'3 play 99'", "a legal move: it is not in your hand"]);
  });

  it("is told by what it is that is wrong", async () => {
    expect((await told("checksum: 'a' is not possible; expected 'b': something was changed")).text).toContain(
      "checksum",
    );
    expect((await told("moves: 70 is not possible; expected 73 moves")).text).toContain("breaks off");
    expect((await told("format: 'x' is not possible; expected 'zashiki-record/1'")).text).toContain("version");
    expect((await told("result: {} is not possible; expected {}, which the moves give")).text).toContain("result");
    expect((await told("seats: 'x' is not possible; expected a whole number")).text).toContain("not as it must be");
    expect((await told("body: no JSON (recursion limit exceeded)", "bad-message")).text).toContain("not as it must be");
    expect(await told("Something else.")).toEqual({ text: "Something else.", details: [] });
  });

  it("is noticed before it is sent", () => {
    expect(read(' {"game": 1} ')).toBe("game");
    expect(read("  ")).toContain("nothing");
    expect(read('{"game": ')).toContain("breaks off");
    expect(read("hello")).toContain("no record");
    expect(read("[1]")).toContain("no record");
    expect(read(`{"x": "${"x".repeat(2_000_000)}"}`)).toContain("too large");
  });
});
