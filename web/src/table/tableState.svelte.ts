/** One table in this browser: its connection, what is shown, and the current selection. */
import { botName } from "$/bots/name";
import { GAMES, type Game } from "$/games/keys";
import { playerName, refusal, messageText, t } from "$/i18n/index.svelte";
import { settings } from "$/settings.svelte";
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
import { Hint } from "./hint.svelte";
import { mergeMessages } from "./mergeMessages";
import { Refusals } from "./refusals.svelte";
import { LookBack } from "./lookBack.svelte";
import { SceneQueue } from "./sceneQueue.svelte";
import { RoundEnding } from "./roundEnding";
import { endsRound, roundOf, scenesOf, type RoundOver, type Scene, type Timing } from "./scenes";

export class TableState implements GameContext {
  table: TableData | null = $state.raw(null);
  shown: View | null = $state.raw(null);
  seat: number | null = $state(null);
  events: EventView[] = $state.raw([]);
  /** The latest events, for the live region; not those from before we came. */
  told: EventView[] = $state.raw([]);
  /** The last round that ended while we were here. */
  roundOver: RoundOver | null = $state.raw(null);
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
  /** What is happening right now, in place of the prompt. */
  caption: Message | null = $state.raw(null);
  /** The server's clock minus ours, in seconds. */
  skew: number = $state(0);
  /** How long events stay, and the boards in between; set by the game's parts. */
  timing: Timing = { dwell: () => 0 };

  /** Taking my seat back from a stand-in bot. */
  readonly reclaim: SeatReclaim = new SeatReclaim(
    this,
    () => this.ask("/return"),
    (error) => this.failed(error),
  );

  /** The scenes that are still to be shown. */
  readonly queue: SceneQueue = new SceneQueue({
    show: (scene) => this.show(scene),
    rest: () => (this.caption = null),
    asks: (scene) => this.mySeat !== null && scene.view.waiting.includes(this.mySeat),
    timed: () => this.timed,
  });

  /** What has happened since my last move, step by step. */
  readonly lookBack: LookBack = new LookBack(this);

  /** Why something was refused. */
  readonly refusals: Refusals = new Refusals(this, (action) => this.move(action));

  /** The last hint for this decision. */
  readonly hint: Hint = new Hint(() => this.asked);

  private readonly socket: ReconnectingSocket;
  /** The decision that is shown, identified by `Scene.asked`. */
  private decision: number | null = null;
  /** Everybody's points when the current round began, as far as we saw it. */
  private roundStart: readonly number[] = [];
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
        this.refusals.askAgain();
      },
    });
  }

  close(): void {
    this.queue.close();
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

  /** The view on the screen: of the moment that is shown, or of an earlier one while the player looks back. */
  readonly displayed: View | null = $derived(this.lookBack.view ?? this.shown);
  private readonly captioned: View | null = $derived(
    this.displayed === null || this.caption === null || this.lookBack.view !== null
      ? this.displayed
      : { ...this.displayed, prompt: this.caption },
  );

  get view(): View {
    if (this.captioned === null) throw new Error("there is no view before the game");
    return this.captioned;
  }

  /** The latest view, even if it is not shown yet. */
  private get latest(): View | null {
    return this.queue.last?.view ?? this.shown;
  }

  /** The events that led to the view on the screen. */
  get news(): readonly EventView[] {
    return this.lookBack.view === null ? this.told : this.lookBack.events;
  }

  get busy(): boolean {
    return this.queue.busy;
  }

  get behind(): boolean {
    return this.queue.behind;
  }

  /** The server's clock now, in seconds. */
  get now(): number {
    return Date.now() / 1000 + this.skew;
  }

  /** When the latest move was made: since then somebody is asked, unless the game is over. */
  private get lastMoveAt(): number {
    const asked = this.clocks.flatMap(({ asked_at }) => asked_at ?? []);
    return asked.length > 0 ? Math.max(...asked) : this.now;
  }

  /** Whether my time is running out. */
  get timed(): boolean {
    const { mySeat } = this;
    return mySeat !== null && this.latest?.waiting.includes(mySeat) === true && this.clocks[mySeat]?.deadline != null;
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
    const here = this.mySeat !== null && this.lookBack.view === null;
    return here && !this.behind && !this.sending && this.shown?.over === false;
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
    if (found?.name) return playerName(found);
    if (found?.kind === "bot") return botName(found.level ?? 0, seat);
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
    return this.hint.best?.action === action ? this.hint.best.chance : null;
  }

  private moves(): Map<number, MoveData> {
    if (this.legal.view !== this.shown) {
      this.legal = { view: this.shown, moves: new Map((this.shown?.moves ?? []).map((move) => [move.action, move])) };
    }
    return this.legal.moves;
  }

  // Selecting and sending moves

  select(action: number): void {
    this.refusals.clear();
    if (this.sending) return;
    if (this.lookBack.view !== null || this.queue.tally !== null) return;
    this.queue.skip(); // A tap ends the display of queued scenes.
    if (!this.isLegal(action) || !this.live) {
      void this.refusals.askWhyNot(action);
    } else if (!settings.confirm || this.chosen.includes(action)) {
      this.chosen = this.chosen.includes(action) ? this.chosen : [action];
      void this.send();
    } else {
      this.chosen = [action];
    }
  }

  propose(actions: readonly number[]): void {
    if (this.sending) return;
    this.refusals.clear();
    this.chosen = [...actions];
  }

  /** Clear the selection; of moves being sent, those not sent yet. */
  takeBack(): void {
    this.chosen = [];
    this.refusals.clear();
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
            this.refusals.show(answer);
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
    if (!this.over) this.refusals.say("why.moved_on");
  }

  private move(action: number): Promise<Answer> {
    return this.socket.send({ type: "move", version: this.ply, action, seat: this.seat });
  }

  /** Ask for the best of my moves and why it is the best, if the table allows hints. */
  async askForHint(): Promise<void> {
    const { seat, view, decision } = this;
    this.refusals.clear();
    try {
      // Too late if there is another decision now, or another viewer on this device.
      await this.hint.ask(
        () => post<Api.RatedMove[]>(`/tables/${this.id}/hint`, { seat }),
        () => this.seat === seat && this.decision === decision && sameMoves(view, this.shown),
      );
    } catch (error) {
      this.failed(error);
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
    this.refusals.shown = { text: refusal(error.code, error.message, error.facts), rule: error.rule };
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
    if (!answer.ok) this.refusals.show(answer);
    return answer.ok;
  }

  // Messages from the server

  /** The number of the first event not received yet. */
  private nextEvent(): number {
    const last = this.queue.lastEvent ?? this.events.at(-1);
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
        this.refusals.askAgain();
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
      case "removed":
        this.chat = this.chat.map((one) =>
          one.n === message.n ? { ...one, text: "", phrase: null, removed: true } : one,
        );
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
    this.told = [];
    this.queue.clear();
    this.lookBack.close();
    this.caption = null;
    this.chosen = [];
    this.refusals.clear();
    this.hint.clear();
    this.shown = null;
  }

  /** Queue a new view, or show it at once. An update older than the latest view is dropped. */
  private enqueue(after: View, all: EventView[], fresh: boolean): void {
    if (!fresh && after.ply < this.ply) return;
    // After a break everything is shown at once; but whoever reads a tally goes on reading.
    const atOnce = fresh && this.queue.tally === null;
    const before = this.latest;
    const known = this.nextEvent();
    const asked = (after.seat === null ? null : this.clocks[after.seat]?.asked_at) ?? null;
    const events = all.filter((event) => event.n >= known);
    const told = { before, after, events, asked };
    const start = this.roundStart;
    if (before === null || roundOf(before) !== roundOf(after)) this.roundStart = after.scores;
    const ends = before !== null && endsRound(before, after);
    if (ends) {
      const { over, scores } = after;
      this.roundOver = { round: roundOf(before), before: start, after: scores, over, at: this.lastMoveAt };
    }
    const still = settings.pace === "off";
    // The result of a game has its points, too; those of a round are told by the tally alone.
    if (atOnce || before === null || (still && (!ends || after.over))) {
      const untold = atOnce ? this.queue.clear() : [];
      const scene = { view: after, asked, caption: null, stay: 0, passing: false, step: false, tally: null };
      this.queue.add([{ ...scene, events: [...untold, ...events] }]);
    } else if (ends && this.roundOver !== null) {
      const end = new RoundEnding({ ...told, before }, this.roundOver, this.timing, this.mySeat);
      if (still) this.queue.add(end.scenes([]));
      else this.queue.addLater(end.scenes([]), end.fetched(this.id));
    } else {
      this.queue.add(scenesOf(told, this.timing, this.mySeat));
    }
  }

  private show(scene: Scene): void {
    const before = this.shown;
    this.shown = scene.view;
    this.caption = scene.caption;
    if (before === null) this.unread = (scene.events.at(-1)?.n ?? -1) + 1;
    if (scene.events.length > 0) {
      this.events = [...this.events, ...scene.events];
      this.told = before === null ? [] : scene.events;
    }
    // A hint is valid while the decision is the same, whatever others do meanwhile.
    if (this.decision !== scene.asked || !sameMoves(before, scene.view)) this.hint.clear();
    this.decision = scene.asked;
    if (before?.ply !== scene.view.ply) this.refusals.dismiss();
    this.reconsider();
  }
}

function sameMoves(one: View | null, other: View | null): boolean {
  const [a, b] = [one?.moves ?? [], other?.moves ?? []];
  return a.length === b.length && a.every(({ action }, n) => action === b[n]?.action);
}

function errorOf(answer: Answer): string | null {
  return answer.ok ? null : refusal(answer.code, answer.text, answer.facts);
}
