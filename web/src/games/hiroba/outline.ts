/** The edge of a garden as a path: around its squares, a little inside them, with round corners. */

export interface Spot {
  x: number;
  y: number;
}

/** How wide a square is in the units of all drawings here. */
export const UNIT = 100;

type Point = readonly [number, number];

const id = ([x, y]: Point): string => `${x},${y}`;

/** The corners of a group of connected squares, clockwise, without those that lie on a straight line. No garden has a
 * hole, and none touches itself at a corner (HB-R1), so there is one way around. */
export function corners(spots: readonly Spot[]): Point[] {
  const inside = new Set(spots.map(({ x, y }) => id([x, y])));
  const next = new Map<string, Point>();
  for (const { x, y } of spots) {
    if (!inside.has(id([x, y - 1]))) next.set(id([x, y]), [x + 1, y]);
    if (!inside.has(id([x + 1, y]))) next.set(id([x + 1, y]), [x + 1, y + 1]);
    if (!inside.has(id([x, y + 1]))) next.set(id([x + 1, y + 1]), [x, y + 1]);
    if (!inside.has(id([x - 1, y]))) next.set(id([x, y + 1]), [x, y]);
  }
  const around: Point[] = [];
  const [first] = spots.toSorted((one, other) => one.y - other.y || one.x - other.x);
  if (first === undefined) return around;
  let at: Point = [first.x, first.y];
  do {
    around.push(at);
    at = next.get(id(at)) ?? [first.x, first.y];
  } while (id(at) !== id([first.x, first.y]));
  return around.filter((point, index) => {
    const [before, after] = [around.at(index - 1) ?? point, around[(index + 1) % around.length] ?? point];
    return !((before[0] === point[0] && point[0] === after[0]) || (before[1] === point[1] && point[1] === after[1]));
  });
}

/** The path around a group of squares, so many units inside of them. */
export function outline(spots: readonly Spot[], inset: number, radius: number): string {
  const around = corners(spots);
  const size = around.length;
  const inner = around.map((point, index): Point => {
    const before = around.at(index - 1) ?? point;
    const after = around[(index + 1) % size] ?? point;
    // Walking clockwise, the garden is on the right: the normal of a step (dx, dy) that points inside is (-dy, dx).
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
