import { expect, test, vi } from "vitest";
import { ApiError } from "$/net/api";
import { browser } from "$/table/testing";
import { formError } from "./formError";

const bad = (where: (string | number)[], text: string, facts: Record<string, unknown> = {}) =>
  formError(new ApiError("bad-request", `${where.join(".")}: ${text}`, null, { text, ...facts }, where));

test("a refusal is assigned to its field", () => {
  const settings = ["body", "settings"];
  const rounds = "99 is not possible; expected a whole number from 1 to 20";
  expect(bad([...settings, "options", "rounds"], rounds)).toEqual({ field: "rounds", text: rounds });
  expect(bad([...settings, "seats"], "9 is not possible; expected 3, 4 or 5 for Hagakure").field).toBe("seats");
  expect(bad([...settings, "clock", "seconds"], "Input should be greater than or equal to 5")).toEqual({
    field: "clock.seconds",
    text: "Enter 5 to 600 seconds.",
  });
  expect(bad([...settings, "options", "tiles", 3], "'aaa' is not possible; expected a tile").field).toBe("tiles");
  expect(bad(["body", "name"], "a name has 1 to 24 characters").field).toBe("name");
  expect(formError(new ApiError("name-taken", "Somebody has this name already.")).field).toBe("name");
  expect(formError(new ApiError("wrong-password", "…")).field).toBe("password");
});

test("a general refusal belongs to no field", () => {
  const text = "a rated table plays without hints: set hints to false";
  expect(bad(["body", "settings", "hints"], text, { reason: "settings.rated_hints" })).toEqual({
    field: null,
    text: "A rated table plays without hints: set hints to false",
  });
  expect(formError(new ApiError("rate", "Too much at once; wait a moment.")).field).toBeNull();
});

test("settings that do not go together are explained in the language of the page", async () => {
  browser();
  const { setLanguage } = await import("$/i18n/index.svelte");
  const { settings } = await import("$/settings.svelte");
  settings.language = "ja";
  await setLanguage("ja");
  const facts = { reason: "settings.too_few_seats", people: 3 };
  expect(formError(new ApiError("bad-settings", "…", null, facts)).text).toBe(
    "3人が座っています。全員分の席が必要です。",
  );
  settings.language = "en";
  await setLanguage("en");
  vi.unstubAllGlobals();
});

test("other errors are thrown on", () => {
  expect(() => formError(new TypeError("x"))).toThrow(TypeError);
});
