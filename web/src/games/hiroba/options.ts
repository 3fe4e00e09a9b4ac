import { t } from "$/i18n/index.svelte";
import type { CustomOption } from "$/setup/customOptions";
import { readTilesLink } from "./tiles/encoding";
import TilesOption from "./tiles/TilesOption.svelte";

/** HB-R8: the tiles can be drawn. */
export const options: Readonly<Record<string, CustomOption>> = {
  tiles: {
    Field: TilesOption,
    readLink: readTilesLink,
    summary: (value) => t("summary.own_tiles", { count: Array.isArray(value) ? value.length : 0 }),
    preview: () => import("./tiles/Gallery.svelte"),
  },
};
