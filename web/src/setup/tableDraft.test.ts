import { expect, test } from "vitest";
import { TableDraft } from "./tableDraft.svelte";

test("a draft begins with what is usual", () => {
  const { settings } = new TableDraft("hagakure");
  expect(settings).toMatchObject({
    game: "hagakure",
    seats: 4,
    options: {},
    access: "link",
    one_device: false,
    hints: true,
  });
});

test("what cannot be together is not asked for", () => {
  const draft = new TableDraft("hiroba");
  draft.rated = true;
  expect(draft.settings).toMatchObject({ rated: true, hints: false });
  draft.clock = "move";
  draft.access = "device";
  expect(draft.settings).toMatchObject({
    rated: false,
    one_device: true,
    access: "link",
    clock: { kind: "none" },
    hints: true,
  });
});

test("another number of seats takes back what it does not know", () => {
  const draft = new TableDraft("sakura");
  draft.seats = 6;
  draft.options["teams"] = "three";
  draft.options["rounds"] = 3;
  draft.seats = 4;
  draft.dropInvalidOptions();
  expect(draft.settings.options).toEqual({ rounds: 3 });
});

test("a table of one's own stays whatever the seats are", () => {
  const draft = new TableDraft("hijun");
  const tokens = [
    [1, 2, 3, 4],
    [0, 0, 9, 99],
  ];
  draft.options["tokens"] = tokens;
  draft.seats = 6;
  draft.dropInvalidOptions();
  expect(draft.settings.options).toEqual({ tokens });
});
