/** One table in this browser: its connection, what is shown, and the choice that is being made. */
import { SvelteMap } from "svelte/reactivity";
import { refusal, said, t, type Game } from "$/i18n/index.svelte";
import { moving, settings } from "$/settings.svelte";
import type { ChatData, ClockData, EventView, Message, Outgoing, TableData, View } from "$/generated/outgoing";
import type { Api } from "$/net/api";
import { post, Refused } from "$/net/api";
import { Wire, type Answer, type State } from "$/net/wire";
import type { Sight } from "./sight";

/** Why something was not possible, as it is shown. */
export interface Complaint {
  text: string;
  rule: string | null;
}

interface Scene {
  view: View;
  events: EventView[];
}

/** More scenes than this are not shown one by one any more. */
const PATIENCE = 8;

export class Sitting implements Sight {
  table: TableData | null = $state.raw(null);
  shown: View | null = $state.raw(null);
  seat: number | null = $state(null);
  events: EventView[] = $state.raw([]);
  /** What has just happened, for the live region. */
  news: EventView[] = $state.raw([]);
  chat: ChatData[] = $state.raw([]);
  clocks: ClockData[] = $state.raw([]);
  connection: State = $state("connecting");
  ended: { code: string; text: string } | null = $state.raw(null);
  chosen: number[] = $state.raw([]);
  sending: boolean = $state(false);
  complaint: Complaint | null = $state.raw(null);
  busy: boolean = $state(false);
  /** The house's clock less ours, in seconds. */
  skew = 0;
  /** How long events stay; the game's pieces set it. */
  dwell: (code: string) => number = () => 0;

  private readonly wire: Wire;
  private readonly worths = new SvelteMap<number, number>();
  private scenes: Scene[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly legal: Map<number, string> = $derived(
    new Map((this.shown?.moves ?? []).map((move) => [move.action, this.say(move.label)])),
  );

  constructor(readonly id: string) {
    this.wire = new Wire(`/ws/tables/${id}`, {
      since: () => this.seen(),
      message: (message) => this.heard(message),
      state: (state, why) => {
        this.connection = state;
        this.ended = why ?? null;
      },
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.wire.close();
  }

  /** Somebody who only looked has a name now: the house is to know whose connection this is. */
  introduce(): void {
    this.wire.renew();
  }

  // What is seen

  get game(): Game {
    return (this.table?.game ?? "hagakure") as Game;
  }

  get view(): View {
    if (this.shown === null) throw new Error("there is no view before the game");
    return this.shown;
  }

  get board(): unknown {
    return this.view.board;
  }

  get live(): boolean {
    return this.mine !== null && !this.busy && !this.sending && this.shown?.over === false;
  }

  /** My seat, if the eyes are my own and nobody plays for me. */
  get mine(): number | null {
    const seat = this.seat === null ? undefined : this.table?.seats[this.seat];
    return seat?.yours && !seat.stand_in ? seat.seat : null;
  }

  /** Whether I am asked. */
  get asked(): boolean {
    return this.live && this.mine !== null && (this.shown?.waiting.includes(this.mine) ?? false);
  }

  name = (seat: number): string => {
    const found = this.table?.seats[seat];
    if (found?.name) return found.name;
    if (found?.kind === "bot") return t("seat.bot", { level: found.level ?? 0, n: seat + 1 });
    return t("seat.number", { n: seat + 1 });
  };

  say = (message: Message): string => said(this.game, message, this.name);

  may(action: number): boolean {
    return this.legal.has(action);
  }

  label(action: number): string | undefined {
    return this.legal.get(action);
  }

  worth(action: number): number | null {
    return this.worths.get(action) ?? null;
  }

  // Choosing

  touch(action: number): void {
    this.complaint = null;
    if (this.sending) return;
    if (!this.may(action) || !this.live) {
      void this.askWhyNot(action);
    } else if (!settings.confirm || this.chosen.includes(action)) {
      this.chosen = this.chosen.includes(action) ? this.chosen : [action];
      void this.send();
    } else {
      this.chosen = [action];
    }
  }

  propose(actions: readonly number[]): void {
    this.complaint = null;
    this.chosen = [...actions];
  }

  takeBack(): void {
    this.chosen = [];
    this.complaint = null;
  }

  /** Send the choice. What was not accepted is not lost: it stays chosen where it still can be. */
  async send(): Promise<void> {
    if (this.sending || this.chosen.length === 0) return;
    this.sending = true;
    try {
      while (this.chosen.length > 0) {
        const [action, ...rest] = this.chosen as [number, ...number[]];
        const answer = await this.move(action);
        if (!answer.ok) {
          this.chosen = [];
          if (answer.code !== "stale") this.complain(answer);
          return;
        }
        this.chosen = rest;
      }
    } finally {
      this.sending = false;
    }
  }

  private move(action: number): Promise<Answer> {
    const latest = this.scenes.at(-1)?.view ?? this.view;
    return this.wire.send({ type: "move", version: latest.ply, action, seat: this.seat });
  }

  /** The house knows the rules: it is asked to make the move, which it will refuse with its reason. */
  private async askWhyNot(action: number): Promise<void> {
    if (this.mine === null) {
      this.complaint = { text: t(this.seat === null ? "why.spectator" : "why.stand_in"), rule: null };
    } else if (this.shown?.over) {
      this.complaint = { text: t("why.over"), rule: null };
    } else {
      const answer = await this.move(action);
      if (!answer.ok) this.complain(answer);
    }
  }

  private complain(no: Extract<Answer, { ok: false }>): void {
    const facts = no.facts as { reason?: string };
    const text =
      no.code === "illegal" && facts.reason !== undefined
        ? this.say({ code: facts.reason, facts: no.facts as never, text: no.text })
        : refusal(no.code, no.text);
    this.complaint = { text, rule: no.rule };
  }

  /** What each of my moves is worth, where the table allows it. */
  async hint(): Promise<void> {
    const { ply } = this.view;
    try {
      const found = await post<Api.WorthData[]>(`/tables/${this.id}/hint`, { seat: this.seat });
      if (this.shown?.ply !== ply) return;
      this.worths.clear();
      for (const one of found) this.worths.set(one.action, one.chance);
    } catch (error) {
      if (error instanceof Refused) this.complaint = { text: refusal(error.code, error.message), rule: error.rule };
    }
  }

  // Talking

  async speak(text: string): Promise<void> {
    const answer = await this.wire.send({ type: "chat", text });
    if (!answer.ok) this.complain(answer);
  }

  async phrase(code: string): Promise<void> {
    const answer = await this.wire.send({ type: "phrase", code });
    if (!answer.ok) this.complain(answer);
  }

  /** Look with the eyes of another of my seats: pass and play. */
  async look(seat: number | null): Promise<void> {
    this.takeBack();
    await this.wire.send({ type: "look", seat });
  }

  // Hearing

  /** The number of the first event that was not heard of yet. */
  private seen(): number {
    const last = this.scenes.findLast((scene) => scene.events.length > 0)?.events.at(-1) ?? this.events.at(-1);
    return last === undefined ? 0 : last.n + 1;
  }

  private heard(message: Outgoing): void {
    switch (message.type) {
      case "welcome":
        this.skew = message.now - Date.now() / 1000;
        this.table = message.table;
        this.clocks = message.table.clocks;
        this.seat = message.seat;
        this.chat = message.chat;
        if (message.view !== null) this.arrive({ view: message.view, events: message.events }, true);
        break;
      case "update":
        this.skew = message.now - Date.now() / 1000;
        this.clocks = message.clocks;
        this.arrive({ view: message.view, events: message.events }, false);
        break;
      case "synced":
        this.skew = message.now - Date.now() / 1000;
        this.clocks = message.clocks;
        if (this.seat !== message.seat) this.events = [];
        this.seat = message.seat;
        if (message.view !== null) this.arrive({ view: message.view, events: message.events }, true);
        break;
      case "table":
        this.table = message.table;
        this.clocks = message.table.clocks;
        if (this.seat === null) {
          const own = message.table.seats.find((seat) => seat.yours);
          if (own !== undefined && this.shown === null) this.seat = own.seat;
        }
        break;
      case "said":
        this.chat = [...this.chat, message.chat].slice(-200);
        break;
      default:
        break;
    }
  }

  /** A new view: shown at once, or when those before it have been seen. */
  private arrive(scene: Scene, atOnce: boolean): void {
    const known = this.seen();
    const fresh = { view: scene.view, events: scene.events.filter((event) => event.n >= known) };
    if (atOnce || !moving() || document.hidden || this.scenes.length >= PATIENCE) {
      clearTimeout(this.timer);
      const events = [...this.scenes.flatMap((one) => one.events), ...fresh.events];
      this.scenes = [];
      this.busy = false;
      this.show({ view: fresh.view, events });
    } else {
      this.scenes.push(fresh);
      if (!this.busy) this.play();
    }
  }

  /** Show what is waiting, one after the other. */
  private play(): void {
    const scene = this.scenes.shift();
    if (scene === undefined) {
      this.busy = false;
      return;
    }
    this.show(scene);
    const pause = Math.max(0, ...scene.events.map((event) => this.dwell(event.code)));
    // The last one is not waited for: whoever is asked may answer at once.
    this.busy = this.scenes.length > 0 || pause > 0;
    if (this.busy) this.timer = setTimeout(() => this.play(), pause);
  }

  private show(scene: Scene): void {
    const before = this.shown;
    this.shown = scene.view;
    if (scene.events.length > 0) {
      this.events = [...this.events, ...scene.events];
      this.news = scene.events;
    }
    if (before?.ply !== scene.view.ply) {
      this.worths.clear();
      this.complaint = null;
      if (!this.sending) this.chosen = this.chosen.filter((action) => this.legal.has(action));
    }
  }
}
