/** One table in this browser: its connection, what is shown, and the current selection. */
import { SvelteMap } from "svelte/reactivity";
import { GAMES, type Game } from "$/games/keys";
import { playerName, refusal, messageText, t } from "$/i18n/index.svelte";
import { animationsOn, settings } from "$/settings.svelte";
import type {
  ChatData,
  ClockData,
  EventView,
  Message,
  MoveData,
  Outgoing,
  TableData,
  View,
} from "$/generated/outgoing";
import type { Api } from "$/net/api";
import { post, ApiError } from "$/net/api";
import { ReconnectingSocket, type Answer, type CloseReason, type State } from "$/net/reconnectingSocket";
import { SeatReclaim } from "./seatReclaim.svelte";
import type { GameContext } from "./gameContext";
import { mergeMessages } from "./mergeMessages";

/** Why something was refused, for display. */
export interface Rejection {
  text: string;
  rule: string | null;
}

interface Scene {
  view: View;
  events: EventView[];
  /** Since when the seat is to move: this identifies a decision. */
  asked: number | null;
}

/** With more scenes than this in the queue, they are no longer shown one by one. */
const PATIENCE = 8;

export class TableState implements GameContext {
  table: TableData | null = $state.raw(null);
  shown: View | null = $state.raw(null);
  seat: number | null = $state(null);
  events: EventView[] = $state.raw([]);
  /** The latest events, for the live region; not those from before we came. */
  news: EventView[] = $state.raw([]);
  /** The number of the first new event: since my last move, or since we came. */
  unread: number = $state(0);
  chat: ChatData[] = $state.raw([]);
  clocks: ClockData[] = $state.raw([]);
  connection: State = $state("connecting");
  /** Why the server closed the connection; null if it gave no reason, or the connection is open. */
  closeReason: CloseReason | null = $state.raw(null);
  /** Reconnected a moment ago; this many moves were sent again. */
  back: { resent: number } | null = $state.raw(null);
  ended: CloseReason | null = $state.raw(null);
  chosen: number[] = $state.raw([]);
  sending: boolean = $state(false);
  hinting: boolean = $state(false);
  rejection: Rejection | null = $state.raw(null);
  /** Whether events are still being shown. */
  busy: boolean = $state(false);
  /** Whether scenes are queued: then the view shown is not the latest. */
  behind: boolean = $state(false);
  /** The server's clock minus ours, in seconds. */
  skew: number = $state(0);
  /** How long events stay; set by the game's parts. */
  dwell: (code: string) => number = () => 0;

  /** Taking my seat back from a stand-in bot. */
  readonly reclaim: SeatReclaim = new SeatReclaim(
    this,
    () => this.ask("/return"),
    (error) => this.failed(error),
  );

  private readonly socket: ReconnectingSocket;
  private readonly winChances = new SvelteMap<number, number>();
  private scenes: Scene[] = [];
  /** The decision that is shown, identified by `Scene.asked`. */
  private decision: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the requests why a move is illegal: the answer to an old one is ignored. */
  private question = 0;
  /** A request that came too late: it is repeated once with the fresh view. */
  private late: { action: number; again: boolean } | null = null;
  private legal: { view: View | null; moves: Map<number, MoveData> } = { view: null, moves: new Map() };

  constructor(readonly id: string) {
    this.socket = new ReconnectingSocket(`/ws/tables/${id}`, {
      // After a reconnect the viewer may be another; then all of their events are needed, not only the gap.
      since: () => (this.seat !== null && this.mySeats.length === 1 ? this.nextEvent() : 0),
      message: (message) => this.receive(message),
      state: (state, why) => {
        this.connection = state;
        // The first reason stays until the connection is back: failed attempts give none.
        this.closeReason = state === "lost" ? (why ?? this.closeReason) : null;
        this.ended = state === "ended" ? (why ?? null) : null;
        if (state === "lost") this.back = null;
      },
      back: (resent) => {
        this.back = { resent };
        this.askAgain();
      },
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.socket.close();
  }

  /** A visitor has become a guest: reconnect, so that the server knows whose connection this is. */
  reconnect(): void {
    this.socket.reconnect();
  }

  // GameContext

  get game(): Game {
    return (this.table?.game ?? GAMES[0]) as Game;
  }

  get view(): View {
    if (this.shown === null) throw new Error("there is no view before the game");
    return this.shown;
  }

  /** The latest view, even if it is not shown yet. */
  private get latest(): View | null {
    return this.scenes.at(-1)?.view ?? this.shown;
  }

  get ply(): number {
    return this.latest?.ply ?? 0;
  }

  get over(): boolean {
    return this.latest?.over === true;
  }

  get board(): unknown {
    return this.view.board;
  }

  get live(): boolean {
    return this.mySeat !== null && !this.behind && !this.sending && this.shown?.over === false;
  }

  get hints(): boolean {
    return this.table?.settings["hints"] === true;
  }

  /** My seat, if the view is mine and no bot plays for me. */
  get mySeat(): number | null {
    const seat = this.seat === null ? undefined : this.table?.seats[this.seat];
    return seat?.yours && !seat.stand_in ? seat.seat : null;
  }

  /** My seats: several at a table on one device. */
  get mySeats(): number[] {
    return (this.table?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.seat);
  }

  /** Whether it is my turn. */
  get asked(): boolean {
    return this.live && this.mySeat !== null && (this.shown?.waiting.includes(this.mySeat) ?? false);
  }

  name = (seat: number): string => {
    const found = this.table?.seats[seat];
    if (found?.name) return playerName(found.name);
    if (found?.kind === "bot") return t("seat.bot", { level: found.level ?? 0, n: seat + 1 });
    return t("seat.number", { n: seat + 1 });
  };

  say = (message: Message): string => messageText(this.game, message, this.name);

  isLegal(action: number): boolean {
    return this.moves().has(action);
  }

  label(action: number): string | undefined {
    const move = this.moves().get(action);
    return move === undefined ? undefined : this.say(move.label);
  }

  /** The chosen moves in words. */
  get choice(): string[] {
    const labels = this.chosen.map((action) => this.moves().get(action)?.label).filter((label) => label !== undefined);
    const merged = mergeMessages(labels);
    return merged === null ? labels.map(this.say) : [this.say(merged)];
  }

  winChance(action: number): number | null {
    return this.winChances.get(action) ?? null;
  }

  /** The best move of the last hint. */
  get best(): { action: number; chance: number } | null {
    let found: { action: number; chance: number } | null = null;
    for (const [action, chance] of this.winChances)
      if (found === null || chance > found.chance) found = { action, chance };
    return found;
  }

  private moves(): Map<number, MoveData> {
    if (this.legal.view !== this.shown) {
      this.legal = { view: this.shown, moves: new Map((this.shown?.moves ?? []).map((move) => [move.action, move])) };
    }
    return this.legal.moves;
  }

  // Selecting and sending moves

  select(action: number): void {
    this.clearRejection();
    if (this.sending) return;
    this.skipAhead(); // A tap ends the display of queued scenes.
    if (!this.isLegal(action) || !this.live) {
      void this.askWhyNot(action);
    } else if (!settings.confirm || this.chosen.includes(action)) {
      this.chosen = this.chosen.includes(action) ? this.chosen : [action];
      void this.send();
    } else {
      this.chosen = [action];
    }
  }

  propose(actions: readonly number[]): void {
    if (this.sending) return;
    this.clearRejection();
    this.chosen = [...actions];
  }

  /** Clear the selection; of moves being sent, those not sent yet. */
  takeBack(): void {
    this.chosen = [];
    this.clearRejection();
  }

  /** Drop the shown refusal and pending ones: the player does something else. */
  private clearRejection(): void {
    this.rejection = this.late = null;
    this.question += 1;
  }

  /** Send the selection. If the table has moved on, it stays selected as far as it is still legal. */
  async send(): Promise<void> {
    if (this.sending || this.chosen.length === 0) return;
    this.sending = true;
    try {
      while (this.chosen.length > 0) {
        const [action] = this.chosen as [number, ...number[]];
        const answer = await this.move(action);
        if (!answer.ok) {
          // A stale selection is checked again with the fresh view, which follows.
          if (answer.code !== "stale") {
            this.chosen = [];
            this.showRejection(answer);
          }
          return;
        }
        this.chosen = this.chosen.slice(1);
        this.unread = this.nextEvent();
      }
    } finally {
      this.sending = false;
      this.reconsider();
    }
  }

  /** Of several selected moves only the first has to be legal now; if it is not, the selection is dropped with a
   * message. */
  private reconsider(): void {
    const [first] = this.chosen;
    if (this.sending || first === undefined || this.isLegal(first)) return;
    this.chosen = [];
    if (this.shown?.over === false) this.rejection = { text: t("why.moved_on"), rule: null };
  }

  private move(action: number): Promise<Answer> {
    return this.socket.send({ type: "move", version: this.ply, action, seat: this.seat });
  }

  /** The server knows the rules: ask it to make the illegal move, and it refuses with its reason. */
  private async askWhyNot(action: number, again = false): Promise<void> {
    if (this.mySeat === null) {
      const why = this.reclaim.waits ? "prompt.returning" : "why.stand_in";
      this.rejection = { text: t(this.seat === null ? "why.spectator" : why), rule: null };
    } else if (this.shown?.over) {
      this.rejection = { text: t("why.over"), rule: null };
    } else if (this.connection !== "open") {
      this.rejection = { text: t("why.offline"), rule: null };
    } else {
      const question = (this.question += 1);
      const answer = await this.move(action);
      if (answer.ok || question !== this.question) return;
      if (answer.code === "stale") this.late = { action, again };
      else this.showRejection(answer);
    }
  }

  /** The table had moved on before the server could answer. A move that is still illegal is asked about again, once; a
   * move that has become legal must not be made by asking. */
  private askAgain(): void {
    const { late } = this;
    this.late = null;
    if (late === null) return;
    if (late.again || this.isLegal(late.action)) this.rejection = { text: t("why.moved_on"), rule: null };
    else void this.askWhyNot(late.action, true);
  }

  private showRejection(no: Extract<Answer, { ok: false }>): void {
    const facts = no.facts as { reason?: string };
    const text =
      no.code === "illegal" && facts.reason !== undefined
        ? this.say({ code: facts.reason, facts: no.facts as never, text: no.text })
        : refusal(no.code, no.text);
    this.rejection = { text, rule: no.rule };
  }

  /** Fetch the win chance of each of my moves, if the table allows hints. */
  async hint(): Promise<void> {
    if (this.hinting || !this.asked) return;
    const { seat, view, decision } = this;
    this.hinting = true;
    try {
      const found = await post<Api.RatedMove[]>(`/tables/${this.id}/hint`, { seat });
      // Too late if there is another decision now, or another viewer on this device.
      if (this.seat !== seat || this.decision !== decision || !sameMoves(view, this.shown)) return;
      this.winChances.clear();
      for (const one of found) this.winChances.set(one.action, one.chance);
    } catch (error) {
      this.failed(error);
    } finally {
      this.hinting = false;
    }
  }

  // Seats

  /** Leave the game to a bot. Resolves to true if it worked. */
  leave(): Promise<boolean> {
    return this.request("/leave");
  }

  /** Let a bot play for somebody who is gone. */
  standIn(seat: number): Promise<boolean> {
    return this.request(`/seats/${seat}/stand-in`);
  }

  private async ask(path: string): Promise<void> {
    const table = await post<TableData>(`/tables/${this.id}${path}`);
    // The websocket may have been faster and know more.
    if (table.revision < (this.table?.revision ?? 0)) return;
    this.table = table;
    this.clocks = table.clocks;
  }

  private async request(path: string): Promise<boolean> {
    try {
      await this.ask(path);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private failed(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.rejection = { text: refusal(error.code, error.message), rule: error.rule };
  }

  // Chat

  /** Send a chat message; resolves to the reason if it was refused. */
  async speak(text: string): Promise<string | null> {
    return errorOf(await this.socket.send({ type: "chat", text }));
  }

  async phrase(code: string): Promise<string | null> {
    return errorOf(await this.socket.send({ type: "phrase", code }));
  }

  /** See the table from another of my seats: pass and play. */
  async viewAs(seat: number | null): Promise<boolean> {
    this.takeBack();
    const answer = await this.socket.send({ type: "look", seat });
    if (!answer.ok) this.showRejection(answer);
    return answer.ok;
  }

  // Messages from the server

  /** The number of the first event not received yet. */
  private nextEvent(): number {
    const last = this.scenes.findLast((scene) => scene.events.length > 0)?.events.at(-1) ?? this.events.at(-1);
    return last === undefined ? 0 : last.n + 1;
  }

  private receive(message: Outgoing): void {
    switch (message.type) {
      case "welcome":
        this.syncClocks(message.now, message.table.clocks);
        this.table = message.table;
        this.setViewer(message.seat);
        this.chat = message.chat;
        if (message.view !== null) this.enqueue(message.view, message.events, true);
        break;
      case "update":
        this.syncClocks(message.now, message.clocks);
        this.setViewer(message.view.seat);
        this.enqueue(message.view, message.events, false);
        break;
      case "synced":
        this.syncClocks(message.now, message.clocks);
        this.setViewer(message.seat);
        if (message.view !== null) this.enqueue(message.view, message.events, true);
        this.askAgain();
        break;
      case "table":
        this.table = message.table;
        this.clocks = message.table.clocks;
        // Before the game people change seats; from then on the view says whose it is.
        if (this.shown === null) this.seat = this.mySeats[0] ?? null;
        break;
      case "said":
        this.chat = [...this.chat.filter((one) => one.n !== message.chat.n), message.chat].slice(-200);
        break;
      default:
        break;
    }
    this.reclaim.update();
  }

  private syncClocks(now: number, clocks: ClockData[]): void {
    this.skew = now - Date.now() / 1000;
    this.clocks = clocks;
  }

  /** Another viewer sees everything differently: drop what the previous one has received. */
  private setViewer(seat: number | null): void {
    if (this.seat === seat) return;
    this.seat = seat;
    this.events = [];
    this.news = [];
    this.scenes = [];
    this.chosen = [];
    this.clearRejection();
    this.winChances.clear();
    this.shown = null;
  }

  /** Queue a new view, or show it at once. An update older than the latest view is dropped. */
  private enqueue(view: View, events: EventView[], atOnce: boolean): void {
    if (!atOnce && view.ply < this.ply) return;
    const known = this.nextEvent();
    const asked = (view.seat === null ? null : this.clocks[view.seat]?.asked_at) ?? null;
    this.behind = true;
    this.scenes.push({ view, events: events.filter((event) => event.n >= known), asked });
    if (atOnce || !animationsOn() || document.hidden || this.scenes.length > PATIENCE) this.skipAhead();
    else if (!this.busy) this.play();
  }

  /** Show everything in the queue as one scene, now. */
  skipAhead(): void {
    clearTimeout(this.timer);
    this.busy = this.behind = false;
    const last = this.scenes.at(-1);
    if (last === undefined) return;
    const events = this.scenes.flatMap((one) => one.events);
    this.scenes = [];
    this.show({ ...last, events });
  }

  /** Show the queue, one scene after the other. */
  private play(): void {
    const scene = this.scenes.shift();
    if (scene === undefined) {
      this.busy = false;
      return;
    }
    this.behind = this.scenes.length > 0;
    this.show(scene);
    const pause = Math.max(0, ...scene.events.map((event) => this.dwell(event.code)));
    // The player may answer the last scene at once; only the next one waits.
    this.busy = this.scenes.length > 0 || pause > 0;
    if (this.busy) this.timer = setTimeout(() => this.play(), pause);
  }

  private show(scene: Scene): void {
    const before = this.shown;
    this.shown = scene.view;
    if (before === null) this.unread = (scene.events.at(-1)?.n ?? -1) + 1;
    if (scene.events.length > 0) {
      this.events = [...this.events, ...scene.events];
      this.news = before === null ? [] : scene.events;
    }
    // A hint is valid while the decision is the same, whatever others do meanwhile.
    if (this.decision !== scene.asked || !sameMoves(before, scene.view)) this.winChances.clear();
    this.decision = scene.asked;
    if (before?.ply !== scene.view.ply) this.rejection = null;
    this.reconsider();
  }
}

function sameMoves(one: View | null, other: View | null): boolean {
  const [a, b] = [one?.moves ?? [], other?.moves ?? []];
  return a.length === b.length && a.every(({ action }, n) => action === b[n]?.action);
}

function errorOf(answer: Answer): string | null {
  return answer.ok ? null : refusal(answer.code, answer.text);
}
