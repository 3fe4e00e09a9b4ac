/** Notifications on every page: whose turn it is, and that the lists of tables have changed. */
import { SvelteSet } from "svelte/reactivity";
import type { Outgoing } from "$/generated/outgoing";
import { reloadSession } from "$/net/session.svelte";
import { ReconnectingSocket } from "$/net/reconnectingSocket";
import { router } from "$/router.svelte";
import { notifyTurn } from "./system";
import { isMyTurn, clearLists, lists, refreshSoon } from "$/lobby/tableLists.svelte";

/** Tables that notified me since the lists were refreshed. */
const called = new SvelteSet<string>();
let visible: boolean = $state(!document.hidden);

export const waitingTables = {
  /** The tables that wait for me, except the one on the screen. */
  get waiting(): string[] {
    const all = new Set([...lists.running.filter(isMyTurn).map((table) => table.id), ...called]);
    if (visible && router.route.page === "table") all.delete(router.route.id);
    return [...all];
  },
};

async function lookAgain(): Promise<void> {
  if (await refreshSoon()) called.clear();
}

function heard(message: Outgoing): void {
  if (message.type === "lobby") {
    void lookAgain();
  } else if (message.type === "turn") {
    const there = router.route.page === "table" && router.route.id === message.table;
    called.add(message.table);
    if (there && !document.hidden) return; // it is on the screen
    void lookAgain();
    void notifyTurn(message.table, message.game);
  } else if (message.type === "me") {
    void reloadSession(); // such as an operator's warning, which is shown on every page
  }
}

/** Listen while somebody is signed in; returns a function to stop. */
export function listenForTurns(): () => void {
  const socket = new ReconnectingSocket("/ws/me", {
    message: heard,
    state: (state, why) => {
      if (state === "open") void lookAgain();
      if (state === "ended" && (why?.code === "not-signed-in" || why?.code === "banned")) void reloadSession();
    },
  });
  const seen = (): void => {
    visible = !document.hidden;
    if (visible) void lookAgain();
  };
  document.addEventListener("visibilitychange", seen);
  return () => {
    socket.close();
    document.removeEventListener("visibilitychange", seen);
    called.clear();
    clearLists();
  };
}

/** The open table was left: ask the server whether it waits for me. */
export function leftTable(): void {
  called.clear();
  void lookAgain();
}
