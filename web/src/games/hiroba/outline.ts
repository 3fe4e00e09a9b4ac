/** The edge of a garden as a path: around its squares, a little inside them, with round corners. */

export interface Spot {
  x: number;
  y: number;
}

/** The width of a square, in the units of all drawings here. */
export const UNIT = 100;

type Point = readonly [number, number];

const id = ([x, y]: Point): string => `${x},${y}`;

/** The outlines of a group of squares, without points on straight lines: clockwise around each connected part,
 * counterclockwise around a hole. Gardens by the rules have one (HB-1.1); those still being drawn may be in pieces,
 * touch themselves at a corner, or surround the pond. */
export function loops(spots: readonly Spot[]): Point[][] {
  const inside = new Set(spots.map(({ x, y }) => id([x, y])));
  const steps = new Map<string, Point[]>();
  const step = (from: Point, to: Point): void => void steps.set(id(from), [...(steps.get(id(from)) ?? []), to]);
  for (const { x, y } of spots.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    if (!inside.has(id([x, y - 1]))) step([x, y], [x + 1, y]);
    if (!inside.has(id([x + 1, y]))) step([x + 1, y], [x + 1, y + 1]);
    if (!inside.has(id([x, y + 1]))) step([x + 1, y + 1], [x, y + 1]);
    if (!inside.has(id([x - 1, y]))) step([x, y + 1], [x, y]);
  }
  const found: Point[][] = [];
  for (const [from, ends] of steps) {
    while (ends.length > 0) found.push(walk(from, steps));
  }
  return found.map(bends);
}

/** Walk around once from a point, consuming the steps. Where parts meet at a corner, turn right to keep them apart. */
function walk(from: string, steps: Map<string, Point[]>): Point[] {
  const [x = 0, y = 0] = from.split(",").map(Number);
  const around: Point[] = [];
  let at: Point = [x, y];
  let before: Point | null = null;
  do {
    const ends: Point[] = steps.get(id(at)) ?? [];
    const right: number = before === null ? 0 : ends.findIndex((end) => turnsRight(before as Point, at, end));
    const [next] = ends.splice(Math.max(right, 0), 1);
    around.push(at);
    [before, at] = [at, next ?? [x, y]];
  } while (id(at) !== from);
  return around;
}

function turnsRight(before: Point, at: Point, after: Point): boolean {
  return (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0]) > 0;
}

function bends(around: Point[]): Point[] {
  return around.filter((point, index) => {
    const [before, after] = [around.at(index - 1) ?? point, around[(index + 1) % around.length] ?? point];
    return !((before[0] === point[0] && point[0] === after[0]) || (before[1] === point[1] && point[1] === after[1]));
  });
}

/** The path around a group of squares, inset by a number of units. */
export function outline(spots: readonly Spot[], inset: number, radius: number): string {
  return loops(spots)
    .map((around) => rounded(around, inset, radius))
    .join(" ");
}

function rounded(around: readonly Point[], inset: number, radius: number): string {
  const size = around.length;
  const inner = around.map((point, index): Point => {
    const before = around.at(index - 1) ?? point;
    const after = around[(index + 1) % size] ?? point;
    // Walking clockwise, the garden is on the right: the inward normal of a step (dx, dy) is (-dy, dx).
    const [ax, ay] = [Math.sign(point[0] - before[0]), Math.sign(point[1] - before[1])];
    const [bx, by] = [Math.sign(after[0] - point[0]), Math.sign(after[1] - point[1])];
    return [UNIT * point[0] + inset * (-ay - by), UNIT * point[1] + inset * (ax + bx)];
  });
  const parts = inner.map((point, index) => {
    const before = inner.at(index - 1) ?? point;
    const after = inner[(index + 1) % size] ?? point;
    const [start, end] = [towards(point, before, radius), towards(point, after, radius)];
    return `${index === 0 ? "M" : "L"}${start.join(" ")} Q${point.join(" ")} ${end.join(" ")}`;
  });
  return `${parts.join(" ")} Z`;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = Math.min(distance, length / 2) / (length || 1);
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

/** The lines between neighbouring squares of the same garden. */
export function seams(spots: readonly Spot[], inset: number): string {
  const inside = new Set(spots.map(({ x, y }) => id([x, y])));
  const parts: string[] = [];
  for (const { x, y } of spots) {
    const [left, top] = [UNIT * x, UNIT * y];
    if (inside.has(id([x + 1, y]))) parts.push(`M${left + UNIT} ${top + inset}V${top + UNIT - inset}`);
    if (inside.has(id([x, y + 1]))) parts.push(`M${left + inset} ${top + UNIT}H${left + UNIT - inset}`);
  }
  return parts.join("");
}
