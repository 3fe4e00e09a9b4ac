/** The pieces: five colours, each a petal of its own shape, and black, a leaf. */
import type { Message } from "$/generated/outgoing";

export type Colour = "red" | "yellow" | "light blue" | "blue" | "white" | "black";
export const COLOURS: readonly Colour[] = ["red", "yellow", "light blue", "blue", "white", "black"];

export interface Shape {
  /** The outline within 40 × 40, with its base at the bottom. */
  readonly outline: string;
  readonly veins: string;
  readonly fill: string;
  readonly vein: string;
  /** The colour of a letter on it. */
  readonly letter: string;
}

/** Camellia, chrysanthemum, morning glory, bellflower, cherry, and a leaf: no two have the same silhouette. */
export const SHAPES: Readonly<Record<Colour, Shape>> = {
  red: {
    outline: "M20 37C9 35 3 26 3.5 17C4 8 11 3 20 3C29 3 36 8 36.5 17C37 26 31 35 20 37Z",
    veins: "M20 33V16M18 32C13 28 11 23 11 18M22 32C27 28 29 23 29 18",
    fill: "#c9362c",
    vein: "#8d1f1a",
    letter: "#fff6ea",
  },
  yellow: {
    outline: "M20 38.5C14 31 11.5 19 12.5 10C13.2 4 16.5 1.5 20 1.5C23.5 1.5 26.8 4 27.5 10C28.5 19 26 31 20 38.5Z",
    veins: "M20 34V8M17 27C16 21 16 15 16.6 9M23 27C24 21 24 15 23.4 9",
    fill: "#ecb92f",
    vein: "#a97712",
    letter: "#2b2926",
  },
  "light blue": {
    outline:
      "M20 38L3.6 15.5C0.5 10 5.5 4.6 10.6 7.2C13 2.6 17.6 2.4 20 6C22.4 2.4 27 2.6 29.4 7.2C34.5 4.6 39.5 10 36.4 15.5Z",
    veins: "M20 35L20 13M18.5 33L9 14M21.5 33L31 14",
    fill: "#8fcbe0",
    vein: "#3f87a5",
    letter: "#1d3b49",
  },
  blue: {
    outline: "M20 38.5C11 34 5.5 26 7 17.5C8 12.5 14 9 20 0.8C26 9 32 12.5 33 17.5C34.5 26 29 34 20 38.5Z",
    veins: "M20 34V8M19 32C14 28 12 24 12.5 19M21 32C26 28 28 24 27.5 19",
    fill: "#30519f",
    vein: "#7f9bdc",
    letter: "#f3f1ff",
  },
  white: {
    outline:
      "M20 38.5C10.5 33 4.5 24 5.5 14.5C6.2 8 10.5 3.5 15.3 2L20 10L24.7 2C29.5 3.5 33.8 8 34.5 14.5C35.5 24 29.5 33 20 38.5Z",
    veins: "M20 34V18M18.4 33C14 28 12.4 23 12.6 17M21.6 33C26 28 27.6 23 27.4 17",
    fill: "#fdf8ee",
    vein: "#d99aa5",
    letter: "#2b2926",
  },
  black: {
    outline: "M4.5 38L9.6 30.6C3.6 20 11 5.5 35.5 2.8C38 24.5 26.5 37.5 12.2 32.4L6.8 39.4Z",
    veins: "M10.5 31.4C16 24 22 16.5 29.5 9.5M16 25L13 18M20.5 20L18 12.5M15.5 25.5L23 28M20.8 20L28.5 22",
    fill: "#34332f",
    vein: "#a9a48f",
    letter: "#f6f1e4",
  },
};

/** The colour of a name from the server. */
export function colourOf(name: string): Colour {
  return (COLOURS as readonly string[]).includes(name) ? (name as Colour) : "black";
}

/** The server's message for a colour, to be translated. */
export function colourWord(name: string): Message {
  return { code: `colour.${name.replace(" ", "_")}`, facts: {}, text: name };
}

/** Some pieces in words: "2 red". */
export function piecesWord(name: string, count: number): Message {
  return {
    code: "pieces",
    facts: { count, colour: { code: `colour.${name.replace(" ", "_")}` } },
    text: `${count} ${name}`,
  };
}
