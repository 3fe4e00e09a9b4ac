/** The 48 cards, each by the name that the rules give it: the plant of its month, and what is to be seen there. */
import {
  box,
  DEEP_GREEN,
  dot,
  draw,
  GREEN,
  INK,
  joined,
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
import * as spring from "./plants-spring";
import { scroll } from "./scrolls";

const { tuft, pineTrunk } = spring;

const pine: Record<string, Art> = {
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
    ...pineTrunk("M84 170 C86 138 58 122 64 92 C68 74 58 70 48 64", 9),
    ...tuft(72, 44, 28),
    ...tuft(28, 74, 30),
    ...tuft(74, 112, 26),
    ...tuft(30, 146, 30),
  ],
};

const { plumBranch, plumBuds, plumFlower } = spring;

const plum: Record<string, Art> = {
  warbler: [
    ...plumBranch("M-4 148 C22 140 30 112 62 112 C80 112 92 100 104 92", "M30 128 L18 66 M70 111 L78 48 M88 104 L94 70 M48 116 L44 152"),
    ...plumFlower(20, 56, 15),
    ...plumFlower(80, 40, 17),
    ...plumFlower(50, 26, 12),
    ...plumFlower(84, 132, 17),
    ...plumFlower(30, 150, 15),
    ...plumBuds([[18, 84, 4], [94, 68, 4.4], [60, 142, 4], [75, 68, 4]]),
    ...place(motif.warbler, 48, 86, 1.1),
  ],
  "plum scroll": [
    ...plumBranch("M104 138 C82 132 78 96 60 84 C44 74 22 78 -4 64", "M66 88 L78 30 M40 77 L34 26 M84 118 L96 78 M86 124 L72 158"),
    ...plumFlower(78, 30, 16),
    ...plumFlower(24, 44, 14),
    ...plumBuds([[74, 56, 4], [94, 78, 4.4], [36, 22, 4.4]]),
    ...scroll("verse", 42, 94, -8),
    ...plumFlower(82, 92, 16),
    ...plumFlower(72, 146, 15),
    ...plumFlower(16, 126, 12),
  ],
  "plum chaff 1": [
    ...plumBranch("M20 170 C20 132 46 120 44 92 C42 66 60 58 64 30", "M44 96 L16 52 M50 80 L84 66 M36 120 L80 122 M24 140 L70 152 M62 44 L36 16"),
    ...plumFlower(64, 28, 17),
    ...plumFlower(18, 52, 16),
    ...plumFlower(82, 74, 17),
    ...plumFlower(44, 90, 17),
    ...plumFlower(78, 122, 17),
    ...plumFlower(24, 136, 14),
    ...plumBuds([[34, 18, 4.4], [72, 152, 4.4], [30, 76, 4]]),
  ],
  "plum chaff 2": [
    ...plumBranch("M88 170 C84 140 52 130 54 100 C56 74 34 66 30 34", "M54 100 L88 56 M46 80 L14 86 M64 132 L20 132 M40 62 L66 22"),
    ...plumFlower(28, 32, 17),
    ...plumFlower(86, 54, 17),
    ...plumFlower(54, 78, 17),
    ...plumFlower(18, 100, 16),
    ...plumFlower(78, 108, 15),
    ...plumFlower(38, 138, 17),
    ...plumBuds([[68, 20, 4.4], [14, 72, 4], [16, 134, 4.4], [76, 146, 4]]),
  ],
};

const { cherryCloud, cherryLeaves } = spring;
const BOUGH = "#4a2a22";

const cherry: Record<string, Art> = {
  curtain: [
    draw("M-4 30 C30 40 66 26 104 44", BOUGH, 6),
    ...cherryLeaves([[10, 30, 1, -20], [92, 36, 1, 30], [50, 96, 1, 180], [16, 90, 1, 200], [86, 92, 1, 160]]),
    ...cherryCloud([[14, 22, 18], [46, 16, 19, 20], [80, 20, 19, 40], [30, 48, 19, 10], [64, 46, 20, 50], [94, 54, 17, 30], [8, 68, 17, 60], [42, 78, 18, 33], [76, 78, 18, 12]]),
    ...motif.curtain,
  ],
  "cherry scroll": [
    draw("M-4 20 C30 34 70 34 104 70 M60 40 C72 70 84 110 82 170", BOUGH, 5.6),
    ...cherryLeaves([[86, 88, 1, 60], [70, 60, 1, -120], [84, 130, 1, 110]]),
    ...cherryCloud([[20, 26, 18], [56, 24, 18, 30], [86, 50, 18, 15], [82, 104, 17, 40], [84, 146, 18, 10], [14, 144, 17, 55], [48, 156, 15, 20]]),
    ...scroll("verse", 40, 92, 8),
    ...cherryCloud([[18, 62, 14, 30]]),
  ],
  "cherry chaff 1": [
    draw("M78 170 C72 120 40 100 44 -4 M56 104 C76 90 90 70 104 66", BOUGH, 6),
    ...cherryLeaves([[20, 70, 1, -60], [84, 96, 1, 120], [40, 140, 1, -130], [66, 28, 1, 40]]),
    ...cherryCloud([[24, 26, 18], [62, 20, 17, 20], [84, 52, 18, 40], [42, 62, 20, 10], [18, 96, 18, 50], [68, 98, 19, 25], [36, 138, 19, 5], [82, 142, 18, 45]]),
  ],
  "cherry chaff 2": [
    draw("M14 170 C20 120 64 108 58 -4 M42 112 C24 98 10 78 -4 74", BOUGH, 6),
    ...cherryLeaves([[80, 86, 1, 60], [16, 108, 1, -110], [70, 136, 1, 130], [34, 24, 1, -30]]),
    ...cherryCloud([[74, 22, 19, 10], [34, 34, 19, 45], [14, 66, 17, 20], [62, 64, 20, 30], [86, 100, 18, 5], [42, 104, 19, 55], [18, 142, 18, 15], [64, 146, 19, 40]]),
  ],
};

const { wisteriaCluster, wisteriaLeaves } = spring;

const wisteria: Record<string, Art> = {
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
    ...wisteriaLeaves(34, 10, [105, 150, 210, 255]),
    ...wisteriaLeaves(84, 10, [110, 155, 215, 250]),
    ...wisteriaCluster(15, 38, 13),
    ...wisteriaCluster(50, 30, 8, 1.05),
    ...wisteriaCluster(85, 34, 14),
  ],
};

const { irisBlades, irisBud, irisFlower } = spring;
const WATER = draw("M6 150 C20 146 30 154 44 150 M58 156 C70 152 82 160 96 155 M10 160 C22 157 32 163 42 160", PALE_BLUE, 2.4);

const iris: Record<string, Art> = {
  bridge: [
    paint(box(-4, 120, 108, 50), "#b9d0dc"),
    draw("M4 132 C16 128 24 136 36 132 M62 140 C74 136 84 144 98 139 M8 152 C22 148 32 156 46 152 M60 157 C72 153 82 161 94 157", WHITE, 2.2),
    ...irisBlades([[18, 108, 0.9, -8], [30, 108, 0.74, 8], [70, 104, 0.94, -5], [84, 104, 1, 9], [92, 104, 0.7, 18]]),
    ...irisFlower(26, 38, 0.86, 68),
    ...irisFlower(74, 46, 0.94, 56),
    ...place(motif.bridge, 48, 110, 1),
    ...irisBlades([[14, 168, 0.5, -6], [26, 168, 0.42, 8], [88, 168, 0.46, 4]]),
  ],
  "iris scroll": [
    WATER,
    ...irisBlades([[12, 164, 1.1, -4], [28, 164, 0.8, 4], [74, 164, 1.2, -4], [90, 164, 1.3, 6], [60, 164, 0.8, 3]]),
    ...irisFlower(76, 44, 1, 110),
    ...irisBud(20, 76, 0.9, 80),
    ...scroll("plain", 42, 84, -7),
    ...irisFlower(70, 112, 0.82, 40),
  ],
  "iris chaff 1": [
    WATER,
    ...irisBlades([[10, 164, 1.2, -8], [24, 164, 1.5, -3], [44, 164, 0.9, 2], [64, 164, 1.1, -4], [80, 164, 1.5, 3], [92, 164, 1.1, 10]]),
    ...irisFlower(34, 42, 1.08, 120),
    ...irisFlower(68, 92, 1.04, 70),
    ...irisBud(80, 38, 0.8, 120),
  ],
  "iris chaff 2": [
    WATER,
    ...irisBlades([[8, 164, 1.3, -4], [20, 164, 0.9, 4], [38, 164, 1.4, -5], [56, 164, 1, 4], [72, 164, 1.2, -3], [88, 164, 1.4, 6]]),
    ...irisFlower(66, 40, 1.08, 120),
    ...irisFlower(30, 78, 0.96, 80),
    ...irisFlower(70, 120, 0.86, 40),
  ],
};

const { peonyBud, peonyFlower, peonyLeaves } = spring;

const peony: Record<string, Art> = {
  butterflies: [
    ...peonyLeaves([[30, 128, 0.95, -60], [70, 126, 0.95, 62], [50, 108, 0.9, 0], [24, 160, 0.9, -100], [78, 160, 0.9, 100]]),
    ...peonyFlower(50, 130, 32),
    ...place(motif.butterfly(YELLOW, RED), 34, 36, 1, -24),
    ...place(motif.butterfly("#8f6fc0", WHITE), 68, 72, 0.9, 28),
  ],
  "peony scroll": [
    ...peonyLeaves([[70, 44, 1, 20], [88, 60, 0.9, 70], [20, 140, 1, -60], [44, 160, 0.9, -20], [86, 112, 0.9, 60], [80, 160, 0.9, 150]]),
    ...peonyFlower(72, 38, 27),
    ...scroll("blue", 38, 86, -8),
    ...peonyFlower(70, 122, 29),
    ...peonyBud(14, 134, 10),
  ],
  "peony chaff 1": [
    draw("M50 170 L50 100 M50 130 L26 100", DEEP_GREEN, 3),
    ...peonyLeaves([[22, 84, 1, -30], [80, 90, 1, 50], [26, 140, 1.1, -50], [76, 142, 1.1, 50], [50, 164, 0.9, 0], [72, 40, 0.9, 70]]),
    ...peonyFlower(50, 58, 36),
    ...peonyFlower(34, 124, 25),
    ...peonyBud(80, 112, 10),
  ],
  "peony chaff 2": [
    draw("M48 170 C52 140 56 110 52 80", DEEP_GREEN, 3),
    ...peonyLeaves([[20, 60, 0.95, -50], [80, 50, 1, 40], [18, 118, 1, -70], [84, 118, 1.05, 80], [30, 162, 1, -30], [74, 164, 1, 30]]),
    ...peonyFlower(58, 106, 36),
    ...peonyFlower(38, 44, 24),
    ...peonyBud(82, 32, 10),
    ...peonyBud(24, 148, 9),
  ],
};

const { cloverTwig } = autumn;

const clover: Record<string, Art> = {
  boar: [
    ...cloverTwig("M90 100 C92 60 70 26 30 12", [[90, 82], [84, 52], [64, 28], [36, 15]], [[94, 64], [74, 38], [50, 20]]),
    ...cloverTwig("M40 96 C34 70 24 54 8 42", [[38, 84], [28, 64], [12, 46]], [[34, 74], [20, 54]], LEAF),
    ...cloverTwig("M66 100 C64 80 56 62 50 50", [[64, 86], [58, 68], [50, 52]], [[61, 77], [54, 60]]),
    paint("M-4 142 C30 134 70 134 104 142 L104 170 L-4 170 Z", LEAF),
    draw("M10 150 L14 142 M24 156 L28 147 M46 152 L50 144 M70 157 L74 148 M88 151 L92 143", DEEP_GREEN, 1.8),
    ...place(motif.boar, 50, 117, 1.16),
  ],
  "clover scroll": [
    ...cloverTwig("M96 170 C98 110 80 60 40 18", [[96, 140], [94, 104], [84, 72], [66, 44], [44, 22]], [[98, 122], [90, 88], [76, 58], [54, 32]]),
    ...cloverTwig("M70 170 C70 140 76 120 70 92", [[70, 146], [73, 120], [70, 96]], [[71, 133], [73, 108]], LEAF),
    ...scroll("plain", 40, 92, 7),
    ...cloverTwig("M6 170 C2 140 8 120 22 100", [[6, 148], [8, 126]], [[5, 137], [14, 112]]),
  ],
  "clover chaff 1": [
    ...cloverTwig("M20 170 C8 110 20 60 70 18", [[16, 144], [13, 112], [22, 80], [40, 50], [64, 24]], [[14, 128], [16, 96], [30, 64], [52, 36]]),
    ...cloverTwig("M52 170 C48 120 60 90 88 66", [[51, 142], [53, 116], [66, 92], [84, 72]], [[51, 129], [58, 104], [75, 82]], LEAF),
    ...cloverTwig("M82 170 C80 150 84 130 92 116", [[82, 150], [86, 130]], [[83, 140], [90, 120]]),
  ],
  "clover chaff 2": [
    ...cloverTwig("M80 170 C92 110 80 60 30 18", [[84, 144], [87, 112], [78, 80], [60, 50], [36, 24]], [[86, 128], [84, 96], [70, 64], [48, 36]]),
    ...cloverTwig("M50 170 C54 120 42 90 12 64", [[51, 142], [49, 116], [36, 92], [18, 70]], [[50, 129], [44, 104], [27, 80]], LEAF),
    ...cloverTwig("M18 170 C20 150 16 130 10 118", [[18, 150], [14, 130]], [[17, 140], [12, 120]]),
  ],
};

const { hill, mist, plumes } = autumn;

const pampas: Record<string, Art> = {
  moon: [
    paint(box(-4, -4, 108, 174), SKY),
    paint(dot(50, 58, 38), WHITE),
    ...hill(104, INK),
    ...plumes([[18, 150, 0.9, -6], [38, 152, 1, 0], [62, 154, 0.9, 6], [82, 154, 0.85, 10]], "#8f8a74", "#f2e6bd"),
  ],
  geese: [
    ...place(motif.geese, 48, 62, 1.08),
    ...hill(108, DEEP_GREEN),
    ...plumes([[16, 160, 0.9, -8], [36, 158, 1, 0], [58, 160, 0.95, 4], [80, 160, 0.9, 12]], LEAF, "#e9ddb0"),
  ],
  "pampas chaff 1": [
    paint(box(-4, -4, 108, 174), "#f0d596"),
    ...mist(30, "#e58f55"),
    ...hill(74, DEEP_GREEN),
    ...plumes([[10, 160, 1, -10], [26, 150, 1.15, -4], [46, 140, 1.2, 2], [66, 150, 1.15, 6], [86, 160, 1.05, 10], [36, 168, 0.9, 0], [76, 172, 0.8, 6]], LEAF, "#f2e6bd"),
  ],
  "pampas chaff 2": [
    paint(box(-4, -4, 108, 174), "#f0d596"),
    ...place(mist(0, "#d7684b"), 100, 14, 1, 0, true),
    ...hill(92, DEEP_GREEN, 14),
    ...plumes([[20, 168, 1, -14], [34, 160, 1.45, -8], [52, 150, 1.7, -3], [70, 156, 1.4, 5], [88, 166, 1.1, 12]], LEAF, "#fff6dc"),
  ],
};

const { mum, mumLeaves } = autumn;

const chrysanthemum: Record<string, Art> = {
  "sake cup": [
    ...mumLeaves([[22, 60, 0.9, -70], [80, 62, 0.9, 70], [50, 66, 0.8, 0], [12, 100, 0.8, -120], [90, 104, 0.8, 120]]),
    ...mum(26, 34, 22),
    ...mum(72, 40, 25, RED, YELLOW),
    ...mum(46, 74, 15),
    ...place(motif.sakeCup, 50, 118, 1.14),
  ],
  "chrysanthemum scroll": [
    ...mumLeaves([[70, 66, 0.9, 70], [78, 66, 0.9, 130], [16, 136, 0.9, -50], [50, 160, 0.9, 40], [90, 140, 0.9, 70]]),
    ...mum(74, 36, 24),
    ...scroll("blue", 38, 86, 8),
    ...mum(76, 110, 22, RED, YELLOW),
    ...mum(22, 142, 20),
  ],
  "chrysanthemum chaff 1": [
    draw("M50 170 L48 70 M48 140 L26 120 M50 150 L76 112", DEEP_GREEN, 3),
    ...mumLeaves([[46, 96, 1, -60], [54, 92, 1, 64], [44, 160, 1, -60], [56, 164, 1, 60], [50, 130, 0.8, 0]]),
    ...mum(50, 46, 32),
    ...mum(24, 124, 21, RED, YELLOW),
    ...mum(78, 118, 19),
  ],
  "chrysanthemum chaff 2": [
    draw("M46 170 L52 100 M50 130 L28 70 M52 110 L76 50", DEEP_GREEN, 3),
    ...mumLeaves([[44, 84, 0.9, -20], [26, 100, 0.9, -70], [78, 90, 0.9, 60], [34, 160, 1, -50], [66, 164, 1, 50]]),
    ...mum(28, 48, 24, RED, YELLOW),
    ...mum(74, 42, 21),
    ...mum(56, 116, 30),
  ],
};

const { mapleLeaves } = autumn;
const [FLAME, AMBER] = ["#e2732a", "#e5a52c"];

const maple: Record<string, Art> = {
  deer: [
    draw("M104 6 C76 14 50 10 20 30", "#54301f", 3),
    ...mapleLeaves([[24, 36, 0.9, 200], [86, 66, 0.9, 150]], FLAME),
    ...mapleLeaves([[56, 26, 0.95, 170], [16, 78, 0.8, 220]], RED),
    ...mapleLeaves([[88, 24, 0.95, 140]], AMBER),
    paint("M-4 148 C30 140 70 142 104 150 L104 170 L-4 170 Z", GREEN),
    ...place(motif.deer, 56, 107, 1.12),
    ...mapleLeaves([[14, 154, 0.6, -20]], RED),
    ...mapleLeaves([[84, 158, 0.6, 40]], AMBER),
  ],
  "maple scroll": [
    draw("M104 20 C80 40 84 90 92 170", "#54301f", 3),
    ...mapleLeaves([[74, 36, 1.05, -20], [86, 122, 1, 30]], RED),
    ...mapleLeaves([[82, 80, 0.95, 20], [16, 34, 0.85, -40]], FLAME),
    ...scroll("blue", 40, 88, -7),
    ...mapleLeaves([[60, 146, 0.9, -10]], AMBER),
    ...mapleLeaves([[16, 136, 0.9, -50]], RED),
  ],
  "maple chaff 1": [
    draw("M-4 150 C30 130 40 90 34 40 M34 104 C54 92 70 90 92 96", "#54301f", 3.4),
    ...mapleLeaves([[32, 42, 1.2, -10], [74, 128, 1.15, 30]], RED),
    ...mapleLeaves([[72, 78, 1.1, 25], [20, 138, 0.9, -40]], FLAME),
    ...mapleLeaves([[78, 32, 0.9, 40], [20, 88, 0.85, -60]], AMBER),
  ],
  "maple chaff 2": [
    draw("M104 150 C70 136 60 90 66 30 M62 100 C44 90 28 92 10 100", "#54301f", 3.4),
    ...mapleLeaves([[66, 44, 1.15, 15], [28, 92, 1.15, -25]], FLAME),
    ...mapleLeaves([[24, 36, 0.95, -30], [78, 104, 1.05, 40]], RED),
    ...mapleLeaves([[46, 142, 1.05, -10]], RED),
    ...mapleLeaves([[84, 148, 0.75, 60], [12, 138, 0.7, -40]], AMBER),
  ],
};

const { acorns, firework, oakLeaves, rain } = autumn;

const oak: Record<string, Art> = {
  "rain man": [
    paint(box(-4, -4, 108, 174), "#cfd8d6"),
    ...rain("#7d98ad", 1.8),
    paint("M-4 152 C24 142 40 150 60 146 C76 142 90 148 104 144 L104 170 L-4 170 Z", GREEN),
    ...oakLeaves([[96, 42, 0.8, 200], [84, 22, 0.8, 240], [8, 30, 0.7, 150]]),
    ...acorns([[72, 20, 0.8, 10]]),
    ...place(motif.rainMan, 50, 92, 0.98),
    ...place(motif.frog, 16, 146, 1),
  ],
  swallow: [
    ...rain(PALE_BLUE, 1.8),
    draw("M104 30 C70 14 40 30 -4 16 M104 150 C76 140 50 150 30 166", "#54301f", 3.6),
    ...oakLeaves([[22, 24, 0.9, 190], [52, 22, 0.9, 165], [84, 26, 0.95, 190]]),
    ...oakLeaves([[84, 146, 0.9, 20], [60, 150, 0.9, -40], [36, 164, 0.8, -60]], GREEN),
    ...acorns([[38, 22, 0.9, 6], [68, 22, 0.9, -6]]),
    ...place(motif.swallow, 42, 98, 1.04),
  ],
  "oak scroll": [
    ...rain(PALE_BLUE, 1.8),
    draw("M104 14 C80 30 82 90 92 170", "#54301f", 3.6),
    ...oakLeaves([[82, 40, 1, -60], [86, 70, 1, 70], [84, 100, 1.05, -50], [88, 140, 1, 60]]),
    ...oakLeaves([[20, 44, 0.9, 20]], GREEN),
    ...scroll("plain", 40, 90, 8),
    ...oakLeaves([[70, 160, 0.9, -50]], GREEN),
    ...acorns([[84, 118, 1, 10], [90, 52, 0.9, 20], [16, 132, 0.9, 0]]),
  ],
  fireworks: [
    paint(box(-4, -4, 108, 174), NIGHT),
    ...firework(42, 48, 42, YELLOW, WHITE),
    ...firework(76, 96, 27, "#ff6a4d", YELLOW),
    ...firework(20, 104, 18, "#8fd0c0", WHITE),
    draw("M42 60 C44 90 40 120 46 150 M76 104 C76 120 72 134 74 150", "#8c84a8", 1.2),
    ...oakLeaves([[20, 168, 1, -28], [50, 172, 1.05, 4], [80, 168, 1, 30]], "#a8702c"),
    ...acorns([[36, 148, 0.9, 0], [66, 148, 0.9, 0]]),
  ],
};

const { hawLeaves, haws, mayflowers } = autumn;

const hawthorn: Record<string, Art> = {
  phoenix: [
    paint(box(-4, -4, 108, 174), "#f6dc8e"),
    ...hawLeaves([[12, 150, 0.8, -10], [88, 150, 0.8, 12], [92, 34, 0.6, 200], [8, 30, 0.6, 160]]),
    ...haws(12, 164, 2, 0.8),
    ...haws(90, 164, 2, 0.8),
    ...place(motif.phoenix, 50, 66, 1.02),
  ],
  "yellow hawthorn": [
    paint(box(-4, 92, 108, 78), YELLOW),
    draw("M-4 92 L104 92", INK, 2),
    ...hawLeaves([[50, 136, 1.15, 0], [30, 140, 1.05, -58], [70, 140, 1.05, 58]]),
    ...haws(50, 84, 6, 1),
    ...haws(20, 90, 4, 0.9),
    ...haws(80, 90, 4, 0.9),
    ...mayflowers([[34, 104, 8], [66, 104, 8], [50, 144, 9]]),
  ],
  "hawthorn chaff 1": [
    ...hawLeaves([[50, 150, 1.3, 0], [28, 152, 1.15, -55], [72, 152, 1.15, 55]]),
    ...haws(50, 88, 6, 1.08),
    ...haws(18, 98, 4, 0.96),
    ...haws(82, 98, 4, 0.96),
    ...mayflowers([[50, 156, 9]]),
  ],
  "hawthorn chaff 2": [
    draw("M50 170 L50 60 M50 140 L24 112 M50 140 L76 112", "#54301f", 3),
    ...hawLeaves([[40, 84, 0.95, -52], [60, 84, 0.95, 52], [34, 160, 1.1, -46], [66, 160, 1.1, 46]]),
    ...haws(50, 66, 5, 1.1),
    ...haws(22, 116, 3, 1.02),
    ...haws(78, 116, 3, 1.02),
    ...mayflowers([[50, 96, 9], [40, 116, 9], [60, 116, 9], [50, 132, 10]]),
  ],
};

const MONTHS = [pine, plum, cherry, wisteria, iris, peony, clover, pampas, chrysanthemum, maple, oak, hawthorn];

/** Every card by its name, in the order of the deck. */
export const DECK: ReadonlyMap<string, Art> = new Map(
  MONTHS.flatMap((month) => Object.entries(month).map(([name, art]): [string, Art] => [name, joined(art)])),
);
