/** What the pictures of the rules page show. Every one is rows of parts, drawn with the pieces of the table itself. */
import { hitohira } from "../../../contract/pieces.json";
import type { UiKey } from "$/i18n/index.svelte";
import type { Tree } from "./abilities";
import { COLOURS, type Colour } from "./petals";
import { signed } from "./labels";

export type Heap = readonly (readonly [Colour, number])[];
export type Ground = "plain" | "turn" | "failed" | "field" | "screen";

export type Part =
  | { kind: "petals"; heap: Heap; ground: Ground; label?: UiKey; note?: string }
  | { kind: "arrow" | "swap" | "pouch" | "unseen" | "or" }
  | { kind: "tree"; tree: Tree }
  | { kind: "say"; label: UiKey; note?: string };

export interface Scene {
  rows: readonly (readonly Part[])[];
  /** Rows that stand beside each other where there is room. */
  beside?: boolean;
  /** Rows that are added up: their points stand below each other. */
  sum?: boolean;
  /** A closer look. */
  large?: boolean;
}

const petals = (ground: Ground, heap: Heap, label?: UiKey, note?: string): Part => ({
  kind: "petals",
  heap,
  ground,
  ...(label === undefined ? {} : { label }),
  ...(note === undefined ? {} : { note }),
});
const say = (label: UiKey, note?: string): Part => ({ kind: "say", label, ...(note === undefined ? {} : { note }) });
const each = (colour: Colour, label: UiKey): Part =>
  petals("plain", [[colour, 1]], label, `${hitohira.colours[colour]}`);
const arrow: Part = { kind: "arrow" };
const pouch: Part = { kind: "pouch" };

/** Ten lines, from one petal to ten (HT-7.4): two of each colour. */
const TEN = hitohira.lines.slice(1).map((points, index) => {
  const colour = COLOURS[Math.floor(index / 2)] ?? "white";
  return [petals("field", [[colour, index + 1]], undefined, signed(points))];
});

export const SCENES: Readonly<Record<string, Scene>> = {
  petals: {
    beside: true,
    large: true,
    rows: [
      [each("red", "hitohira.picture.red")],
      [each("yellow", "hitohira.picture.yellow")],
      [each("light blue", "hitohira.picture.light_blue")],
      [each("blue", "hitohira.picture.blue")],
      [each("white", "hitohira.picture.white")],
      [each("black", "hitohira.picture.black")],
    ],
  },
  pouch: {
    beside: true,
    rows: [
      [pouch, say("hitohira.picture.players_4", `${hitohira.pouch[4]}`)],
      [pouch, say("hitohira.picture.players_3", `${hitohira.pouch[3]}`)],
      [pouch, say("hitohira.picture.players_2", `${hitohira.pouch[2]}`)],
    ],
  },
  turn: {
    rows: [
      [
        pouch,
        arrow,
        petals(
          "turn",
          [
            ["red", 1],
            ["blue", 2],
            ["white", 1],
          ],
          "hitohira.picture.draw",
          "1",
        ),
        arrow,
        petals(
          "turn",
          [
            ["red", 1],
            ["yellow", 1],
          ],
          "hitohira.picture.draw",
          "2",
        ),
        arrow,
        petals(
          "turn",
          [
            ["red", 2],
            ["yellow", 1],
            ["blue", 2],
            ["white", 1],
          ],
          "hitohira.picture.stop",
        ),
      ],
    ],
  },
  failing: {
    beside: true,
    rows: [
      [
        petals(
          "failed",
          [
            ["yellow", 3],
            ["blue", 1],
          ],
          "hitohira.picture.three",
        ),
      ],
      [
        petals(
          "failed",
          [
            ["red", 1],
            ["yellow", 1],
            ["light blue", 1],
            ["blue", 1],
            ["white", 1],
          ],
          "hitohira.picture.five",
        ),
      ],
      [
        petals(
          "failed",
          [
            ["light blue", 2],
            ["black", 1],
          ],
          "hitohira.picture.three_black",
        ),
      ],
      [
        petals(
          "failed",
          [
            ["red", 1],
            ["yellow", 1],
            ["blue", 1],
            ["white", 1],
            ["black", 1],
          ],
          "hitohira.picture.five_black",
        ),
      ],
    ],
  },
  taking: {
    rows: [
      [
        petals(
          "failed",
          [
            ["red", 1],
            ["light blue", 2],
            ["white", 1],
            ["black", 1],
          ],
          "hitohira.picture.failed",
        ),
        arrow,
        petals(
          "field",
          [
            ["red", 1],
            ["white", 1],
          ],
          "hitohira.picture.field",
        ),
        arrow,
        pouch,
        petals("plain", [
          ["light blue", 2],
          ["black", 1],
        ]),
      ],
    ],
  },
  triggers: {
    beside: true,
    rows: [
      [
        petals(
          "turn",
          [
            ["red", 1],
            ["yellow", 1],
            ["blue", 1],
            ["white", 1],
          ],
          "hitohira.picture.four_colours",
        ),
      ],
      [
        petals(
          "turn",
          [
            ["yellow", 2],
            ["light blue", 2],
          ],
          "hitohira.picture.two_pairs",
        ),
      ],
      [
        petals(
          "turn",
          [
            ["red", 2],
            ["yellow", 1],
            ["blue", 2],
            ["white", 1],
          ],
          "hitohira.picture.six_pieces",
        ),
      ],
      [
        petals(
          "turn",
          [
            ["blue", 2],
            ["red", 1],
            ["black", 1],
          ],
          "hitohira.picture.pairs_black",
        ),
      ],
    ],
  },
  yoshino: {
    rows: [
      [
        { kind: "tree", tree: "yoshino" },
        petals("field", [["blue", 1]], "hitohira.picture.field_or_turn"),
        arrow,
        petals("screen", [["blue", 1]], "hitohira.picture.screen"),
      ],
    ],
  },
  otome: {
    rows: [
      [
        { kind: "tree", tree: "otome" },
        pouch,
        arrow,
        petals("turn", [
          ["red", 1],
          ["white", 1],
          ["black", 1],
        ]),
        arrow,
        petals("field", [["white", 1]], "hitohira.picture.field"),
      ],
    ],
  },
  sumizome: {
    rows: [
      [
        { kind: "tree", tree: "sumizome" },
        pouch,
        arrow,
        { kind: "unseen" },
        arrow,
        petals("screen", [], "hitohira.picture.screen"),
      ],
    ],
  },
  hime: {
    rows: [
      [
        { kind: "tree", tree: "hime" },
        petals("field", [["red", 1]], "hitohira.picture.field_or_turn"),
        { kind: "swap" },
        petals("field", [["yellow", 1]], "hitohira.picture.other_field"),
      ],
    ],
  },
  kumagai: {
    rows: [
      [
        { kind: "tree", tree: "kumagai" },
        pouch,
        arrow,
        petals("turn", [
          ["yellow", 1],
          ["blue", 1],
        ]),
        arrow,
        petals("field", [], "hitohira.picture.field"),
        { kind: "or" },
        petals("screen", [["blue", 1]], "hitohira.picture.screen"),
        { kind: "or" },
        petals("field", [["yellow", 1]], "hitohira.picture.other_field"),
      ],
    ],
  },
  kokonoe: {
    rows: [
      [
        { kind: "tree", tree: "kokonoe" },
        petals("field", [["light blue", 1]], "hitohira.picture.other_field"),
        { kind: "say", label: "hitohira.picture.and" },
        petals("field", [["white", 1]], "hitohira.picture.third_field"),
        arrow,
        petals(
          "field",
          [
            ["light blue", 1],
            ["white", 1],
          ],
          "hitohira.picture.field",
        ),
      ],
    ],
  },
  screen: {
    rows: [
      [
        petals(
          "turn",
          [
            ["red", 1],
            ["yellow", 1],
            ["white", 2],
          ],
          "hitohira.picture.turn",
        ),
        arrow,
        petals("screen", [["white", 2]], "hitohira.picture.screen"),
        { kind: "say", label: "hitohira.picture.and" },
        petals(
          "field",
          [
            ["red", 1],
            ["yellow", 1],
          ],
          "hitohira.picture.field",
        ),
      ],
    ],
  },
  lines: {
    beside: true,
    rows: TEN,
  },
  field: {
    sum: true,
    rows: [
      [petals("field", [["red", 5]], undefined, "+5")],
      [petals("field", [["yellow", 3]], undefined, "+1")],
      [
        petals(
          "field",
          [
            ["light blue", 8],
            ["black", 1],
          ],
          undefined,
          "+19",
        ),
      ],
      [petals("field", [["blue", 7]], undefined, "+11")],
      [say("hitohira.picture.total", "36")],
    ],
  },
  groups: {
    rows: [
      [
        petals(
          "screen",
          [
            ["red", 3],
            ["yellow", 1],
            ["light blue", 2],
            ["white", 2],
          ],
          "hitohira.picture.screen",
        ),
      ],
      [
        petals(
          "plain",
          [
            ["red", 3],
            ["yellow", 1],
            ["white", 1],
          ],
          "hitohira.picture.warm",
          "5",
        ),
        petals(
          "plain",
          [
            ["light blue", 2],
            ["white", 1],
          ],
          "hitohira.picture.cool",
          "3",
        ),
      ],
    ],
  },
  places: {
    sum: true,
    rows: [
      [
        petals(
          "plain",
          [
            ["red", 3],
            ["yellow", 1],
          ],
          undefined,
          "4 → 18",
        ),
      ],
      [petals("plain", [["red", 3]], undefined, "3 → 9")],
      [
        petals(
          "plain",
          [
            ["yellow", 2],
            ["white", 1],
          ],
          undefined,
          "3 → 9",
        ),
      ],
      [petals("plain", [["red", 1]], undefined, "1 → 0")],
    ],
  },
};
