/** The cards of May to July, by their names in the rules: each has its plant and its motif. */
import { box, DEEP_GREEN, draw, LEAF, paint, PALE_BLUE, place, RED, WHITE, YELLOW, type Art } from "./kit";
import * as motif from "./motifs";
import * as autumn from "./plants-autumn";
import * as spring from "./plants-spring";
import { scroll } from "./scrolls";

const { irisBlades, irisBud, irisFlower } = spring;
const WATER = draw(
  "M6 150 C20 146 30 154 44 150 M58 156 C70 152 82 160 96 155 M10 160 C22 157 32 163 42 160",
  PALE_BLUE,
  2.4,
);

export const iris: Record<string, Art> = {
  bridge: [
    paint(box(-4, 120, 108, 50), "#b9d0dc"),
    draw(
      "M4 132 C16 128 24 136 36 132 M62 140 C74 136 84 144 98 139 M8 152 C22 148 32 156 46 152 M60 157 C72 153 82 161 94 157",
      WHITE,
      2.2,
    ),
    ...irisBlades([
      [18, 108, 0.9, -8],
      [30, 108, 0.74, 8],
      [70, 104, 0.94, -5],
      [84, 104, 1, 9],
      [92, 104, 0.7, 18],
    ]),
    ...irisFlower(26, 38, 0.86, 68),
    ...irisFlower(74, 46, 0.94, 56),
    ...place(motif.bridge, 48, 110, 1),
    ...irisBlades([
      [14, 168, 0.5, -6],
      [26, 168, 0.42, 8],
      [88, 168, 0.46, 4],
    ]),
  ],
  "iris scroll": [
    WATER,
    ...irisBlades([
      [12, 164, 1.1, -4],
      [28, 164, 0.8, 4],
      [74, 164, 1.2, -4],
      [90, 164, 1.3, 6],
      [60, 164, 0.8, 3],
    ]),
    ...irisFlower(76, 44, 1, 110),
    ...irisBud(20, 76, 0.9, 80),
    ...scroll("plain", 42, 84, -7),
    ...irisFlower(70, 112, 0.82, 40),
  ],
  "iris chaff 1": [
    WATER,
    ...irisBlades([
      [10, 164, 1.2, -8],
      [24, 164, 1.5, -3],
      [44, 164, 0.9, 2],
      [64, 164, 1.1, -4],
      [80, 164, 1.5, 3],
      [92, 164, 1.1, 10],
    ]),
    ...irisFlower(34, 42, 1.08, 120),
    ...irisFlower(68, 92, 1.04, 70),
    ...irisBud(80, 38, 0.8, 120),
  ],
  "iris chaff 2": [
    WATER,
    ...irisBlades([
      [8, 164, 1.3, -4],
      [20, 164, 0.9, 4],
      [38, 164, 1.4, -5],
      [56, 164, 1, 4],
      [72, 164, 1.2, -3],
      [88, 164, 1.4, 6],
    ]),
    ...irisFlower(66, 40, 1.08, 120),
    ...irisFlower(30, 78, 0.96, 80),
    ...irisFlower(70, 120, 0.86, 40),
  ],
};

const { peonyBud, peonyFlower, peonyLeaves } = spring;

export const peony: Record<string, Art> = {
  butterflies: [
    ...peonyLeaves([
      [30, 128, 0.95, -60],
      [70, 126, 0.95, 62],
      [50, 108, 0.9, 0],
      [24, 160, 0.9, -100],
      [78, 160, 0.9, 100],
    ]),
    ...peonyFlower(50, 130, 32),
    ...place(motif.butterfly(YELLOW, RED), 34, 36, 1, -24),
    ...place(motif.butterfly("#8f6fc0", WHITE), 68, 72, 0.9, 28),
  ],
  "peony scroll": [
    ...peonyLeaves([
      [70, 44, 1, 20],
      [88, 60, 0.9, 70],
      [20, 140, 1, -60],
      [44, 160, 0.9, -20],
      [86, 112, 0.9, 60],
      [80, 160, 0.9, 150],
    ]),
    ...peonyFlower(72, 38, 27),
    ...scroll("blue", 38, 86, -8),
    ...peonyFlower(70, 122, 29),
    ...peonyBud(14, 134, 10),
  ],
  "peony chaff 1": [
    draw("M50 170 L50 100 M50 130 L26 100", DEEP_GREEN, 3),
    ...peonyLeaves([
      [22, 84, 1, -30],
      [80, 90, 1, 50],
      [26, 140, 1.1, -50],
      [76, 142, 1.1, 50],
      [50, 164, 0.9, 0],
      [72, 40, 0.9, 70],
    ]),
    ...peonyFlower(50, 58, 36),
    ...peonyFlower(34, 124, 25),
    ...peonyBud(80, 112, 10),
  ],
  "peony chaff 2": [
    draw("M48 170 C52 140 56 110 52 80", DEEP_GREEN, 3),
    ...peonyLeaves([
      [20, 60, 0.95, -50],
      [80, 50, 1, 40],
      [18, 118, 1, -70],
      [84, 118, 1.05, 80],
      [30, 162, 1, -30],
      [74, 164, 1, 30],
    ]),
    ...peonyFlower(58, 106, 36),
    ...peonyFlower(38, 44, 24),
    ...peonyBud(82, 32, 10),
    ...peonyBud(24, 148, 9),
  ],
};

const { cloverTwig } = autumn;

export const clover: Record<string, Art> = {
  boar: [
    ...cloverTwig(
      "M90 100 C92 60 70 26 30 12",
      [
        [90, 82],
        [84, 52],
        [64, 28],
        [36, 15],
      ],
      [
        [94, 64],
        [74, 38],
        [50, 20],
      ],
    ),
    ...cloverTwig(
      "M40 96 C34 70 24 54 8 42",
      [
        [38, 84],
        [28, 64],
        [12, 46],
      ],
      [
        [34, 74],
        [20, 54],
      ],
      LEAF,
    ),
    ...cloverTwig(
      "M66 100 C64 80 56 62 50 50",
      [
        [64, 86],
        [58, 68],
        [50, 52],
      ],
      [
        [61, 77],
        [54, 60],
      ],
    ),
    paint("M-4 142 C30 134 70 134 104 142 L104 170 L-4 170 Z", LEAF),
    draw("M10 150 L14 142 M24 156 L28 147 M46 152 L50 144 M70 157 L74 148 M88 151 L92 143", DEEP_GREEN, 1.8),
    ...place(motif.boar, 50, 117, 1.16),
  ],
  "clover scroll": [
    ...cloverTwig(
      "M96 170 C98 110 80 60 40 18",
      [
        [96, 140],
        [94, 104],
        [84, 72],
        [66, 44],
        [44, 22],
      ],
      [
        [98, 122],
        [90, 88],
        [76, 58],
        [54, 32],
      ],
    ),
    ...cloverTwig(
      "M70 170 C70 140 76 120 70 92",
      [
        [70, 146],
        [73, 120],
        [70, 96],
      ],
      [
        [71, 133],
        [73, 108],
      ],
      LEAF,
    ),
    ...scroll("plain", 40, 92, 7),
    ...cloverTwig(
      "M6 170 C2 140 8 120 22 100",
      [
        [6, 148],
        [8, 126],
      ],
      [
        [5, 137],
        [14, 112],
      ],
    ),
  ],
  "clover chaff 1": [
    ...cloverTwig(
      "M20 170 C8 110 20 60 70 18",
      [
        [16, 144],
        [13, 112],
        [22, 80],
        [40, 50],
        [64, 24],
      ],
      [
        [14, 128],
        [16, 96],
        [30, 64],
        [52, 36],
      ],
    ),
    ...cloverTwig(
      "M52 170 C48 120 60 90 88 66",
      [
        [51, 142],
        [53, 116],
        [66, 92],
        [84, 72],
      ],
      [
        [51, 129],
        [58, 104],
        [75, 82],
      ],
      LEAF,
    ),
    ...cloverTwig(
      "M82 170 C80 150 84 130 92 116",
      [
        [82, 150],
        [86, 130],
      ],
      [
        [83, 140],
        [90, 120],
      ],
    ),
  ],
  "clover chaff 2": [
    ...cloverTwig(
      "M48 172 C44 130 32 88 8 66",
      [
        [44, 138],
        [32, 104],
        [12, 72],
      ],
      [
        [40, 122],
        [24, 88],
      ],
      LEAF,
    ),
    ...cloverTwig(
      "M52 172 C56 130 70 92 92 70",
      [
        [56, 138],
        [68, 104],
        [88, 76],
      ],
      [
        [60, 122],
        [77, 90],
      ],
      LEAF,
    ),
    ...cloverTwig(
      "M50 172 C48 120 52 70 50 22",
      [
        [49, 112],
        [50, 80],
        [51, 50],
        [50, 26],
      ],
      [
        [50, 154],
        [49, 96],
        [51, 64],
        [50, 36],
      ],
    ),
  ],
};
