/** The characters that bots appear as: a name and a face for each level and seat, the same for everybody at a table.
 *
 * They are kokeshi, the turned wooden dolls: an age and a temper for each level, and within a level hair, colours and
 * pattern for each seat. */

/** What a face is drawn from. */
export interface Face {
  hair: Hair;
  eyes: Eyes;
  robe: Pattern;
  /** Hues of the robe, in degrees. */
  hue: number;
  /** Grey hair. */
  old: boolean;
  /** What they wear, by level: nothing, a ribbon, a cap, glasses, a topknot with a pin. */
  wears: Worn;
}

export type Hair = "bob" | "tufts" | "bun" | "parted" | "topknot" | "crop";
export type Eyes = "round" | "smiling" | "calm" | "sharp" | "closed";
export type Pattern = "stripes" | "waves" | "flowers" | "checks" | "leaves" | "plain";
export type Worn = "nothing" | "ribbon" | "cap" | "glasses" | "pin";

/** The key of a name in the catalogue. */
export type BotName = `bot.name.${(typeof NAMES)[number][number]}`;

export interface Character {
  name: BotName;
  face: Face;
}

/** Enough for the largest table. */
export const NAMES = [
  ["mame", "kuri", "hina", "sota", "momo", "koto", "taro"],
  ["yuki", "haru", "nana", "riku", "mei", "jun", "saki"],
  ["aoi", "kenta", "chiyo", "goro", "fumi", "daichi", "emi"],
  ["shino", "tetsu", "masa", "kayo", "ryo", "tomoe", "isao"],
  ["genji", "ume", "kano", "tsuru", "hakuun", "matsu", "jiro"],
] as const;

const HAIR: readonly Hair[] = ["bob", "tufts", "bun", "parted", "topknot", "crop", "bob"];
const ROBES: readonly Pattern[] = ["stripes", "waves", "flowers", "checks", "leaves", "plain", "waves"];
const HUES: readonly number[] = [8, 212, 88, 40, 280, 165, 330];
const EYES: readonly Eyes[] = ["round", "smiling", "calm", "sharp", "closed"];
const WORN: readonly Worn[] = ["nothing", "ribbon", "cap", "glasses", "pin"];

/** The character of a bot of this level on this seat. */
export function character(level: number, seat: number): Character {
  const row = Math.min(Math.max(level, 1), NAMES.length) - 1;
  const names: readonly (typeof NAMES)[number][number][] = NAMES[row] ?? NAMES[0];
  const one = seat % names.length;
  // Each level starts at a different hair and robe, so that no two faces at a table are the same.
  const turned = (one + row) % HAIR.length;
  return {
    name: `bot.name.${names[one] ?? NAMES[0][0]}`,
    face: {
      hair: HAIR[one] as Hair,
      eyes: EYES[row] as Eyes,
      robe: ROBES[turned] as Pattern,
      hue: HUES[turned] as number,
      old: row === NAMES.length - 1,
      wears: WORN[row] as Worn,
    },
  };
}
