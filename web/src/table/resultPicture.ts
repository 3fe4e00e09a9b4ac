/** The result of a game as a picture, to share. Drawn here, in the fonts and colours of the page. */

export interface ResultRow {
  place: string;
  name: string;
  points: string;
  won: boolean;
  own: boolean;
}

export interface Result {
  /** The titles of the game, in both languages. */
  game: string;
  /** "Aki wins". */
  title: string;
  rows: readonly ResultRow[];
  /** Where it can be replayed, without the protocol. */
  address: string;
}

const WIDTH = 1200;
const MARGIN = 80;
const ROW = 74;
const TOP = 290;

/** Sizes of the text, in the picture's pixels. */
const sizes = { game: 44, title: 84, row: 44, address: 30 } as const;

export function pictureHeight(rows: number): number {
  return TOP + ROW * rows + 110;
}

/** The picture as a PNG file; null if the browser cannot make one. */
export async function resultPicture(result: Result): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = pictureHeight(result.rows.length);
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  draw(pen, result, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function draw(pen: CanvasRenderingContext2D, result: Result, height: number): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const font = (size: number, weight: number, family: string): string =>
    `${weight} ${size}px ${style.getPropertyValue(family).trim() || "serif"}`;
  pen.fillStyle = colour("washi");
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = colour("shu");
  pen.fillRect(0, 0, 20, height);
  pen.textBaseline = "alphabetic";
  const text = (words: string, x: number, y: number, ink: string, style_: string, align: CanvasTextAlign): void => {
    pen.fillStyle = colour(ink);
    pen.font = style_;
    pen.textAlign = align;
    pen.fillText(words, x, y, WIDTH - 2 * MARGIN);
  };
  text(result.game, MARGIN, 110, "sumi-soft", font(sizes.game, 600, "--mincho"), "left");
  text(result.title, MARGIN, 215, "sumi", font(sizes.title, 600, "--mincho"), "left");
  for (const [n, row] of result.rows.entries()) {
    const y = TOP + ROW * n;
    if (row.won) {
      pen.fillStyle = colour("washi-raised");
      pen.fillRect(MARGIN - 20, y - 2, WIDTH - 2 * MARGIN + 40, ROW - 6);
    }
    const base = y + 49;
    const weight = row.own ? 700 : 400;
    text(row.place, MARGIN, base, row.won ? "shu-strong" : "sumi-soft", font(sizes.row, 600, "--mincho"), "left");
    pen.save();
    pen.beginPath();
    pen.rect(MARGIN + 130, y, WIDTH - 2 * MARGIN - 400, ROW);
    pen.clip();
    text(row.name, MARGIN + 130, base, row.own ? "ai" : "sumi", font(sizes.row, weight, "--gothic"), "left");
    pen.restore();
    text(row.points, WIDTH - MARGIN, base, "sumi", font(sizes.row, 600, "--mincho"), "right");
  }
  text(result.address, MARGIN, height - 45, "sumi-soft", font(sizes.address, 400, "--gothic"), "left");
}
