/** The cards of January to April, by their names in the rules: each has its plant and its motif. */
import { dot, draw, INK, paint, PINK, place, RED, YELLOW, type Art } from "./kit";
import * as motif from "./motifs";
import * as spring from "./plants-spring";
import { scroll } from "./scrolls";

const { tuft, pineTrunk } = spring;

export const pine: Record<string, Art> = {
  crane: [
    paint(dot(52, 52, 36), RED),
    ...pineTrunk("M108 30 C92 34 90 44 78 44", 5),
    ...tuft(84, 34, 24),
    ...tuft(14, 150, 30),
    ...tuft(84, 158, 34),
    ...place(motif.crane, 46, 74, 1.12),
    ...tuft(46, 166, 24),
  ],
  "pine scroll": [
    ...pineTrunk("M104 60 C84 70 80 110 88 170"),
    ...tuft(30, 34, 28),
    ...tuft(80, 56, 30),
    ...scroll("verse", 42, 92, 8),
    ...tuft(20, 156, 28),
    ...tuft(78, 130, 26),
  ],
  "pine chaff 1": [
    ...pineTrunk("M30 170 C40 130 66 118 56 80 C52 62 40 52 44 34", 9),
    ...tuft(40, 38, 30),
    ...tuft(72, 76, 28),
    ...tuft(22, 102, 26),
    ...tuft(76, 140, 30),
  ],
  "pine chaff 2": [
    ...pineTrunk("M52 120 C38 118 28 122 18 124 M52 134 C66 130 76 136 86 136", 5),
    ...pineTrunk("M50 172 C46 144 58 120 50 74", 11),
    ...tuft(50, 66, 45),
    ...tuft(20, 124, 20),
    ...tuft(82, 138, 20),
  ],
};

const { plumBranch, plumBuds, plumFlower } = spring;

export const plum: Record<string, Art> = {
  warbler: [
    ...plumBranch(
      "M-4 148 C22 140 30 112 62 112 C80 112 92 100 104 92",
      "M30 128 L18 66 M70 111 L78 48 M88 104 L94 70 M48 116 L44 152",
    ),
    ...plumFlower(20, 56, 15),
    ...plumFlower(80, 40, 17),
    ...plumFlower(50, 26, 12),
    ...plumFlower(84, 132, 17),
    ...plumFlower(30, 150, 15),
    ...plumBuds([
      [18, 84, 4],
      [94, 68, 4.4],
      [60, 142, 4],
      [75, 68, 4],
    ]),
    ...place(motif.warbler, 48, 86, 1.1),
  ],
  "plum scroll": [
    ...plumBranch(
      "M104 138 C82 132 78 96 60 84 C44 74 22 78 -4 64",
      "M66 88 L78 30 M40 77 L34 26 M84 118 L96 78 M86 124 L72 158",
    ),
    ...plumFlower(78, 30, 16),
    ...plumFlower(24, 44, 14),
    ...plumBuds([
      [74, 56, 4],
      [94, 78, 4.4],
      [36, 22, 4.4],
    ]),
    ...scroll("verse", 42, 94, -8),
    ...plumFlower(82, 92, 16),
    ...plumFlower(72, 146, 15),
    ...plumFlower(16, 126, 12),
  ],
  "plum chaff 1": [
    ...plumBranch(
      "M20 170 C20 132 46 120 44 92 C42 66 60 58 64 30",
      "M44 96 L16 52 M50 80 L84 66 M36 120 L80 122 M24 140 L70 152 M62 44 L36 16",
    ),
    ...plumFlower(64, 28, 17),
    ...plumFlower(18, 52, 16),
    ...plumFlower(82, 74, 17),
    ...plumFlower(44, 90, 17),
    ...plumFlower(78, 122, 17),
    ...plumFlower(24, 136, 14),
    ...plumBuds([
      [34, 18, 4.4],
      [72, 152, 4.4],
      [30, 76, 4],
    ]),
  ],
  "plum chaff 2": [
    ...plumBranch("M-4 154 C30 142 40 116 52 88 C62 64 84 50 104 20", "M26 142 L16 74 M62 132 L46 106 M72 60 L44 24"),
    ...plumFlower(54, 88, 35),
    ...plumFlower(84, 146, 14),
    ...plumBuds([
      [42, 22, 5.4],
      [15, 72, 5],
      [64, 136, 4.4],
      [92, 62, 4.4],
    ]),
  ],
};

const { cherryCloud, cherryLeaves, falling } = spring;
const BOUGH = "#4a2a22";

export const cherry: Record<string, Art> = {
  curtain: [
    draw("M-4 30 C30 40 66 26 104 44", BOUGH, 6),
    ...cherryLeaves([
      [10, 30, 1, -20],
      [92, 36, 1, 30],
      [50, 96, 1, 180],
      [16, 90, 1, 200],
      [86, 92, 1, 160],
    ]),
    ...cherryCloud([
      [14, 22, 18],
      [46, 16, 19, 20],
      [80, 20, 19, 40],
      [30, 48, 19, 10],
      [64, 46, 20, 50],
      [94, 54, 17, 30],
      [8, 68, 17, 60],
      [42, 78, 18, 33],
      [76, 78, 18, 12],
    ]),
    ...motif.curtain,
  ],
  "cherry scroll": [
    draw("M-4 20 C30 34 70 34 104 70 M60 40 C72 70 84 110 82 170", BOUGH, 5.6),
    ...cherryLeaves([
      [86, 88, 1, 60],
      [70, 60, 1, -120],
      [84, 130, 1, 110],
    ]),
    ...cherryCloud([
      [20, 26, 18],
      [56, 24, 18, 30],
      [86, 50, 18, 15],
      [82, 104, 17, 40],
      [84, 146, 18, 10],
      [14, 144, 17, 55],
      [48, 156, 15, 20],
    ]),
    ...scroll("verse", 40, 92, 8),
    ...cherryCloud([[18, 62, 14, 30]]),
  ],
  "cherry chaff 1": [
    draw("M78 170 C72 120 40 100 44 -4 M56 104 C76 90 90 70 104 66", BOUGH, 6),
    ...cherryLeaves([
      [20, 70, 1, -60],
      [84, 96, 1, 120],
      [40, 140, 1, -130],
      [66, 28, 1, 40],
    ]),
    ...cherryCloud([
      [24, 26, 18],
      [62, 20, 17, 20],
      [84, 52, 18, 40],
      [42, 62, 20, 10],
      [18, 96, 18, 50],
      [68, 98, 19, 25],
      [36, 138, 19, 5],
      [82, 142, 18, 45],
    ]),
  ],
  "cherry chaff 2": [
    draw("M-4 26 C34 42 66 20 104 36", BOUGH, 6),
    ...cherryLeaves([
      [12, 40, 1, 200],
      [60, 44, 1, 170],
      [92, 60, 1, 150],
    ]),
    ...cherryCloud([
      [16, 24, 19],
      [50, 24, 20, 20],
      [84, 24, 19, 40],
      [32, 54, 19, 10],
      [70, 56, 20, 50],
    ]),
    ...falling(
      [
        [22, 92, 1.5, 40],
        [80, 98, 1.5, 300],
        [50, 118, 1.6, 160],
        [18, 140, 1.4, 250],
        [84, 148, 1.5, 80],
      ],
      PINK,
    ),
    ...falling(
      [
        [50, 90, 1.2, 100],
        [34, 114, 1.2, 10],
        [70, 128, 1.2, 220],
        [46, 150, 1.3, 300],
      ],
      "#d2566a",
    ),
  ],
};

const { wisteriaCluster, wisteriaLeaves } = spring;

export const wisteria: Record<string, Art> = {
  cuckoo: [
    paint("M12 122 C36 142 72 136 84 106 C86 134 60 158 34 148 C24 144 16 134 12 122 Z", YELLOW, INK, 1.4),
    draw("M-4 10 C30 20 70 4 104 14", INK, 4),
    ...wisteriaLeaves(26, 14, [120, 160, 200, 240], 0.95),
    ...wisteriaLeaves(74, 12, [110, 150, 205, 245], 0.95),
    ...wisteriaCluster(14, 30, 5, 0.92),
    ...wisteriaCluster(50, 24, 4, 0.9),
    ...wisteriaCluster(86, 30, 6, 0.92),
    ...place(motif.cuckoo, 44, 100, 1.12),
  ],
  "wisteria scroll": [
    draw("M-4 12 C30 4 70 20 104 8", INK, 4),
    ...wisteriaLeaves(22, 12, [110, 150, 200, 240]),
    ...wisteriaLeaves(72, 14, [120, 160, 210, 250]),
    ...wisteriaCluster(18, 34, 8),
    ...wisteriaCluster(50, 26, 4, 0.9),
    ...wisteriaCluster(84, 30, 11),
    ...scroll("plain", 44, 102, 8),
  ],
  "wisteria chaff 1": [
    draw("M-4 8 C30 20 70 2 104 16", INK, 4.4),
    ...wisteriaLeaves(18, 14, [100, 145, 215, 255]),
    ...wisteriaLeaves(66, 10, [105, 150, 205, 250]),
    ...wisteriaCluster(16, 36, 9),
    ...wisteriaCluster(50, 32, 14, 1.06),
    ...wisteriaCluster(85, 36, 10),
  ],
  "wisteria chaff 2": [
    draw("M-4 18 C30 4 70 18 104 6", INK, 4.4),
    ...wisteriaLeaves(50, 10, [100, 140, 220, 260], 1.2),
    ...wisteriaCluster(27, 36, 8, 1.55),
    ...wisteriaCluster(74, 34, 9, 1.5),
  ],
};
