/** Tiles in words. */
import { t } from "$/i18n/index.svelte";

/** What a square is, and where: "Row 2, column 3: pond". */
export function squareName(square: string, at: number): string {
  const garden = square.toLowerCase();
  const what =
    square === "~"
      ? t("hiroba.square.pond")
      : t(square === garden ? "tiles.square.garden" : "tiles.square.start", { garden });
  return t("tiles.square", { row: Math.floor(at / 3) + 1, column: (at % 3) + 1, what });
}
