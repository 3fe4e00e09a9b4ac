/** Bush clover, pampas, chrysanthemum, maple, oak and hawthorn. */
import {
  BROWN,
  burst,
  DEEP_GREEN,
  DEEP_RED,
  dot,
  draw,
  GOLD,
  GREEN,
  HEIGHT,
  INK,
  LEAF,
  moved,
  paint,
  PALE_BLUE,
  rays,
  RED,
  scatter,
  wheel,
  WHITE,
  YELLOW,
  type Art,
} from "./kit";

const ROUND_LEAF = dot(0, -8.6, 5.8, 8.4);

/** A sprig of bush clover: pairs of leaves along a curved stem, with small flowers between them. */
export function cloverTwig(
  stem: string,
  leaves: readonly (readonly [number, number])[],
  flowers: readonly (readonly [number, number])[],
  fill = GREEN,
): Art {
  return [
    draw(stem, BROWN, 2.2),
    paint(
      leaves.map(([x, y]) => [-62, 0, 62].map((angle) => moved(ROUND_LEAF, x, y, 1, angle)).join(" ")).join(" "),
      fill,
    ),
    paint(
      scatter(
        dot(0, 0, 1),
        flowers.flatMap(([x, y]) => [
          [x - 3.2, y, 4.1],
          [x + 3.2, y - 1.8, 4.1],
          [x, y + 4.2, 3.8],
        ]),
      ),
      "#c22a5a",
    ),
    paint(
      scatter(
        dot(0, 0, 1),
        flowers.map(([x, y]) => [x, y, 1.8]),
      ),
      WHITE,
    ),
  ];
}

/** The round hill behind the pampas grass. */
export function hill(top: number, fill: string, steep = 0): Art {
  return [
    paint(
      `M-4 ${top + 34 + steep} C18 ${top + 4} 36 ${top} 52 ${top} C70 ${top} 88 ${top + 8 - steep} 104 ${top + 38 - steep} L104 170 L-4 170 Z`,
      fill,
    ),
  ];
}

/** Bands of mist in the evening sky. */
export function mist(y: number, fill: string): Art {
  return [
    paint(
      `M-4 ${y} L58 ${y} C66 ${y} 66 ${y + 11} 58 ${y + 11} L34 ${y + 11} C28 ${y + 11} 28 ${y + 19} 34 ${y + 19} L104 ${y + 19} L104 ${y + 28} L-4 ${y + 28} Z`,
      fill,
    ),
  ];
}

/** Plumes of pampas grass, each given from base to tip. */
export function plumes(
  places: readonly (readonly [number, number, number, number?])[],
  line: string,
  tip: string,
): Art {
  const stem = "M0 0 C-1 -18 0 -34 5 -48";
  const hairs =
    "M5 -48 C9 -46 13 -42 15 -36 M4 -45 C8 -42 11 -38 12 -32 M3 -41 C6 -38 8 -34 9 -28 M2 -37 C4 -34 5 -30 6 -25 M5 -48 C3 -46 0 -42 -1 -37";
  return [draw(scatter(stem, places), line, 1.8), draw(scatter(hairs, places), tip, 2.2)];
}

const RAY_PETAL = "M0 -0.2 C-0.16 -0.4 -0.17 -0.86 0 -1 C0.17 -0.86 0.16 -0.4 0 -0.2 Z";

/** A chrysanthemum: many narrow petals in two rings. */
export function mum(x: number, y: number, r: number, outer = YELLOW, inner = GOLD): Art {
  return [
    paint(dot(x, y, 0.8 * r), inner),
    paint(wheel(RAY_PETAL, x, y, 16, r), outer, INK, 0.035 * r),
    paint(wheel(RAY_PETAL, x, y, 10, 0.6 * r, 14), outer, INK, 0.035 * r),
    paint(dot(x, y, 0.17 * r), inner === GOLD ? RED : YELLOW),
  ];
}

const MUM_LEAF =
  "M0 0 C-3 -5 -10 -4 -14 -9 C-12 -12 -10 -13 -8 -14 C-13 -17 -14 -21 -13 -25 C-10 -26 -8 -25 -6 -25 C-7 -30 -4 -35 0 -38 C4 -35 7 -30 6 -25 C8 -25 10 -26 13 -25 C14 -21 13 -17 8 -14 C10 -13 12 -12 14 -9 C10 -4 3 -5 0 0 Z";

export function mumLeaves(places: readonly (readonly [number, number, number, number])[], fill = GREEN): Art {
  return [
    paint(scatter(MUM_LEAF, places), fill),
    draw(scatter("M0 -3 L0 -30 M0 -8 L-8 -10 M0 -8 L8 -10 M0 -18 L-7 -22 M0 -18 L7 -22", places), DEEP_GREEN, 1.2),
  ];
}

const SPIKE = "M0 2 C-5.6 -7 -5 -15 0 -29 C5 -15 5.6 -7 0 2 Z";
const FINGERS = [
  [-122, 0.52],
  [-78, 0.8],
  [-38, 0.96],
  [0, 1.08],
  [38, 0.96],
  [78, 0.8],
  [122, 0.52],
] as const;

/** Maple leaves: seven fingers and a stalk. */
export function mapleLeaves(places: readonly (readonly [number, number, number, number])[], fill: string): Art {
  const leaf = FINGERS.map(([angle, size]) => moved(`${SPIKE} ${dot(0, -3, 4.4)}`, 0, 0, size, angle)).join(" ");
  return [
    draw(scatter("M0 0 C0 6 1 11 3 16", places), BROWN, 1.8),
    paint(scatter(leaf, places), fill),
    draw(
      scatter("M0 0 L0 -20 M0 0 L11 -14 M0 0 L-11 -14 M0 0 L15 3 M0 0 L-15 3", places),
      fill === RED ? DEEP_RED : INK,
      0.9,
    ),
  ];
}

const OAK_LEAF =
  "M0 0 C-3 -3 -9 -3 -10 -8 C-10 -12 -7 -12 -6 -13 C-12 -13 -15 -18 -13 -22 C-11 -25 -8 -24 -7 -24 C-12 -28 -11 -34 -7 -35 C-6 -40 -3 -43 0 -43 C3 -43 6 -40 7 -35 C11 -34 12 -28 7 -24 C8 -24 11 -25 13 -22 C15 -18 12 -13 6 -13 C7 -12 10 -12 10 -8 C9 -3 3 -3 0 0 Z";

/** Oak leaves, with round lobes. */
export function oakLeaves(places: readonly (readonly [number, number, number, number])[], fill = "#a8702c"): Art {
  return [
    paint(scatter(OAK_LEAF, places), fill),
    draw(
      scatter(
        "M0 6 L0 -36 M0 -9 L-6 -10 M0 -9 L6 -10 M0 -19 L-8 -20 M0 -19 L8 -20 M0 -29 L-5 -31 M0 -29 L5 -31",
        places,
      ),
      fill === GREEN ? DEEP_GREEN : BROWN,
      1.3,
    ),
  ];
}

export function acorns(places: readonly (readonly [number, number, number, number])[]): Art {
  return [
    paint(scatter("M-5.6 0 C-6 9 -3 14 0 17 C3 14 6 9 5.6 0 Z", places), YELLOW, BROWN, 1),
    paint(scatter("M-7 1 C-7.5 -6 -3 -8 0 -8 C3 -8 7.5 -6 7 1 Z M-1.2 -7 L-1.2 -12 L1.2 -12 L1.2 -7 Z", places), BROWN),
  ];
}

/** Rain over the whole card. */
export function rain(line = PALE_BLUE, width = 1.6): Art {
  const strokes: string[] = [];
  for (let n = 0; n < 26; n += 1) {
    const x = ((n * 37) % 118) - 4;
    const y = ((n * 61) % (HEIGHT - 10)) - 8;
    strokes.push(`M${x} ${y} L${x - 6} ${y + 24}`);
  }
  return [draw(strokes.join(" "), line, width)];
}

const HAW_LEAF =
  "M0 0 C-5 -3 -13 -3 -19 -9 C-15 -11 -13 -13 -13 -16 C-17 -18 -19 -22 -19 -27 C-14 -26 -10 -25 -8 -27 C-8 -33 -5 -38 0 -43 C5 -38 8 -33 8 -27 C10 -25 14 -26 19 -27 C19 -22 17 -18 13 -16 C13 -13 15 -11 19 -9 C13 -3 5 -3 0 0 Z";

export function hawLeaves(places: readonly (readonly [number, number, number, number])[], fill = DEEP_GREEN): Art {
  return [
    paint(scatter(HAW_LEAF, places), fill),
    draw(scatter("M0 -2 L0 -34 M0 -10 L-12 -8 M0 -10 L12 -8 M0 -16 L-13 -23 M0 -16 L13 -23", places), LEAF, 1.4),
  ];
}

/** An upright spray of haws: berries in a cone, each with its little crown. */
export function haws(x: number, y: number, rows: number, size = 1, fill = RED): Art {
  const berries: [number, number, number][] = [];
  for (let row = 0; row < rows; row += 1) {
    const count = Math.max(1, Math.round(3 * (1 - row / rows)));
    for (let n = 0; n < count; n += 1) {
      berries.push([x + (n - (count - 1) / 2) * 11.4 * size, y - row * 10.4 * size, 5.6 * size]);
    }
  }
  return [
    draw(`M${x} ${y + 8 * size} L${x} ${y - (rows - 1) * 10.4 * size}`, BROWN, 2.4),
    paint(scatter(dot(0, 0, 1), berries), fill, DEEP_RED, 1),
    paint(
      scatter(
        burst(0, 0, 5, 0.42, 0.16),
        berries.map(([u, v, r]) => [u, v - 0.2 * r, r]),
      ),
      INK,
    ),
  ];
}

/** Small white hawthorn blossoms. */
export function mayflowers(places: readonly (readonly [number, number, number])[]): Art {
  return [
    paint(places.map(([x, y, r]) => wheel(dot(0, -0.56, 0.42), x, y, 5, r)).join(" "), WHITE, DEEP_GREEN, 0.8),
    paint(scatter(dot(0, 0, 0.3), places), "#e07a86"),
  ];
}

/** A firework that has just opened. */
export function firework(x: number, y: number, r: number, line: string, tip: string): Art {
  return [
    draw(rays(x, y, 16, 0.26 * r, 0.74 * r), line, 0.075 * r),
    draw(rays(x, y, 16, 0.86 * r, 0.87 * r), tip, 0.15 * r),
    draw(rays(x, y, 8, 0.12 * r, 0.16 * r, 11, 371), tip, 0.13 * r),
  ];
}
