import "@fontsource/zen-kaku-gothic-new/latin-400.css";
import "@fontsource/zen-kaku-gothic-new/latin-700.css";
import "@fontsource/shippori-mincho/latin-600.css";
import "./style.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

await speak(settings.language);
mount(App, { target: document.getElementById("app") ?? document.body });
// Japanese letters come in some hundred slices of which a page needs a few; their list alone is longer than our script.
void import("./fonts");
