/** The animals and objects among the plants: one drawing for each card with its own name, centred on (0, 0). */
import {
  BLUE,
  box,
  BROWN,
  burst,
  DEEP_RED,
  dot,
  draw,
  GOLD,
  GREEN,
  GREY,
  INK,
  LEAF,
  moved,
  NIGHT,
  paint,
  PALE_BLUE,
  PALE_VIOLET,
  place,
  polygon,
  RED,
  scatter,
  TAN,
  VIOLET,
  WHITE,
  YELLOW,
  type Art,
} from "./kit";

export const crane: Art = [
  draw("M2 30 L-2 62 L-8 64 M10 30 L12 62 L6 64", INK, 2.4),
  paint("M14 4 C26 8 34 18 37 34 C30 34 26 30 22 30 C24 36 22 40 20 44 C16 40 14 34 8 30 Z", INK),
  paint("M-9 6 C-8 -4 4 -6 14 0 C24 6 28 16 27 28 C20 34 6 36 -3 30 C-10 24 -12 16 -9 6 Z", WHITE, INK, 1.6),
  draw("M4 10 C8 18 14 24 22 27 M-2 15 C2 22 8 27 14 30 M10 6 C14 12 19 18 25 21", GREY, 1.4),
  paint(
    "M-9 12 C-14 2 -4 -10 -8 -20 C-10 -26 -13 -30 -18 -31 C-16 -37 -8 -38 -4 -32 C3 -22 -4 -8 2 0 C0 6 -4 10 -9 12 Z",
    WHITE,
    INK,
    1.6,
  ),
  paint("M-10 8 C-12 0 -4 -10 -6 -20 L-1 -24 C1 -14 -4 -6 -1 2 C-4 5 -7 7 -10 8 Z", INK),
  paint("M-17 -31 L-34 -26 L-17 -27 Z", GOLD, INK, 1),
  paint("M-17 -33 C-15 -39 -8 -40 -5 -35 C-9 -35 -12 -34 -17 -33 Z", RED),
  paint(dot(-11, -31, 1.3), INK),
];

export const warbler: Art = [
  draw("M-2 14 L-4 23 M5 14 L5 23", INK, 1.8),
  paint(
    "M-22 -6 L-14 -10 C-12 -18 -1 -19 4 -12 C12 -10 18 -4 22 4 L38 13 L34 18 L17 13 C9 18 -3 17 -9 9 C-13 4 -14 -1 -14 -4 Z",
    "#8d9a2c",
    INK,
    1.6,
  ),
  paint("M-13 -2 C-13 4 -9 12 2 14 C-2 8 -6 2 -8 -3 Z", "#e9e0a0"),
  paint("M-1 -5 C10 -6 17 1 22 11 C12 12 1 9 -1 -5 Z", "#5d6a1c"),
  draw("M5 0 C9 4 13 7 18 9", LEAF, 1.4),
  paint("M-22 -6 L-13 -10 L-13 -5 Z", INK),
  paint(dot(-7, -10, 2), INK),
];

export const cuckoo: Art = [
  paint("M-4 -4 C-6 -20 2 -36 18 -46 C20 -34 20 -18 10 0 Z", NIGHT, INK, 1.4),
  draw("M2 -8 C4 -20 8 -30 15 -38 M7 -6 C10 -16 14 -24 17 -28", PALE_BLUE, 1.5),
  paint(
    "M-28 -8 L-19 -11 C-12 -16 -3 -13 4 -7 L34 14 L29 16 L31 21 L25 19 L24 24 L2 10 C-9 9 -17 4 -19 -4 Z",
    "#56658f",
    INK,
    1.6,
  ),
  paint("M-19 -4 C-15 4 -8 8 0 9 C-5 3 -10 -2 -13 -5 Z", WHITE),
  draw("M-14 0 L-9 -1 M-10 4 L-4 3", INK, 1.3),
  paint("M2 4 C-10 12 -14 24 -12 38 C0 32 8 22 10 8 Z", NIGHT, INK, 1.4),
  draw("M2 12 C-4 18 -7 24 -8 31 M6 12 C3 20 -1 25 -4 29", PALE_BLUE, 1.5),
  paint("M-28 -8 L-18 -12 L-18 -6 Z", RED, INK, 0.8),
  paint(dot(-12, -9, 1.8), INK),
];

/** A butterfly with open wings, seen from above, flying up and to the left. */
export function butterfly(fill: string, spot: string): Art {
  const upper = "M0 0 C-3 -17 -21 -25 -27 -15 C-30 -6 -14 3 0 2 Z";
  const lower = "M0 2 C-10 3 -22 7 -18 17 C-13 24 -3 14 0 4 Z";
  const both = (d: string): string => `${d} ${moved(d, 0, 0, 1, 0, true)}`;
  return [
    paint(both(lower), spot, INK, 1.6),
    paint(both(upper), fill, INK, 1.6),
    paint(both(dot(-18, -12, 4.2, 3.4)), spot),
    paint(both(dot(-12, 12, 2.6)), fill),
    paint(dot(0, 1, 2.3, 10), INK),
    draw("M-1 -8 C-3 -14 -6 -17 -10 -18 M1 -8 C3 -14 6 -17 10 -18", INK, 1.4),
  ];
}

/** The plank bridge, in a zigzag over the water. */
export const bridge: Art = [
  draw("M-38 22 L-38 34 M-14 22 L-14 34 M-16 2 L-16 16 M14 2 L14 16 M16 24 L16 38 M40 24 L40 38", INK, 3.4),
  paint("M12 14 L50 14 L58 24 L20 24 Z", TAN, INK, 1.8),
  paint("M-24 -8 L20 -8 L28 2 L-16 2 Z", YELLOW, INK, 1.8),
  paint("M-54 12 L-14 12 L-6 22 L-46 22 Z", TAN, INK, 1.8),
  draw("M-48 17 L-12 17 M-18 -3 L22 -3 M18 19 L52 19", BROWN, 1.3),
];

export const boar: Art = [
  paint(
    "M-38 10 L-37 2 L-27 -4 C-25 -11 -21 -15 -16 -17 L-19 -26 L-9 -20 C2 -29 22 -28 30 -17 C36 -10 36 0 33 8 L35 25 L29 25 L26 14 L22 25 L16 25 L16 12 C6 16 -4 16 -11 13 L-11 25 L-17 25 L-18 13 L-23 25 L-29 25 L-25 11 C-29 13 -34 13 -38 10 Z",
    "#8a3f22",
    INK,
    1.6,
  ),
  paint(
    "M-12 -19 L-8 -24 L-3 -22 L1 -27 L6 -24 L11 -29 L15 -25 L21 -28 L23 -23 L30 -23 L31 -16 L36 -13 L33 -7 C28 -16 14 -22 -12 -19 Z",
    INK,
  ),
  draw("M-4 -8 L-8 0 M4 -10 L0 -1 M12 -10 L9 0 M20 -8 L18 2 M4 2 L1 8 M12 4 L10 10 M26 -2 L25 6", INK, 1.6),
  paint("M-31 8 C-33 3 -32 0 -28 -3 C-28 2 -28 5 -26 8 Z", WHITE, INK, 0.8),
  paint(dot(-22, -8, 1.9), WHITE),
  paint(dot(-22, -8, 1), INK),
  paint(dot(-36, 6, 1.2), INK),
];

const GOOSE =
  "M-23 -4 L-17 -8 C-13 -10 -10 -6 -6 -3 C-5 -13 2 -24 13 -29 C14 -19 12 -9 8 -1 C14 0 19 3 24 8 C16 9 8 10 2 9 C-6 8 -12 2 -17 -3 Z";

/** Three wild geese. */
export const geese: Art = [
  paint(
    scatter(GOOSE, [
      [-20, 6, 0.96, 8],
      [14, -20, 1.08, 8],
      [24, 22, 0.86, 8],
    ]),
    INK,
  ),
  draw(
    scatter("M-12 2 C-6 6 0 7 8 6 M-1 -6 C2 -13 5 -18 9 -22", [
      [-20, 6, 0.96, 8],
      [14, -20, 1.08, 8],
      [24, 22, 0.86, 8],
    ]),
    WHITE,
    1.6,
  ),
  paint(
    scatter("M-23 -4 L-17 -8 L-16 -4 Z", [
      [-20, 6, 0.96, 8],
      [14, -20, 1.08, 8],
      [24, 22, 0.86, 8],
    ]),
    GOLD,
  ),
];

export const sakeCup: Art = [
  paint("M-11 22 L11 22 L14 33 L-14 33 Z", DEEP_RED, INK, 1.6),
  paint("M-35 -4 C-33 18 -16 27 0 27 C16 27 33 18 35 -4 Z", RED, INK, 1.8),
  paint(dot(0, -4, 35, 14), DEEP_RED, INK, 1.8),
  paint(dot(0, -3, 29, 10.4), "#e9573f"),
  // A blossom in gold lacquer on the bottom, seen at an angle.
  paint(
    scatter(dot(0, 0, 4.6, 2.7), [
      [0, -7.4],
      [-8.4, -4],
      [8.4, -4],
      [-5.4, 1.4],
      [5.4, 1.4],
    ]),
    YELLOW,
  ),
  paint(dot(0, -3, 3, 1.8), DEEP_RED),
  draw("M-24 8 C-18 16 -8 20 2 20", "#ef8a72", 2.4),
];

export const deer: Art = [
  draw(
    "M-21 -37 C-25 -46 -20 -53 -26 -63 M-23 -48 L-32 -54 M-17 -37 C-12 -46 -14 -53 -6 -62 M-14 -49 L-4 -50",
    INK,
    2.6,
  ),
  paint(
    "M-14 -9 C-4 -12 10 -13 19 -9 C26 -6 29 1 28 8 L31 38 L26 38 L21 16 L16 38 L11 38 L11 12 C4 14 -6 14 -11 11 L-10 38 L-15 38 L-17 13 L-22 38 L-27 38 L-23 6 C-27 -4 -26 -14 -24 -22 L-35 -20 C-39 -20 -39 -25 -36 -27 L-25 -35 L-21 -42 L-18 -35 C-11 -28 -14 -18 -14 -9 Z",
    "#b5642b",
    INK,
    1.6,
  ),
  paint("M24 -6 C30 -12 34 -8 31 0 C29 0 27 -3 24 -6 Z", WHITE, INK, 1.2),
  paint("M-18 -36 C-12 -44 -6 -42 -4 -38 C-8 -34 -13 -33 -17 -33 Z", "#b5642b", INK, 1.2),
  paint(
    scatter(dot(0, 0, 1), [
      [-6, -5, 2],
      [2, -7, 2],
      [10, -6, 2],
      [18, -4, 2],
      [-2, 2, 2],
      [6, 1, 2],
      [14, 2, 2],
      [21, 4, 2],
    ]),
    WHITE,
  ),
  paint(dot(-26, -28, 1.6), INK),
];

export const rainMan: Art = [
  // the robe and its sleeve
  paint("M-7 -6 C-20 6 -24 32 -28 56 L28 56 C27 32 22 8 10 -6 Z", VIOLET, INK, 1.6),
  paint("M-7 -6 L2 8 L10 -6 L4 -9 L-2 -9 Z", WHITE, INK, 1),
  paint(
    scatter(dot(0, 0, 1), [
      [-14, 30, 3],
      [-2, 40, 3],
      [12, 30, 3],
      [20, 46, 3],
      [-19, 48, 3],
      [4, 52, 3],
    ]),
    PALE_VIOLET,
  ),
  paint("M10 0 C20 2 26 12 26 26 C16 30 4 24 0 14 Z", "#563783", INK, 1.6),
  paint("M-24 56 L-22 63 L-6 63 L-6 56 Z M8 56 L8 63 L24 63 L26 56 Z", INK),
  // the head
  paint(dot(1, -16, 8.4, 9.4), "#f6d9b8", INK, 1.4),
  paint("M-8 -18 C-7 -28 -4 -34 4 -34 C10 -34 12 -26 10 -18 C5 -23 -2 -23 -8 -18 Z", INK),
  draw("M-4 -15 L-1 -15 M4 -15 L7 -15 M0 -10 L3 -10", INK, 1.3),
  // the umbrella
  draw("M0 -72 L8 18", INK, 3),
  paint(dot(7, 13, 4.4), "#f6d9b8", INK, 1.2),
  paint(
    "M-46 -30 C-42 -58 -18 -70 0 -72 C18 -70 42 -58 46 -30 C38 -38 28 -38 23 -31 C16 -38 7 -38 0 -31 C-7 -38 -16 -38 -23 -31 C-28 -38 -38 -38 -46 -30 Z",
    RED,
    INK,
    1.8,
  ),
  draw("M0 -72 C-16 -62 -22 -46 -23 -33 M0 -72 C16 -62 22 -46 23 -33 M0 -72 L0 -33", INK, 1.5),
  draw("M-38 -46 C-24 -54 24 -54 38 -46", WHITE, 4),
  paint(dot(0, -73, 3), INK),
];

export const frog: Art = [
  paint(
    "M-10 6 C-12 -2 -6 -8 -2 -9 C-2 -13 4 -14 5 -10 C9 -10 12 -6 9 -3 C12 2 12 6 10 7 L4 7 L2 3 L-2 7 Z",
    LEAF,
    INK,
    1.3,
  ),
  paint(dot(2.4, -10, 1.2), INK),
];

export const swallow: Art = [
  paint("M12 6 L50 14 L22 13 Z M9 8 L38 38 L14 16 Z", INK),
  paint("M-8 -6 C-4 -26 14 -42 40 -48 C30 -34 20 -14 8 2 Z", NIGHT, INK, 1.6),
  draw("M0 -10 C8 -22 18 -32 30 -39 M5 -4 C12 -14 19 -24 25 -30", PALE_BLUE, 1.5),
  paint("M-4 4 C-14 14 -18 30 -14 46 C0 38 8 24 10 8 Z", NIGHT, INK, 1.6),
  draw("M0 12 C-6 20 -9 28 -9 36 M5 13 C2 22 -2 28 -5 32", PALE_BLUE, 1.5),
  paint("M-29 -9 L-20 -13 C-12 -17 -2 -12 4 -6 L20 10 C8 16 -8 12 -16 4 C-19 1 -21 -3 -21 -6 Z", BLUE, INK, 1.6),
  paint("M-21 -6 C-17 -8 -12 -5 -9 -1 C-12 2 -15 3 -17 3 C-19 0 -21 -3 -21 -6 Z", RED),
  paint("M-16 4 C-8 12 8 16 20 10 C10 8 0 4 -9 0 C-11 2 -13 3 -16 4 Z", WHITE),
  paint("M-29 -9 L-20 -13 L-20 -7 Z", YELLOW, INK, 0.8),
  paint(dot(-14, -9, 1.8), WHITE),
  paint(dot(-14, -9, 1), INK),
];

const FEATHER = "M0 0 C-5 -9 -5 -23 0 -33 C5 -23 5 -9 0 0 Z";
const EYE: Art = [
  paint(dot(0, 0, 8, 9.4), GREEN, INK, 1.4),
  paint(dot(0, 0, 4.6, 5.4), YELLOW),
  paint(dot(0, 0.6, 2.3), DEEP_RED),
];

function wing(mirror: boolean): Art {
  const fan = (from: number, step: number, count: number, size: number): string =>
    scatter(
      FEATHER,
      Array.from({ length: count }, (_, n) => [9, 8, size * (1 - 0.05 * n), from + step * n]),
    );
  return place(
    [
      paint(fan(26, 17, 6, 1.5), GOLD, INK, 1.4),
      paint(fan(32, 18, 5, 1.06), GREEN, INK, 1.2),
      paint(fan(36, 21, 4, 0.68), RED, INK, 1.2),
    ],
    mirror ? -2 : 2,
    0,
    1,
    0,
    mirror,
  );
}

export const phoenix: Art = [
  // the tail: three plumes with eyes
  draw("M8 18 C26 26 38 44 30 66 M4 22 C14 34 16 54 4 76 M0 22 C-4 38 -14 54 -28 64", INK, 7),
  draw("M8 18 C26 26 38 44 30 66 M4 22 C14 34 16 54 4 76 M0 22 C-4 38 -14 54 -28 64", RED, 4.2),
  draw("M8 18 C26 26 38 44 30 66 M4 22 C14 34 16 54 4 76 M0 22 C-4 38 -14 54 -28 64", YELLOW, 1.2),
  ...place(EYE, 28, 68, 1, 15),
  ...place(EYE, 2, 78, 1, 20),
  ...place(EYE, -30, 65, 1, 45),
  // the wings, each in three rows of feathers
  ...wing(false),
  ...wing(true),
  // the body, the neck and the head
  paint(
    "M-14 -34 C-4 -40 4 -32 2 -22 C0 -14 10 -8 13 2 C17 14 8 27 -1 27 C-10 26 -14 16 -11 6 C-8 -4 -14 -12 -12 -20 C-11 -24 -12 -26 -15 -27 Z",
    RED,
    INK,
    1.6,
  ),
  draw(
    "M-6 6 C-4 9 0 9 2 6 M2 8 C4 11 8 11 10 8 M-6 14 C-4 17 0 17 2 14 M2 16 C4 19 7 19 9 16 M-5 -4 C-3 -1 1 -1 3 -4",
    YELLOW,
    1.8,
  ),
  paint(
    scatter(FEATHER, [
      [-7, -33, 0.5, -34],
      [-5, -33, 0.66, -6],
      [-3, -32, 0.62, 24],
      [-1, -30, 0.5, 54],
    ]),
    YELLOW,
    INK,
    1.2,
  ),
  paint("M-15 -33 L-26 -28 L-14 -27 Z", YELLOW, INK, 1.2),
  paint(dot(-8, -30, 1.8), WHITE),
  paint(dot(-8, -30, 1), INK),
];

/** The striped curtain of a blossom-viewing party, gathered at both ends and drawn to the size of the card. */
export const curtain: Art = (() => {
  const top = (x: number): number => 96 + 10 * Math.sin((Math.PI * (x + 4)) / 108);
  const foot = (x: number): number => 150 - 20 * Math.abs(Math.cos((Math.PI * (x + 4)) / 108)) ** 3 + 9;
  const stripe = (from: number, to: number): string => {
    const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => from + (to - from) * part);
    return polygon([
      ...steps.map((x): [number, number] => [x, top(x)]),
      ...steps.reverse().map((x): [number, number] => [x, foot(x)]),
    ]);
  };
  const edge = Array.from({ length: 19 }, (_, n): [number, number] => [-4 + 6 * n, top(-4 + 6 * n)]);
  return [
    paint(box(-4, 128, 108, 42), GREEN),
    ...[-4, 14, 32, 50, 68, 86].map((x, n) => paint(stripe(x, x + 18), n % 2 === 0 ? RED : WHITE, INK, 1.2)),
    paint(polygon([...edge, ...edge.reverse().map(([x, y]): [number, number] => [x, y + 13])]), NIGHT, INK, 1.2),
    paint(
      scatter(burst(0, 0, 8, 5, 3.2), [
        [23, 111],
        [50, 113],
        [77, 111],
      ]),
      YELLOW,
    ),
    draw("M32 116 C28 126 36 132 32 142 M68 116 C64 126 72 132 68 142", INK, 2),
    paint(
      scatter("M-3 0 L3 0 L4 10 L-4 10 Z", [
        [32, 141],
        [68, 141],
      ]),
      GOLD,
      INK,
      1,
    ),
  ];
})();
