/** One table in this browser: its connection, what is shown, and the choice that is being made. */
import { SvelteMap } from "svelte/reactivity";
import { GAMES, type Game } from "$/games/keys";
import { playerName, refusal, said, t } from "$/i18n/index.svelte";
import { moving, settings } from "$/settings.svelte";
import type { ChatData, ClockData, EventView, Message, MoveData, Outgoing, TableData, View } from "$/generated/outgoing";
import type { Api } from "$/net/api";
import { post, ApiError } from "$/net/api";
import { ReconnectingSocket, type Answer, type CloseReason, type State } from "$/net/reconnectingSocket";
import { SeatReclaim } from "./seatReclaim.svelte";
import type { GameContext } from "./gameContext";
import { mergeMessages } from "./mergeMessages";

/** Why something was not possible, as it is shown. */
export interface Rejection {
  text: string;
  rule: string | null;
}

interface Scene {
  view: View;
  events: EventView[];
  /** Since when the seat is asked: this tells one decision from the next. */
  asked: number | null;
}

/** More scenes than this are not shown one by one any more. */
const PATIENCE = 8;

export class TableState implements GameContext {
  table: TableData | null = $state.raw(null);
  shown: View | null = $state.raw(null);
  seat: number | null = $state(null);
  events: EventView[] = $state.raw([]);
  /** What has just happened, for the live region; what had happened before we came is no news. */
  news: EventView[] = $state.raw([]);
  /** The number of the first event that is new: since my last move, or since we came. */
  unread: number = $state(0);
  chat: ChatData[] = $state.raw([]);
  clocks: ClockData[] = $state.raw([]);
  connection: State = $state("connecting");
  /** What the house said when the connection was lost; null if it said nothing, or the connection is there. */
  closeReason: CloseReason | null = $state.raw(null);
  /** The connection came back a moment ago, and so many moves were sent once more. */
  back: { resent: number } | null = $state.raw(null);
  ended: CloseReason | null = $state.raw(null);
  chosen: number[] = $state.raw([]);
  sending: boolean = $state(false);
  hinting: boolean = $state(false);
  rejection: Rejection | null = $state.raw(null);
  /** Whether what happened is still being shown. */
  busy: boolean = $state(false);
  /** Whether there is more to show: then what is seen is not yet the table as it is. */
  behind: boolean = $state(false);
  /** The house's clock less ours, in seconds. */
  skew: number = $state(0);
  /** How long events stay; the game's pieces set it. */
  dwell: (code: string) => number = () => 0;

  /** Taking my seat back from the bot that stood in. */
  readonly reclaim: SeatReclaim = new SeatReclaim(
    this,
    () => this.ask("/return"),
    (error) => this.failed(error),
  );

  private readonly socket: ReconnectingSocket;
  private readonly winChances = new SvelteMap<number, number>();
  private scenes: Scene[] = [];
  /** The decision that is shown, as `Scene.asked` names it. */
  private decision: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the questions why something cannot be done: the answer to an old one is not wanted any more. */
  private question = 0;
  /** A question for which the table had moved on: it is put again, once, when the fresh view is here. */
  private late: { action: number; again: boolean } | null = null;
  private legal: { view: View | null; moves: Map<number, MoveData> } = { view: null, moves: new Map() };

  constructor(readonly id: string) {
    this.socket = new ReconnectingSocket(`/ws/tables/${id}`, {
      // After a break the house may see us with other eyes; then all that those saw is needed, not only the gap.
      since: () => (this.seat !== null && this.mySeats.length === 1 ? this.nextEvent() : 0),
      message: (message) => this.receive(message),
      state: (state, why) => {
        this.connection = state;
        // What was said first holds until the connection is back: those who try in vain hear nothing more.
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

  /** Somebody who only looked has a name now: the house is to know whose connection this is. */
  reconnect(): void {
    this.socket.reconnect();
  }

  // What is seen

  get game(): Game {
    return (this.table?.game ?? GAMES[0]) as Game;
  }

  get view(): View {
    if (this.shown === null) throw new Error("there is no view before the game");
    return this.shown;
  }

  /** The table as it is, though it may not be shown yet. */
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

  /** My seat, if the eyes are my own and nobody plays for me. */
  get mySeat(): number | null {
    const seat = this.seat === null ? undefined : this.table?.seats[this.seat];
    return seat?.yours && !seat.stand_in ? seat.seat : null;
  }

  /** The seats of mine: at a table on one device there may be several. */
  get mySeats(): number[] {
    return (this.table?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.seat);
  }

  /** Whether I am asked. */
  get asked(): boolean {
    return this.live && this.mySeat !== null && (this.shown?.waiting.includes(this.mySeat) ?? false);
  }

  name = (seat: number): string => {
    const found = this.table?.seats[seat];
    if (found?.name) return playerName(found.name);
    if (found?.kind === "bot") return t("seat.bot", { level: found.level ?? 0, n: seat + 1 });
    return t("seat.number", { n: seat + 1 });
  };

  say = (message: Message): string => said(this.game, message, this.name);

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

  /** What a hint holds for the best move, if one was given. */
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

  // Choosing

  select(action: number): void {
    this.clearRejection();
    if (this.sending) return;
    this.skipAhead(); // Whoever touches something does not want to watch any longer.
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

  /** Of a choice that is being sent, what has not gone out yet is taken back. */
  takeBack(): void {
    this.chosen = [];
    this.clearRejection();
  }

  /** Whatever was complained about, or still will be, is over: somebody does something else. */
  private clearRejection(): void {
    this.rejection = this.late = null;
    this.question += 1;
  }

  /** Send the choice. What was not accepted because the table had moved on is not lost: it stays where it still can. */
  async send(): Promise<void> {
    if (this.sending || this.chosen.length === 0) return;
    this.sending = true;
    try {
      while (this.chosen.length > 0) {
        const [action] = this.chosen as [number, ...number[]];
        const answer = await this.move(action);
        if (!answer.ok) {
          // A stale choice is looked at again when the fresh view is here, which follows.
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

  /** Several moves may be one choice of which only the first is possible now; if not even that is, it is gone, and not
   * without a word. */
  private reconsider(): void {
    const [first] = this.chosen;
    if (this.sending || first === undefined || this.isLegal(first)) return;
    this.chosen = [];
    if (this.shown?.over === false) this.rejection = { text: t("why.moved_on"), rule: null };
  }

  private move(action: number): Promise<Answer> {
    return this.socket.send({ type: "move", version: this.ply, action, seat: this.seat });
  }

  /** The house knows the rules: it is asked to make the move, which it will refuse with its reason. */
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

  /** The table had moved on before the house could say why not. What cannot be done now either is asked for again; what
   * has become possible must not be done by asking, and whoever plays faster than we ask is not chased. */
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

  /** What each of my moves is worth, where the table allows it. */
  async hint(): Promise<void> {
    if (this.hinting || !this.asked) return;
    const { seat, view, decision } = this;
    this.hinting = true;
    try {
      const found = await post<Api.RatedMove[]>(`/tables/${this.id}/hint`, { seat });
      // Too late if something else is to be decided now, or by somebody else on this device.
      if (this.seat !== seat || this.decision !== decision || !sameMoves(view, this.shown)) return;
      this.winChances.clear();
      for (const one of found) this.winChances.set(one.action, one.chance);
    } catch (error) {
      this.failed(error);
    } finally {
      this.hinting = false;
    }
  }

  // Who plays

  /** Get up: a bot plays on. Whether it was done. */
  leave(): Promise<boolean> {
    return this.request("/leave");
  }

  /** Let a bot play on for somebody who is gone. */
  standIn(seat: number): Promise<boolean> {
    return this.request(`/seats/${seat}/stand-in`);
  }

  private async ask(path: string): Promise<void> {
    const table = await post<TableData>(`/tables/${this.id}${path}`);
    // The websocket may have been faster, and may know more by now.
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

  // Talking

  /** Say something; why not, if it was not possible. */
  async speak(text: string): Promise<string | null> {
    return errorOf(await this.socket.send({ type: "chat", text }));
  }

  async phrase(code: string): Promise<string | null> {
    return errorOf(await this.socket.send({ type: "phrase", code }));
  }

  /** Look with the eyes of another of my seats: pass and play. */
  async viewAs(seat: number | null): Promise<boolean> {
    this.takeBack();
    const answer = await this.socket.send({ type: "look", seat });
    if (!answer.ok) this.showRejection(answer);
    return answer.ok;
  }

  // Hearing

  /** The number of the first event that was not heard of yet. */
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
        // Before the game people sit down, move over and get up; from then on the view says whose eyes these are.
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

  /** With other eyes everything was seen otherwise: what was heard before is not ours. */
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

  /** A new view: shown at once, or when those before it have been seen. An update that is older than what is there is
   * dropped. */
  private enqueue(view: View, events: EventView[], atOnce: boolean): void {
    if (!atOnce && view.ply < this.ply) return;
    const known = this.nextEvent();
    const asked = (view.seat === null ? null : this.clocks[view.seat]?.asked_at) ?? null;
    this.behind = true;
    this.scenes.push({ view, events: events.filter((event) => event.n >= known), asked });
    if (atOnce || !moving() || document.hidden || this.scenes.length > PATIENCE) this.skipAhead();
    else if (!this.busy) this.play();
  }

  /** Show everything that is waiting as one scene, now. */
  skipAhead(): void {
    clearTimeout(this.timer);
    this.busy = this.behind = false;
    const last = this.scenes.at(-1);
    if (last === undefined) return;
    const events = this.scenes.flatMap((one) => one.events);
    this.scenes = [];
    this.show({ ...last, events });
  }

  /** Show what is waiting, one after the other. */
  private play(): void {
    const scene = this.scenes.shift();
    if (scene === undefined) {
      this.busy = false;
      return;
    }
    this.behind = this.scenes.length > 0;
    this.show(scene);
    const pause = Math.max(0, ...scene.events.map((event) => this.dwell(event.code)));
    // Whoever is asked by the last one may answer at once; only what comes next waits.
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
    // A hint is good for as long as the decision is the same, whatever others do meanwhile.
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
