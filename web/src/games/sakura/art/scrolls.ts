/** The paper strips hanging in the plants: red with a verse, plain red, blue (SK-1.2). Each kind has its own marks, so
 * that it can be recognised without its colour. */
import { BLUE, box, draw, INK, paint, PALE_BLUE, place, RED, WHITE, YELLOW, type Art } from "./kit";

export type ScrollKind = "verse" | "plain" | "blue";

const VERSE =
  "M4 -38 C-3 -37 -6 -34 -1 -33 C5 -32 6 -28 0 -26 C-5 -24 -5 -21 0 -21 M-5 -14 C1 -16 5 -15 4 -12 M1 -17 C0 -10 -3 -6 -5 -3 " +
  "M0 -9 C6 -9 7 -3 2 -1 M-4 5 C0 3 4 3 5 5 C3 9 -3 10 -4 13 C0 12 5 12 4 16 C3 19 -2 20 -4 18 M-3 26 C-4 32 -2 36 0 37 M4 25 C6 29 6 32 5 35";

/** A strip centred on (x, y). */
export function scroll(kind: ScrollKind, x: number, y: number, angle: number, size = 1): Art {
  const sheet = box(-13.5, -50, 27, 100);
  const cord = draw("M0 -50 C-2 -56 2 -60 0 -66", INK, 1.6);
  const marks: Record<ScrollKind, Art> = {
    verse: [draw(VERSE, INK, 2.9)],
    plain: [draw("M-9.5 -45 L9.5 -45 M-9.5 45 L9.5 45", YELLOW, 2.2)],
    blue: [
      draw("M-9 -44 L9 -44 M-9 44 L9 44", WHITE, 2),
      draw(
        [-27, -9, 9, 27]
          .map((at) => `M-10 ${at} C-6 ${at - 7} -4 ${at - 7} 0 ${at} C4 ${at + 7} 6 ${at + 7} 10 ${at}`)
          .join(" "),
        PALE_BLUE,
        2.2,
      ),
    ],
  };
  return place([cord, paint(sheet, kind === "blue" ? BLUE : RED, INK, 1.8), ...marks[kind]], x, y, size, angle);
}
