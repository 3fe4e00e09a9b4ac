/** The building blocks of the deck's drawings: flat shapes in the colours of a woodblock print.
 *
 * A drawing is a list of paths, painted on top of each other. Paths use absolute commands (M, L, C, Q, Z) and pairs of
 * numbers separated by spaces, so that `place` can move, turn and resize a drawing by changing its points, without any
 * transforms on the page. Cards are 100 wide and 165 high. */

export interface Shape {
  readonly d: string;
  readonly fill?: string;
  readonly line?: string;
  readonly width?: number;
}
export type Art = readonly Shape[];

export const WIDTH = 100;
export const HEIGHT = 165;

export const PAPER = "#f5ecd4";
export const WHITE = "#fffaf0";
export const INK = "#231d1c";
export const RED = "#cf3527";
export const DEEP_RED = "#98201d";
export const SKY = "#dc4a2a";
export const PINK = "#f2a3ad";
export const PALE_PINK = "#fad6d2";
export const YELLOW = "#f3bb2f";
export const GOLD = "#d18f1b";
export const GREEN = "#3c7a45";
export const DEEP_GREEN = "#20482f";
export const LEAF = "#86a453";
export const BLUE = "#34449a";
export const PALE_BLUE = "#93b3cc";
export const NIGHT = "#252b52";
export const VIOLET = "#6f4aa0";
export const PALE_VIOLET = "#a98bcb";
export const BROWN = "#6d3d24";
export const TAN = "#bd7f45";
export const GREY = "#8a8f8c";
/** The back of a card, and the rim around its front. */
export const BACK = "#5a1d19";

const round = (value: number): number => Math.round(10 * value) / 10;
const pair = (x: number, y: number): string => `${round(x)} ${round(y)}`;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** A filled shape, with an outline if `line` is given. */
export function paint(d: string, fill: string, line?: string, width = 1.6): Shape {
  return line === undefined ? { d, fill } : { d, fill, line, width };
}

/** A line with round ends. */
export function draw(d: string, line: string, width = 1.6): Shape {
  return { d, line, width };
}

/** The path moved, resized, turned or mirrored. */
export function moved(d: string, x: number, y: number, size = 1, angle = 0, mirror = false): string {
  const [cos, sin] = [size * Math.cos(rad(angle)), size * Math.sin(rad(angle))];
  return d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, first: string, second: string) => {
    const [u, v] = [(mirror ? -1 : 1) * Number(first), Number(second)];
    return pair(x + u * cos - v * sin, y + u * sin + v * cos);
  });
}

/** The drawing moved, resized, turned or mirrored. */
export function place(art: Art, x: number, y: number, size = 1, angle = 0, mirror = false): Art {
  return art.map((shape) => ({
    ...shape,
    d: moved(shape.d, x, y, size, angle, mirror),
    ...(shape.width === undefined ? {} : { width: round(shape.width * Math.sqrt(size)) }),
  }));
}

/** A circle or an ellipse. */
export function dot(x: number, y: number, r: number, ry = r): string {
  const [k, l] = [0.5523 * r, 0.5523 * ry];
  return (
    `M${pair(x - r, y)} C${pair(x - r, y - l)} ${pair(x - k, y - ry)} ${pair(x, y - ry)} ` +
    `C${pair(x + k, y - ry)} ${pair(x + r, y - l)} ${pair(x + r, y)} ` +
    `C${pair(x + r, y + l)} ${pair(x + k, y + ry)} ${pair(x, y + ry)} ` +
    `C${pair(x - k, y + ry)} ${pair(x - r, y + l)} ${pair(x - r, y)} Z`
  );
}

/** A rectangle. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${pair(x, y)} L${pair(x + width, y)} L${pair(x + width, y + height)} L${pair(x, y + height)} Z`;
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => pair(x, y)).join(" L")} Z`;
}

/** A star, or part of one: points between two angles, measured clockwise from the right. */
export function burst(x: number, y: number, count: number, outer: number, inner: number, from = 0, to = 360): string {
  const points: [number, number][] = [];
  for (let n = 0; n <= 2 * count; n += 1) {
    const angle = rad(from + ((to - from) * n) / (2 * count));
    const r = n % 2 === 0 ? outer : inner;
    points.push([x + r * Math.cos(angle), y + r * Math.sin(angle)]);
  }
  return polygon(points);
}

/** Lines radiating from a point. */
export function rays(x: number, y: number, count: number, inner: number, outer: number, from = 0, to = 360): string {
  const whole = Math.abs(to - from) === 360;
  return Array.from({ length: count }, (_, n) => {
    const angle = rad(from + ((to - from) * n) / (whole ? count : count - 1));
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return `M${pair(x + inner * cos, y + inner * sin)} L${pair(x + outer * cos, y + outer * sin)}`;
  }).join(" ");
}

/** Copies of a path around a point; the path points up. */
export function wheel(d: string, x: number, y: number, count: number, size = 1, turn = 0): string {
  return Array.from({ length: count }, (_, n) => moved(d, x, y, size, turn + (360 * n) / count)).join(" ");
}

/** Copies of a path at several places: x, y, size and angle. */
export function scatter(d: string, places: readonly (readonly [number, number, number?, number?])[]): string {
  return places.map(([x, y, size, angle]) => moved(d, x, y, size ?? 1, angle ?? 0)).join(" ");
}

/** The same drawing with fewer paths: adjacent paths of the same colour are merged. */
export function joined(art: Art): Art {
  const found: Shape[] = [];
  for (const shape of art) {
    const last = found[found.length - 1];
    // Only plain lines or fills: merging overlapping outlined shapes would change the picture.
    const alike = last?.fill === shape.fill && last?.line === shape.line && last?.width === shape.width;
    if (last !== undefined && alike && (shape.line === undefined || shape.fill === undefined)) {
      found[found.length - 1] = { ...last, d: `${last.d} ${shape.d}` };
    } else {
      found.push(shape);
    }
  }
  return found;
}
