// Fonts come as WOFF2 and as WOFF. The latter are for browsers too old to run the client, and are half of the build.
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
