/** The cards of August to December, by their names in the rules: each has its plant and its motif. */
import {
  box,
  DEEP_GREEN,
  dot,
  draw,
  GREEN,
  INK,
  LEAF,
  NIGHT,
  paint,
  PALE_BLUE,
  place,
  RED,
  SKY,
  WHITE,
  YELLOW,
  type Art,
} from "./kit";
import * as motif from "./motifs";
import * as autumn from "./plants-autumn";
import { scroll } from "./scrolls";

const { hill, mist, plumes } = autumn;

export const pampas: Record<string, Art> = {
  moon: [
    paint(box(-4, -4, 108, 174), SKY),
    paint(dot(50, 58, 38), WHITE),
    ...hill(104, INK),
    ...plumes(
      [
        [18, 150, 0.9, -6],
        [38, 152, 1, 0],
        [62, 154, 0.9, 6],
        [82, 154, 0.85, 10],
      ],
      "#8f8a74",
      "#f2e6bd",
    ),
  ],
  geese: [
    ...place(motif.geese, 48, 62, 1.08),
    ...hill(108, DEEP_GREEN),
    ...plumes(
      [
        [16, 160, 0.9, -8],
        [36, 158, 1, 0],
        [58, 160, 0.95, 4],
        [80, 160, 0.9, 12],
      ],
      LEAF,
      "#e9ddb0",
    ),
  ],
  "pampas chaff 1": [
    paint(box(-4, -4, 108, 174), "#f0d596"),
    ...mist(30, "#e58f55"),
    ...hill(74, DEEP_GREEN),
    ...plumes(
      [
        [10, 160, 1, -10],
        [26, 150, 1.15, -4],
        [46, 140, 1.2, 2],
        [66, 150, 1.15, 6],
        [86, 160, 1.05, 10],
        [36, 168, 0.9, 0],
        [76, 172, 0.8, 6],
      ],
      LEAF,
      "#f2e6bd",
    ),
  ],
  "pampas chaff 2": [
    paint(box(-4, -4, 108, 174), "#dd9355"),
    ...place(mist(0, "#c9653f"), 100, 14, 1, 0, true),
    ...plumes(
      [
        [12, 176, 1.9, -14],
        [30, 176, 2.5, -9],
        [50, 176, 2.9, -2],
        [68, 176, 2.4, 6],
        [86, 176, 1.8, 14],
      ],
      DEEP_GREEN,
      "#fff6dc",
    ),
  ],
};

const { mum, mumLeaves } = autumn;

export const chrysanthemum: Record<string, Art> = {
  "sake cup": [
    ...mumLeaves([
      [22, 60, 0.9, -70],
      [80, 62, 0.9, 70],
      [50, 66, 0.8, 0],
      [12, 100, 0.8, -120],
      [90, 104, 0.8, 120],
    ]),
    ...mum(26, 34, 22),
    ...mum(72, 40, 25, RED, YELLOW),
    ...mum(46, 74, 15),
    ...place(motif.sakeCup, 50, 118, 1.14),
  ],
  "chrysanthemum scroll": [
    ...mumLeaves([
      [70, 66, 0.9, 70],
      [78, 66, 0.9, 130],
      [16, 136, 0.9, -50],
      [50, 160, 0.9, 40],
      [90, 140, 0.9, 70],
    ]),
    ...mum(74, 36, 24),
    ...scroll("blue", 38, 86, 8),
    ...mum(76, 110, 22, RED, YELLOW),
    ...mum(22, 142, 20),
  ],
  "chrysanthemum chaff 1": [
    draw("M50 170 L48 70 M48 140 L26 120 M50 150 L76 112", DEEP_GREEN, 3),
    ...mumLeaves([
      [46, 96, 1, -60],
      [54, 92, 1, 64],
      [44, 160, 1, -60],
      [56, 164, 1, 60],
      [50, 130, 0.8, 0],
    ]),
    ...mum(50, 46, 32),
    ...mum(24, 124, 21, RED, YELLOW),
    ...mum(78, 118, 19),
  ],
  "chrysanthemum chaff 2": [
    draw("M46 170 L52 100 M50 130 L28 70 M52 110 L76 50", DEEP_GREEN, 3),
    ...mumLeaves([
      [44, 84, 0.9, -20],
      [26, 100, 0.9, -70],
      [78, 90, 0.9, 60],
      [34, 160, 1, -50],
      [66, 164, 1, 50],
    ]),
    ...mum(28, 48, 24, RED, YELLOW),
    ...mum(74, 42, 21),
    ...mum(56, 116, 30),
  ],
};

const { mapleLeaves } = autumn;
const [FLAME, AMBER] = ["#e2732a", "#e5a52c"];

export const maple: Record<string, Art> = {
  deer: [
    draw("M104 6 C76 14 50 10 20 30", "#54301f", 3),
    ...mapleLeaves(
      [
        [24, 36, 0.9, 200],
        [86, 66, 0.9, 150],
      ],
      FLAME,
    ),
    ...mapleLeaves(
      [
        [56, 26, 0.95, 170],
        [16, 78, 0.8, 220],
      ],
      RED,
    ),
    ...mapleLeaves([[88, 24, 0.95, 140]], AMBER),
    paint("M-4 148 C30 140 70 142 104 150 L104 170 L-4 170 Z", GREEN),
    ...place(motif.deer, 56, 107, 1.12),
    ...mapleLeaves([[14, 154, 0.6, -20]], RED),
    ...mapleLeaves([[84, 158, 0.6, 40]], AMBER),
  ],
  "maple scroll": [
    draw("M104 20 C80 40 84 90 92 170", "#54301f", 3),
    ...mapleLeaves(
      [
        [74, 36, 1.05, -20],
        [86, 122, 1, 30],
      ],
      RED,
    ),
    ...mapleLeaves(
      [
        [82, 80, 0.95, 20],
        [16, 34, 0.85, -40],
      ],
      FLAME,
    ),
    ...scroll("blue", 40, 88, -7),
    ...mapleLeaves([[60, 146, 0.9, -10]], AMBER),
    ...mapleLeaves([[16, 136, 0.9, -50]], RED),
  ],
  "maple chaff 1": [
    draw("M-4 150 C30 130 40 90 34 40 M34 104 C54 92 70 90 92 96", "#54301f", 3.4),
    ...mapleLeaves(
      [
        [32, 42, 1.2, -10],
        [74, 128, 1.15, 30],
      ],
      RED,
    ),
    ...mapleLeaves(
      [
        [72, 78, 1.1, 25],
        [20, 138, 0.9, -40],
      ],
      FLAME,
    ),
    ...mapleLeaves(
      [
        [78, 32, 0.9, 40],
        [20, 88, 0.85, -60],
      ],
      AMBER,
    ),
  ],
  "maple chaff 2": [
    ...mapleLeaves([[52, 94, 1.7, 14]], RED),
    ...mapleLeaves([[20, 40, 0.72, -30]], FLAME),
    ...mapleLeaves(
      [
        [82, 38, 0.66, 44],
        [18, 150, 0.6, -60],
      ],
      AMBER,
    ),
    ...mapleLeaves([[84, 152, 0.58, 70]], FLAME),
  ],
};

const { acorns, firework, oakLeaves, rain } = autumn;

export const oak: Record<string, Art> = {
  "rain man": [
    paint(box(-4, -4, 108, 174), "#cfd8d6"),
    ...rain("#7d98ad", 1.8),
    paint("M-4 152 C24 142 40 150 60 146 C76 142 90 148 104 144 L104 170 L-4 170 Z", GREEN),
    ...oakLeaves([
      [96, 42, 0.8, 200],
      [84, 22, 0.8, 240],
      [8, 30, 0.7, 150],
    ]),
    ...acorns([[72, 20, 0.8, 10]]),
    ...place(motif.rainMan, 50, 92, 0.98),
    ...place(motif.frog, 16, 146, 1),
  ],
  swallow: [
    ...rain(PALE_BLUE, 1.8),
    draw("M104 30 C70 14 40 30 -4 16 M104 150 C76 140 50 150 30 166", "#54301f", 3.6),
    ...oakLeaves([
      [22, 24, 0.9, 190],
      [52, 22, 0.9, 165],
      [84, 26, 0.95, 190],
    ]),
    ...oakLeaves(
      [
        [84, 146, 0.9, 20],
        [60, 150, 0.9, -40],
        [36, 164, 0.8, -60],
      ],
      GREEN,
    ),
    ...acorns([
      [38, 22, 0.9, 6],
      [68, 22, 0.9, -6],
    ]),
    ...place(motif.swallow, 42, 98, 1.04),
  ],
  "oak scroll": [
    ...rain(PALE_BLUE, 1.8),
    draw("M104 14 C80 30 82 90 92 170", "#54301f", 3.6),
    ...oakLeaves([
      [82, 40, 1, -60],
      [86, 70, 1, 70],
      [84, 100, 1.05, -50],
      [88, 140, 1, 60],
    ]),
    ...oakLeaves([[20, 44, 0.9, 20]], GREEN),
    ...scroll("plain", 40, 90, 8),
    ...oakLeaves([[70, 160, 0.9, -50]], GREEN),
    ...acorns([
      [84, 118, 1, 10],
      [90, 52, 0.9, 20],
      [16, 132, 0.9, 0],
    ]),
  ],
  fireworks: [
    paint(box(-4, -4, 108, 174), NIGHT),
    ...firework(42, 48, 42, YELLOW, WHITE),
    ...firework(76, 96, 27, "#ff6a4d", YELLOW),
    ...firework(20, 104, 18, "#8fd0c0", WHITE),
    draw("M42 60 C44 90 40 120 46 150 M76 104 C76 120 72 134 74 150", "#8c84a8", 1.2),
    ...oakLeaves(
      [
        [20, 168, 1, -28],
        [50, 172, 1.05, 4],
        [80, 168, 1, 30],
      ],
      "#a8702c",
    ),
    ...acorns([
      [36, 148, 0.9, 0],
      [66, 148, 0.9, 0],
    ]),
  ],
};

const { hawLeaves, haws, mayflowers } = autumn;

export const hawthorn: Record<string, Art> = {
  phoenix: [
    paint(box(-4, -4, 108, 174), "#f6dc8e"),
    ...hawLeaves([
      [12, 150, 0.8, -10],
      [88, 150, 0.8, 12],
      [92, 34, 0.6, 200],
      [8, 30, 0.6, 160],
    ]),
    ...haws(12, 164, 2, 0.8),
    ...haws(90, 164, 2, 0.8),
    ...place(motif.phoenix, 50, 66, 1.02),
  ],
  "yellow hawthorn": [
    paint(box(-4, 92, 108, 78), YELLOW),
    draw("M-4 92 L104 92", INK, 2),
    ...hawLeaves([
      [50, 136, 1.15, 0],
      [30, 140, 1.05, -58],
      [70, 140, 1.05, 58],
    ]),
    ...haws(50, 84, 6, 1),
    ...haws(20, 90, 4, 0.9),
    ...haws(80, 90, 4, 0.9),
    ...mayflowers([
      [34, 104, 8],
      [66, 104, 8],
      [50, 144, 9],
    ]),
  ],
  "hawthorn chaff 1": [
    ...hawLeaves([
      [50, 150, 1.3, 0],
      [28, 152, 1.15, -55],
      [72, 152, 1.15, 55],
    ]),
    ...haws(50, 88, 6, 1.08),
    ...haws(18, 98, 4, 0.96),
    ...haws(82, 98, 4, 0.96),
    ...mayflowers([[50, 156, 9]]),
  ],
  "hawthorn chaff 2": [
    draw("M50 170 L50 60 M50 140 L24 112 M50 140 L76 112", "#54301f", 3),
    ...hawLeaves([
      [40, 84, 0.95, -52],
      [60, 84, 0.95, 52],
      [34, 160, 1.1, -46],
      [66, 160, 1.1, 46],
    ]),
    ...haws(50, 66, 5, 1.1),
    ...haws(22, 116, 3, 1.02),
    ...haws(78, 116, 3, 1.02),
    ...mayflowers([
      [50, 96, 9],
      [40, 116, 9],
      [60, 116, 9],
      [50, 132, 10],
    ]),
  ],
};
