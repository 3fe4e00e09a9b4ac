/** A lesson being taken: the table, what is said about it, and what the learner tries. The games' components see it like a
 * live table. */
import type { Game } from "$/games/keys";
import { botName } from "$/bots/name";
import { messageText, refusal, t } from "$/i18n/index.svelte";
import type { EventView, Message, MoveData, View } from "$/generated/outgoing";
import { post, ApiError, type Api } from "$/net/api";
import { session } from "$/net/session.svelte";
import { settings } from "$/settings.svelte";
import type { GameContext } from "$/table/gameContext";
import { FACTORS } from "$/table/sceneQueue.svelte";
import { lessonText, type LessonText } from "./text";

/** How long a move stays at normal speed before the next one, in milliseconds, if the game's parts do not ask for more. */
const PAUSE = 700;

/** The answer to the last attempt. */
export interface Answer {
  kind: "reached" | "not-this" | "illegal" | "problem";
  text: string;
  rule: string | null;
}

/** The level whose characters sit at the table of a lesson. */
export const COMPANY = 2;

export class LessonState implements GameContext {
  view: View = $state.raw(undefined as unknown as View);
  news: readonly EventView[] = $state.raw([]);
  chosen: readonly number[] = $state.raw([]);
  /** What is said about the table now. */
  text: LessonText | null = $state.raw(null);
  rules: readonly string[] = $state.raw([]);
  /** What the text points at. */
  point: readonly Api.Spot[] = $state.raw([]);
  goal: Api.LessonGoal | null = $state.raw(null);
  answer: Answer | null = $state.raw(null);
  /** Whether there is something to read before the lesson goes on. */
  stopped: boolean = $state(false);
  /** Whether moves are being shown. */
  showing: boolean = $state(false);
  sending: boolean = $state(false);
  /** Whether the lesson has been taken to its end. */
  over: boolean = $state(false);
  done: number = $state(0);
  /** Whether the learner has asked to be shown the moves that reach the goal. */
  shownMoves: boolean = $state(false);
  /** How long events stay; set by the game's parts. */
  dwell: (code: string) => number = () => 0;

  private choices: number[] = [];
  private frames: Api.LessonFrame[] = [];
  private next: Api.LessonGoal | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private legal: { view: View | null; moves: Map<number, MoveData> } = { view: null, moves: new Map() };

  private constructor(
    readonly game: Game,
    readonly id: string,
    private first: Api.LessonData,
  ) {
    this.restart();
  }

  /** Open a lesson. */
  static async open(game: Game, id: string): Promise<LessonState> {
    return new LessonState(game, id, await post<Api.LessonData>(`/games/${game}/lessons/${id}`));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Begin the lesson again. */
  restart(): void {
    this.choices = [];
    this.chosen = [];
    this.answer = null;
    this.over = false;
    this.take(this.first);
  }

  // GameContext

  get board(): unknown {
    return this.view.board;
  }

  get seat(): number {
    return this.first.seat;
  }

  get seats(): number {
    return this.first.seats;
  }

  /** Places of the table that are not needed yet. */
  get hidden(): readonly string[] {
    return this.first.hide;
  }

  get goals(): number {
    return this.first.goals;
  }

  get live(): boolean {
    return this.goal !== null && !this.sending;
  }

  name = (seat: number): string => {
    if (seat !== this.seat) return botName(COMPANY, seat);
    return session.me === null || session.me.guest ? t("lesson.player") : session.me.name;
  };

  say = (message: Message): string => messageText(this.game, message, this.name);

  /** A text of the lesson in the reader's language. */
  read = (text: LessonText): string => lessonText(text, this.name);

  isLegal(action: number): boolean {
    return this.moves().has(action);
  }

  label(action: number): string | undefined {
    const move = this.moves().get(action);
    return move === undefined ? undefined : this.say(move.label);
  }

  winChance(): null {
    return null;
  }

  /** The moves to light. */
  get lit(): readonly number[] {
    return this.goal !== null && (this.goal.lit || this.shownMoves) ? [...this.goal.moves, ...this.goal.ahead] : [];
  }

  select(action: number): void {
    if (this.live) void this.attempt(this.chosen.includes(action) ? this.chosen : [action]);
  }

  propose(actions: readonly number[]): void {
    if (this.live) this.chosen = [...actions];
  }

  /** Try the selected moves. */
  send(): void {
    if (this.live && this.chosen.length > 0) void this.attempt(this.chosen);
  }

  takeBack(): void {
    this.chosen = [];
    this.answer = null;
  }

  private moves(): Map<number, MoveData> {
    if (this.legal.view !== this.view) {
      this.legal = { view: this.view, moves: new Map(this.view.moves.map((move) => [move.action, move])) };
    }
    return this.legal.moves;
  }

  // The course of the lesson

  /** Go on: after something to read, or past the moves that are being shown. */
  proceed(): void {
    if (this.stopped) this.answer = null; // it was read together with the text
    if (this.stopped || this.showing) this.showNext();
  }

  private async attempt(actions: readonly number[]): Promise<void> {
    this.sending = true;
    this.chosen = actions;
    const choices = this.choices;
    try {
      for (const action of actions) {
        const data = await post<Api.LessonData>(`/games/${this.game}/lessons/${this.id}`, {
          choices,
          attempt: action,
        });
        if (this.closed || this.choices !== choices) return; // left, or begun again
        this.judge(data.verdict);
        if (data.verdict?.result !== "reached") return;
        choices.push(action);
        this.chosen = this.chosen.slice(1);
        this.take(data);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.answer = { kind: "problem", text: refusal(error.code, error.message, error.facts), rule: null };
    } finally {
      this.sending = false;
      this.chosen = [];
    }
  }

  private judge(verdict: Api.Verdict | null): void {
    if (verdict === null) return;
    const { reason, say, result } = verdict;
    if (reason !== null)
      this.answer = { kind: "illegal", text: this.say(reason as unknown as Message), rule: reason.rule };
    else this.answer = say === null ? null : { kind: result, text: this.read(say), rule: null };
  }

  private take(data: Api.LessonData): void {
    this.done = data.done;
    this.frames = [...data.frames];
    this.next = data.goal;
    this.goal = null;
    this.shownMoves = false;
    this.showNext();
  }

  /** Show the next frame, or what is asked after the last one. */
  private showNext(): void {
    clearTimeout(this.timer);
    [this.stopped, this.showing] = [false, false];
    const frame = this.frames.shift();
    if (frame !== undefined) this.show(frame);
    if (this.frames.length === 0) this.ask(frame);
    else if (frame?.say != null) this.stopped = true;
    else this.wait(frame);
  }

  private show(frame: Api.LessonFrame): void {
    this.view = frame.view as unknown as View;
    this.news = frame.events as unknown as EventView[];
    this.rules = frame.rules;
    this.point = frame.point;
    if (frame.say !== null || frame.mover !== null) this.text = frame.say;
    if (this.answer?.kind !== "reached") this.answer = null; // praise stays visible
  }

  private wait(frame: Api.LessonFrame | undefined): void {
    const stays = Math.max(PAUSE, ...(frame?.events ?? []).map((event) => this.dwell(event.code)));
    this.showing = true;
    this.timer = setTimeout(() => this.showNext(), stays * FACTORS[settings.pace]);
  }

  /** Everything is shown: ask for the next goal, or end the lesson. The last text stays. */
  private ask(frame: Api.LessonFrame | undefined): void {
    this.goal = this.next;
    if (this.goal === null) {
      this.over = true;
      return;
    }
    if (frame?.say == null) this.point = this.goal.point;
    if (this.goal.rules.length > 0) this.rules = this.goal.rules;
  }
}
