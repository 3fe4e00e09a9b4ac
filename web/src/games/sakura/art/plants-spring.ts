/** Pine, plum, cherry, wisteria, iris and peony. */
import {
  BROWN,
  burst,
  DEEP_GREEN,
  DEEP_RED,
  dot,
  draw,
  GREEN,
  INK,
  LEAF,
  moved,
  paint,
  PALE_PINK,
  PALE_VIOLET,
  PINK,
  rays,
  RED,
  scatter,
  VIOLET,
  wheel,
  WHITE,
  YELLOW,
  type Art,
} from "./kit";

/** A cloud of pine needles. */
export function tuft(x: number, y: number, r: number): Art {
  const low = y + 0.12 * r;
  return [
    paint(burst(x, low, 15, r, 0.84 * r, 172, 368), DEEP_GREEN),
    draw(rays(x, low, 11, 0.3 * r, 0.8 * r, 186, 354), LEAF, 1.5),
    paint(
      scatter(
        dot(0, 0, 1),
        [-0.5, -0.17, 0.17, 0.5].map((at) => [x + at * r, low - 0.02 * r, 2.1]),
      ),
      RED,
    ),
  ];
}

export function pineTrunk(d: string, width = 8): Art {
  return [draw(d, INK, width + 2.6), draw(d, "#8d4526", width)];
}

const ROUND_PETAL = dot(0, -0.56, 0.43);

/** A plum blossom: five round petals. */
export function plumFlower(x: number, y: number, r: number, fill = RED, centre = YELLOW): Art {
  return [
    paint(wheel(ROUND_PETAL, x, y, 5, r), fill),
    paint(dot(x, y, 0.36 * r), fill),
    draw(rays(x, y, 5, 0.2 * r, 0.58 * r, 54, 414), WHITE, 0.11 * r),
    paint(dot(x, y, 0.22 * r), centre),
  ];
}

export function plumBuds(places: readonly (readonly [number, number, number?])[]): Art {
  return [
    paint(
      scatter(
        dot(0, 0, 1),
        places.map(([x, y, r]) => [x, y, r ?? 4]),
      ),
      RED,
    ),
  ];
}

/** A crooked branch, and shoots growing straight up. */
export function plumBranch(main: string, shoots: string): Art {
  return [draw(shoots, INK, 2.6), draw(main, INK, 9), draw(main, BROWN, 5.4)];
}

const NOTCHED_PETAL = "M0 -0.1 C-0.5 -0.4 -0.5 -0.88 -0.2 -1 L0 -0.82 L0.2 -1 C0.5 -0.88 0.5 -0.4 0 -0.1 Z";

/** A cherry blossom: five petals, each with a notch. */
export function cherryFlower(x: number, y: number, r: number, turn = 0, fill = PINK): Art {
  return [
    paint(wheel(NOTCHED_PETAL, x, y, 5, r, turn), fill),
    draw(rays(x, y, 5, 0.1 * r, 0.5 * r, turn - 90, turn + 270), DEEP_RED, 0.08 * r),
    paint(dot(x, y, 0.16 * r), DEEP_RED),
  ];
}

/** A cloud of cherry blossoms, dark at the back and light in front. */
export function cherryCloud(places: readonly (readonly [number, number, number, number?])[]): Art {
  return [
    paint(
      scatter(
        dot(0, 0, 1),
        places.map(([x, y, r]) => [x, y, 0.66 * r]),
      ),
      "#d2566a",
    ),
    ...places.flatMap(([x, y, r, turn], n) => cherryFlower(x, y, r, turn ?? 0, n % 3 === 1 ? PALE_PINK : PINK)),
  ];
}

/** Falling cherry petals. */
export function falling(places: readonly (readonly [number, number, number, number])[], fill: string): Art {
  return [paint(scatter("M0 6 C-6 2 -6 -5 -2 -7 L0 -5 L2 -7 C6 -5 6 2 0 6 Z", places), fill)];
}

const YOUNG_LEAF = "M0 0 C-5 -5 -4 -13 0 -18 C4 -13 5 -5 0 0 Z";

export function cherryLeaves(places: readonly (readonly [number, number, number, number])[]): Art {
  return [paint(scatter(YOUNG_LEAF, places), "#8a5a33")];
}

/** A wisteria cluster of `rows` rows, hanging from (x, y). */
export function wisteriaCluster(x: number, y: number, rows: number, size = 1): Art {
  const dark: [number, number, number][] = [];
  const light: [number, number, number][] = [];
  for (let row = 0; row < rows; row += 1) {
    const wide = 13 * (1 - row / rows) ** 0.8 * size;
    const at = y + 8.2 * row * size;
    const r = (6.4 - (3.2 * row) / rows) * size;
    dark.push([x - wide, at, r], [x + wide, at, r]);
    if (wide > 6) light.push([x, at + 3 * size, r]);
    else dark.push([x, at + 4 * size, 0.8 * r]);
  }
  return [
    draw(`M${x} ${y - 8 * size} L${x} ${y + 8.2 * rows * size}`, DEEP_GREEN, 1.8),
    paint(scatter(dot(0, 0, 1), dark), VIOLET),
    paint(scatter(dot(0, 0, 1), light), PALE_VIOLET),
    paint(
      scatter(
        dot(0, 0, 1),
        [...dark, ...light].map(([u, v, r]) => [u, v - 0.3 * r, 0.3 * r]),
      ),
      WHITE,
    ),
  ];
}

const LEAFLET = "M0 0 C-6 -6 -5 -16 0 -24 C5 -16 6 -6 0 0 Z";

/** A spray of narrow leaves. */
export function wisteriaLeaves(x: number, y: number, angles: readonly number[], size = 1): Art {
  return [
    paint(
      scatter(
        LEAFLET,
        angles.map((angle) => [x, y, size, angle]),
      ),
      GREEN,
    ),
    draw(
      scatter(
        "M0 -3 L0 -18",
        angles.map((angle) => [x, y, size, angle]),
      ),
      DEEP_GREEN,
      1.2,
    ),
  ];
}

const BLADE = "M-4 0 C-5 -30 -3 -56 0 -78 C3 -56 5 -30 4 0 Z";

/** Sword-shaped iris leaves. */
export function irisBlades(places: readonly (readonly [number, number, number, number])[]): Art {
  return [paint(scatter(BLADE, places), GREEN), draw(scatter("M0 -4 L0 -66", places), LEAF, 1.3)];
}

/** An iris: one upright petal, two hanging at the sides and one in front. */
export function irisFlower(x: number, y: number, size = 1, stem = 0): Art {
  const at = (d: string): string => moved(d, x, y, size);
  const side = "M0 2 C-8 -8 -22 -8 -25 3 C-26 12 -18 18 -13 14 C-7 11 -3 8 0 2 Z";
  return [
    ...(stem > 0 ? [draw(`M${x} ${y} L${x} ${y + stem}`, DEEP_GREEN, 3.4)] : []),
    paint(at("M0 4 C-14 -6 -13 -22 0 -30 C13 -22 14 -6 0 4 Z"), VIOLET),
    paint(`${at(side)} ${moved(side, x, y, size, 0, true)}`, VIOLET),
    paint(at("M0 0 C-11 6 -12 20 0 28 C12 20 11 6 0 0 Z"), PALE_VIOLET),
    paint(at("M0 2 C-3.5 7 -3.5 13 0 18 C3.5 13 3.5 7 0 2 Z"), YELLOW),
    draw(at("M0 -6 L0 -22 M-9 5 L-18 8 M9 5 L18 8"), WHITE, 1.3),
  ];
}

/** A bud on its stem. */
export function irisBud(x: number, y: number, size: number, stem: number): Art {
  return [
    draw(`M${x} ${y} L${x} ${y + stem}`, DEEP_GREEN, 3),
    paint(moved("M0 6 C-8 0 -6 -14 0 -22 C6 -14 8 0 0 6 Z", x, y, size), VIOLET),
    paint(moved("M-5 8 C-7 0 -3 -4 0 -6 C3 -4 7 0 5 8 Z", x, y, size), GREEN),
  ];
}

const WIDE_PETAL =
  "M0 0.1 C-0.7 -0.1 -0.66 -0.86 -0.22 -0.98 C-0.1 -0.86 0.1 -0.86 0.22 -0.98 C0.66 -0.86 0.7 -0.1 0 0.1 Z";

/** A peony in full bloom. */
export function peonyFlower(x: number, y: number, r: number): Art {
  return [
    paint(wheel(WIDE_PETAL, x, y, 7, r), DEEP_RED),
    paint(wheel(WIDE_PETAL, x, y, 7, 0.86 * r, 25), RED, DEEP_RED, 0.04 * r),
    paint(wheel(WIDE_PETAL, x, y, 5, 0.58 * r, 10), "#e8685c", DEEP_RED, 0.04 * r),
    paint(burst(x, y, 10, 0.27 * r, 0.15 * r), YELLOW),
    paint(dot(x, y, 0.09 * r), DEEP_RED),
  ];
}

export function peonyBud(x: number, y: number, r: number): Art {
  return [
    paint(moved("M0 1 C-1 0.8 -0.9 -0.6 0 -1 C0.9 -0.6 1 0.8 0 1 Z", x, y, r), RED),
    paint(
      moved("M-0.8 0.9 C-0.9 0 -0.4 0.3 0 0.2 C0.4 0.3 0.9 0 0.8 0.9 C0.3 1.3 -0.3 1.3 -0.8 0.9 Z", x, y, r),
      GREEN,
    ),
  ];
}

const LOBED =
  "M0 0 C-9 -3 -16 -10 -18 -20 L-10 -17 C-11 -25 -8 -34 0 -42 C8 -34 11 -25 10 -17 L18 -20 C16 -10 9 -3 0 0 Z";

/** Three-lobed leaves. */
export function peonyLeaves(places: readonly (readonly [number, number, number, number])[], fill = GREEN): Art {
  return [
    paint(scatter(LOBED, places), fill),
    draw(scatter("M0 -2 L0 -32 M0 -6 L-11 -14 M0 -6 L11 -14", places), fill === GREEN ? LEAF : GREEN, 1.3),
  ];
}
