/** The system's notifications: asked for once, shown when a table waits and nobody looks. */
import { t } from "$/i18n/index.svelte";
import { go } from "$/router.svelte";
import { settings } from "$/settings.svelte";
import { gameTitle } from "$/games/info";

/** Whether this browser has notifications at all. */
export const notifications: boolean = "Notification" in globalThis;

/** Ask whether we may; false if not. */
export async function requestPermission(): Promise<boolean> {
  if (!notifications) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Whether it was refused, and can be allowed only in the browser's own settings. */
export function refused(): boolean {
  return notifications && Notification.permission === "denied";
}

/** Say that a table waits. A system that shows nothing after all is no problem of the page: the badge says it, too. */
export async function notifyTurn(table: string, game: string): Promise<void> {
  await notify(table, game).catch(() => undefined);
}

async function notify(table: string, game: string): Promise<void> {
  if (!settings.notify || !notifications || Notification.permission !== "granted") return;
  const title = t("news.turn", { game: gameTitle(game) });
  const url = `/table/${table}`;
  const options = {
    body: t("news.turn.body"),
    tag: table,
    icon: "/icon-192.png",
    lang: settings.language,
    data: { url },
  };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration !== undefined) {
    await registration.showNotification(title, options); // the only way on phones
    return;
  }
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    go(url);
    shown.close();
  };
}
