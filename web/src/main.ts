import "@fontsource/zen-kaku-gothic-new/latin-400.css";
import "@fontsource/zen-kaku-gothic-new/latin-700.css";
import "@fontsource/shippori-mincho/latin-600.css";
import "./style.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { setLanguage } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

/** Whether the page needs more than the Latin fonts: the others load in two steps. */
const slicedFonts = new Intl.Locale(settings.language).maximize().script !== "Latn";
/** How long to wait for fonts before showing system fonts. */
const PATIENCE = slicedFonts ? 900 : 500;
const pause = new Promise((done) => setTimeout(done, PATIENCE));

// Japanese fonts come in about a hundred slices, of which a page needs a few; their list alone is longer than our
// script.
const slices = import("./fonts").catch(() => undefined);
await setLanguage(settings.language);
if (slicedFonts) await Promise.race([slices, pause]);
const target = document.getElementById("app") ?? document.body;
target.dataset["waits"] = "";
mount(App, { target });
void target.offsetHeight; // only a laid-out page knows which fonts it needs
await Promise.race([document.fonts.ready, pause]);
delete target.dataset["waits"];
