// Fonts come as WOFF2 and, for browsers that are older than anything else here would run on, as WOFF: half of the build.
import type { Plugin } from "vite";

const FALLBACK = /,\s*url\([^)]*\.woff\)\s*format\((["'])woff\1\)/g;

export function fonts(): Plugin {
  return {
    name: "zashiki-fonts",
    enforce: "pre",
    transform(code, id) {
      return id.includes("/@fontsource/") && id.endsWith(".css") ? code.replace(FALLBACK, "") : null;
    },
  };
}
