/** The pebbles of each seat: a colour and a shape, taken from the simplest family crests. */
import type { UiKey } from "$/i18n/index.svelte";

export interface Mark {
  /** The name of the shape. */
  name: UiKey;
  /** Its outline in a field of 100 × 100. */
  path: string;
  fill: string;
  edge: string;
  ink: string;
  /** Hatching, for the setting "patterns". */
  grain: string;
  /** The dash pattern of the line around this seat's gardens. */
  dash: string;
}

/** A blossom of five petals: arcs between five points around the middle. */
function plum(): string {
  const points = Array.from({ length: 5 }, (_, n) => {
    const angle = ((-126 + 72 * n) * Math.PI) / 180;
    return [50 + 35 * Math.cos(angle), 51 + 35 * Math.sin(angle)].map((one) => one.toFixed(1)).join(" ");
  });
  const [first = "", ...rest] = points;
  return `M${first}${[...rest, first].map((point) => `A22.5 22.5 0 0 1 ${point}`).join("")}Z`;
}

const MARKS: readonly Mark[] = [
  {
    name: "hiroba.mark.round",
    path: "M50 11A39 39 0 1 1 50 89A39 39 0 1 1 50 11Z",
    fill: "#35332f",
    edge: "#171613",
    ink: "#f7f1e2",
    grain: "M22 30H78M16 70H84",
    dash: "none",
  },
  {
    name: "hiroba.mark.square",
    path: "M28 15H72Q85 15 85 28V72Q85 85 72 85H28Q15 85 15 72V28Q15 15 28 15Z",
    fill: "#fbf6e8",
    edge: "#4a443a",
    ink: "#262420",
    grain: "M17 38L38 17M62 83L83 62",
    dash: "30 16",
  },
  {
    name: "hiroba.mark.lozenge",
    path: "M44 7.5Q50 2 56 7.5L92.5 44Q98 50 92.5 56L56 92.5Q50 98 44 92.5L7.5 56Q2 50 7.5 44Z",
    fill: "#3c66a3",
    edge: "#1c3459",
    ink: "#ffffff",
    grain: "M50 9V22M50 78V91M9 50H22M78 50H91",
    dash: "11 9",
  },
  {
    name: "hiroba.mark.plum",
    path: plum(),
    fill: "#a8352f",
    edge: "#5c1714",
    ink: "#fffaf0",
    grain: "M20 44Q50 30 80 44M28 76Q50 66 72 76",
    dash: "0.1 9",
  },
];

export function markOf(seat: number): Mark {
  return MARKS[seat % MARKS.length] as Mark;
}
