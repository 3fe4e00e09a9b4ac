/** News wherever one is in the house: whose turn it is, and that lists of tables have changed. */
import { SvelteSet } from "svelte/reactivity";
import type { Outgoing } from "$/generated/outgoing";
import { reloadSession } from "$/net/session.svelte";
import { ReconnectingSocket } from "$/net/reconnectingSocket";
import { here } from "$/router.svelte";
import { notifyTurn } from "./system";
import { isMyTurn, clearLists, lists, refreshSoon } from "$/lobby/tableLists.svelte";

/** Tables that called for me since the lists were looked at. */
const called = new SvelteSet<string>();
let visible: boolean = $state(!document.hidden);

export const news = {
  /** The tables that wait for me, but for the one that I am looking at. */
  get waiting(): string[] {
    const all = new Set([...lists.running.filter(isMyTurn).map((table) => table.id), ...called]);
    if (visible && here.route.page === "table") all.delete(here.route.id);
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
    const there = here.route.page === "table" && here.route.id === message.table;
    called.add(message.table);
    if (there && !document.hidden) return; // they see it
    void lookAgain();
    void notifyTurn(message.table, message.game);
  }
}

/** Listen for as long as somebody is known; gives the way to stop. */
export function listen(): () => void {
  const socket = new ReconnectingSocket("/ws/me", {
    message: heard,
    state: (state, why) => {
      if (state === "open") void lookAgain();
      if (state === "ended" && why?.code === "not-signed-in") void reloadSession();
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

/** The table that was open is left: whether it waits for me is known to the house. */
export function leftTable(): void {
  called.clear();
  void lookAgain();
}
