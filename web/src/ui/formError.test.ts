import { expect, test } from "vitest";
import { ApiError } from "$/net/api";
import { formError } from "./formError";

const bad = (text: string) => formError(new ApiError("bad-request", text));

test("a refusal finds the field that it is about", () => {
  expect(bad("body.settings: option rounds: 99 is not possible; expected a whole number from 1 to 20")).toEqual({
    field: "rounds",
    text: "99 is not possible; expected a whole number from 1 to 20",
  });
  expect(bad("body.settings: seats: 9 is not possible; expected 3, 4 or 5 for Hagakure").field).toBe("seats");
  expect(bad("body.settings.clock.seconds: Input should be greater than or equal to 5")).toEqual({
    field: "clock.seconds",
    text: "Enter 5 to 600 seconds.",
  });
  expect(bad("body.settings: option tiles[3]: 'aaa' is not possible; expected a tile").field).toBe("tiles");
  expect(bad("body.name: a name has 1 to 24 characters").field).toBe("name");
  expect(formError(new ApiError("name-taken", "Somebody has this name already.")).field).toBe("name");
  expect(formError(new ApiError("wrong-password", "…")).field).toBe("password");
});

test("what is about the whole is said of the whole", () => {
  const whole = "body.settings: a rated table plays without hints: set hints to false";
  expect(bad(whole)).toEqual({ field: null, text: "A rated table plays without hints: set hints to false" });
  expect(formError(new ApiError("rate", "Too much at once; wait a moment.")).field).toBeNull();
});

test("a mistake of ours is not taken for a refusal", () => {
  expect(() => formError(new TypeError("x"))).toThrow(TypeError);
});
