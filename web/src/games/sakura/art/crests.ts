/** A crest for every month, in one colour: it marks the month's place in the field while there are no cards. Each is
 * centred on (0, 0), with a radius of 50. */
import { burst, dot, moved, scatter, wheel } from "./kit";

const ring = (r: number): string => dot(0, 0, r);

const pine = [
  [0, -8, 1],
  [-21, 26, 0.8],
  [21, 26, 0.8],
]
  .map(([x = 0, y = 0, size = 1]) => moved(burst(0, 0, 13, 32, 27, 180, 360), x, y, size))
  .join(" ");

const plum = `${wheel(dot(0, -28, 15), 0, 0, 5)} ${ring(8)}`;

const cherry = `${wheel("M0 -10 C-22 -18 -20 -42 -8 -46 L0 -39 L8 -46 C20 -42 22 -18 0 -10 Z", 0, 0, 5)} ${ring(5)}`;

const wisteria = [-26, 0, 26]
  .map((x, column) =>
    Array.from({ length: column === 1 ? 8 : 6 }, (_, row) => {
      const wide = 8 * (1 - row / 9);
      const [y, r] = [-34 + 10 * row, 5.6 - 0.42 * row];
      return row < 5 ? `${dot(x - wide, y, r)} ${dot(x + wide, y, r)}` : dot(x, y, r);
    }).join(" "),
  )
  .join(" ");

const SIDE = "M-2 4 C-14 -12 -36 -12 -42 4 C-44 18 -30 28 -22 22 C-12 18 -6 12 -2 4 Z";
const iris = `M0 -2 C-20 -14 -20 -36 0 -46 C20 -36 20 -14 0 -2 Z ${SIDE} ${moved(SIDE, 0, 0, 1, 0, true)} M0 8 C-14 16 -16 36 0 46 C16 36 14 16 0 8 Z`;

const PETAL = "M0 -18 C-20 -16 -26 -40 -9 -46 C-4 -41 4 -41 9 -46 C26 -40 20 -16 0 -18 Z";
const peony = `${wheel(PETAL, 0, 0, 5)} ${wheel("M0 -4 C-9 -4 -10 -15 0 -17 C10 -15 9 -4 0 -4 Z", 0, 0, 5, 1, 36)}`;

const clover = [
  [0, -12, 0],
  [-16, 16, 240],
  [16, 16, 120],
]
  .map(([x = 0, y = 0, turn = 0]) =>
    [-64, 0, 64].map((angle) => moved(dot(0, -17, 9, 14), x, y, 0.94, turn + angle)).join(" "),
  )
  .join(" ");

const HAIR = "M0 0 C-4 -10 -3 -20 2 -30 C6 -22 6 -10 0 0 Z";
const PLUME = `M-1.5 44 C-3 20 -2 0 2 -16 L4 -16 C1 0 1 20 1.5 44 Z ${[-34, -10, 14, 38, 62].map((turn, n) => moved(HAIR, 2, -14 + 3 * n, 1, turn)).join(" ")}`;
const pampas = [
  [-20, 6, -12],
  [0, -4, 0],
  [20, 6, 10],
]
  .map(([x = 0, y = 0, turn = 0]) => moved(PLUME, x, y, 0.9, turn))
  .join(" ");

const RAY = "M0 -14 C-6 -20 -7.4 -40 0 -46 C7.4 -40 6 -20 0 -14 Z";
const chrysanthemum = `${wheel(RAY, 0, 0, 16)} ${ring(9)}`;

const SPIKE = "M0 2 C-9 -10 -8 -24 0 -46 C8 -24 9 -10 0 2 Z";
const maple = `${[
  [-116, 0.56],
  [-74, 0.86],
  [-37, 0.98],
  [0, 1.04],
  [37, 0.98],
  [74, 0.86],
  [116, 0.56],
]
  .map(([turn = 0, size = 1]) => moved(SPIKE, 0, 8, size, turn))
  .join(" ")} M-1.4 8 L1.4 8 L4 46 L1 46 Z`;

const LOBES =
  "M0 44 L-2 26 C-6 22 -18 24 -20 14 C-20 8 -14 6 -12 5 C-24 6 -30 -4 -26 -12 C-22 -18 -16 -16 -14 -16 C-22 -22 -22 -34 -14 -36 C-12 -44 -6 -48 0 -48 C6 -48 12 -44 14 -36 C22 -34 22 -22 14 -16 C16 -16 22 -18 26 -12 C30 -4 24 6 12 5 C14 6 20 8 20 14 C18 24 6 22 2 26 Z";
const oak = LOBES;

const THREE =
  "M0 20 C-10 14 -26 14 -38 2 C-30 -2 -26 -6 -26 -12 C-34 -16 -38 -24 -38 -34 C-28 -32 -20 -30 -16 -34 C-16 -40 -10 -44 0 -50 C10 -44 16 -40 16 -34 C20 -30 28 -32 38 -34 C38 -24 34 -16 26 -12 C26 -6 30 -2 38 2 C26 14 10 14 0 20 Z";
const hawthorn = `${moved(THREE, 0, 0, 0.92)} ${scatter(dot(0, 0, 1), [
  [-17, 30, 9],
  [17, 30, 9],
  [0, 38, 9],
])}`;

/** The crests, January first. */
export const CRESTS: readonly string[] = [
  pine,
  plum,
  cherry,
  wisteria,
  iris,
  peony,
  clover,
  pampas,
  chrysanthemum,
  maple,
  oak,
  hawthorn,
];
