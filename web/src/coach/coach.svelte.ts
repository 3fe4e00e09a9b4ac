/** Coach marks: what a newcomer is told when something happens for the first time. Each is told once. */
import type { Api } from "$/net/api";
import * as memory from "./memory.svelte";

export class Coach {
  /** The current tip. */
  mark: Api.CoachMark | null = $state.raw(null);
  /** The question how to learn the game, or then its goal; null afterwards. */
  step: "offer" | "goal" | null = $state(null);

  private course: Api.CourseData | null = $state.raw(null);
  /** Marks of events that have happened, in their order. */
  private waiting: readonly Api.CoachMark[] = $state.raw([]);
  /** What has happened before the course was loaded. */
  private early: string[] = [];
  /** The prompt that I am asked; null if it is somebody else's turn. */
  private prompt: string | null = null;

  /** Whether to show a plain table: decided when it is opened, so that nothing moves later. */
  readonly plain: boolean;

  constructor(readonly game: string) {
    this.plain = memory.isFirstGame(game);
  }

  /** Whether there may be tips. */
  get wanted(): boolean {
    return memory.wantsTips(this.game);
  }

  /** Places of a plain table that nothing has needed yet. */
  hidden: readonly string[] = $state.raw([]);

  /** The goal of the game, and its lessons. */
  get introduction(): Api.CourseData | null {
    return this.course;
  }

  /** The course has been loaded. */
  begin(course: Api.CourseData): void {
    this.course = course;
    this.hide();
    if (this.wanted && !memory.isIntroduced(this.game, course.lessons)) this.step = "offer";
    // What happened meanwhile is not told any more, but what it needs is shown.
    for (const code of [...this.early, ...(this.prompt === null ? [] : [this.prompt])]) this.need(code);
    this.pick();
  }

  /** Play with tips: first the goal. */
  showMe(): void {
    memory.introduce(this.game, false);
    this.step = "goal";
  }

  /** The player goes to the lessons; after returning, they get the remaining tips. */
  learn(): void {
    memory.introduce(this.game, false);
    this.step = null;
  }

  /** The player knows the game. */
  skip(): void {
    memory.introduce(this.game, true);
    this.stop();
  }

  /** No more tips in any game. */
  turnOff(): void {
    memory.tips.on = false;
    this.stop();
  }

  private stop(): void {
    this.step = this.mark = null;
    this.waiting = [];
    this.hide();
  }

  /** A plain table shows less, and never less than before. */
  private hide(): void {
    const places = this.plain && this.wanted ? (this.course?.plain ?? []) : [];
    this.hidden = places.map(({ place }) => place).filter((place) => !memory.isNeeded(this.game, place));
  }

  /** Something has happened that needs these places from now on. */
  private need(code: string): void {
    const places = (this.course?.plain ?? []).filter(({ place, until }) => {
      return until.includes(code) && this.hidden.includes(place);
    });
    for (const { place } of places) memory.markNeeded(this.game, place);
    if (places.length > 0) this.hide();
  }

  /** The current card or mark has been read. */
  dismiss(): void {
    if (this.step === "goal") {
      this.step = null;
      // Whoever may move now is told how, before what the others have done meanwhile.
      this.mark = this.asks();
    } else if (this.step === "offer") this.learn();
    else if (this.mark !== null) this.read(this.mark);
    this.pick();
  }

  /** These events are being shown. */
  hear(codes: readonly string[]): void {
    if (this.course === null) {
      this.early.push(...codes);
      return;
    }
    for (const code of codes) {
      this.need(code);
      const fresh = this.unread(code).filter((mark) => !this.waiting.includes(mark) && mark !== this.mark);
      this.waiting = [...this.waiting, ...fresh];
    }
    this.pick();
  }

  /** I am asked this now; null: nothing. A player who has moved has seen the current tip. */
  ask(prompt: string | null): void {
    const moved = this.prompt !== null && prompt !== this.prompt;
    this.prompt = prompt;
    if (prompt !== null) this.need(prompt);
    if (moved) {
      // A player who just moves does not want the question, and tips about the past are obsolete.
      if (this.step === "offer") this.learn();
      this.step = null;
      if (this.mark !== null) this.read(this.mark);
      this.waiting = [];
    }
    this.pick();
  }

  /** All tips that are due: the tally of a round shows them together. */
  get pending(): readonly Api.CoachMark[] {
    if (this.step !== null) return [];
    return this.mark === null ? this.waiting : [this.mark, ...this.waiting];
  }

  /** The tally was read, and the tips in it. */
  tallied(): void {
    for (const mark of this.pending) this.read(mark);
    this.waiting = [];
    this.pick();
  }

  /** The game is over. */
  finish(): void {
    memory.markPlayed(this.game);
    this.step = null;
    this.hidden = [];
  }

  private read(mark: Api.CoachMark): void {
    memory.markRead(this.game, mark.id);
    this.mark = null;
  }

  private unread(code: string): Api.CoachMark[] {
    return (this.course?.coach ?? []).filter((mark) => mark.when === code && !memory.isRead(this.game, mark.id));
  }

  private pick(): void {
    if (!this.wanted || this.step !== null || this.mark !== null) return;
    const [first, ...rest] = this.waiting;
    this.waiting = rest;
    this.mark = first ?? this.asks();
  }

  /** The tip about what I am asked. */
  private asks(): Api.CoachMark | null {
    return this.prompt === null ? null : (this.unread(this.prompt)[0] ?? null);
  }
}
