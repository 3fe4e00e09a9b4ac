/** System notifications: shown when a table waits and the page is not visible. */
import { t } from "$/i18n/index.svelte";
import { navigate } from "$/router.svelte";
import { settings } from "$/settings.svelte";
import { gameTitle } from "$/games/info";

/** Whether this browser supports notifications. */
export const notificationsSupported: boolean = "Notification" in globalThis;

/** Ask for permission; false if it is not granted. */
export async function requestPermission(): Promise<boolean> {
  if (!notificationsSupported) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Whether permission was denied and can be granted only in the browser's settings. */
export function permissionDenied(): boolean {
  return notificationsSupported && Notification.permission === "denied";
}

/** Notify that a table waits. Failing to do so doesn't matter: the badge shows it too. */
export async function notifyTurn(table: string, game: string): Promise<void> {
  await notify(table, game).catch(() => undefined);
}

async function notify(table: string, game: string): Promise<void> {
  if (!settings.notify || !notificationsSupported || Notification.permission !== "granted") return;
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
    navigate(url);
    shown.close();
  };
}
