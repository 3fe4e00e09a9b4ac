/** A finished game, frame by frame. The games' components see it like a live table. */
import type { Game } from "$/games/keys";
import { playerName, messageText, t } from "$/i18n/index.svelte";
import type { EventView, Message, SeatData, View } from "$/generated/outgoing";
import { ApiError } from "$/net/api";
import { botName } from "$/bots/name";
import type { GameContext } from "$/table/gameContext";
import type { FrameData, RecordPlayer, ReplayData, ScoreLine } from "$/generated/api";
import { PAGE, type Viewer, type Source } from "./source";

type Frames = (FrameData | undefined)[];

/** Where a round begins. */
export interface Mark {
  ply: number;
  round: number;
}

/** How long a frame stays during automatic playback, in milliseconds. */
const PAUSE = 1100;
/** Dealing is many small random moves: they pass faster. */
const DEAL_PAUSE = 160;
/** Pause before another attempt to fetch frames. */
const RETRY = 3000;

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Replay implements GameContext {
  readonly live = false;
  readonly chosen: readonly number[] = [];
  readonly game: Game;
  readonly plies: number;
  /** How many decisions of players there are up to each ply: chance deals cards, but makes no moves. */
  private readonly decisions: readonly number[];
  readonly seats: number;
  /** The seat at the bottom while all hands are open: mine, if I played. */
  readonly home: number | null;
  readonly players: readonly RecordPlayer[];
  readonly scores: readonly ScoreLine[];

  /** The requested position; what is shown follows as soon as its frame is loaded. */
  ply: number = $state(0);
  viewer: Viewer = $state("open");
  shown: FrameData = $state.raw(undefined as unknown as FrameData);
  frames: Readonly<Frames> = $state.raw([]);
  playing: boolean = $state(false);
  speed: number = $state(1);
  problem: ApiError | null = $state.raw(null);
  /** Shown when somebody tries to play here. */
  note: string = $state("");
  /** How long events stay; set by the game's parts. */
  dwell: (code: string) => number = () => 0;

  readonly marks: readonly Mark[] = $derived(rounds(this.frames));
  readonly waiting: boolean = $derived(this.frames[this.ply] !== this.shown);
  /** Where one can jump to: rounds, or in games without rounds the players' turns. */
  readonly stops: readonly number[] = $derived(
    this.marks.length > 0 ? this.marks.map(({ ply }) => ply) : turns(this.frames),
  );

  private readonly framesByViewer = new Map<Viewer, Frames>();
  private readonly pending = new Map<string, Promise<void>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  private constructor(
    readonly source: Source,
    first: ReplayData,
    viewer: Viewer,
    /** Who sat there, at a table of this server. */
    private readonly seating: readonly SeatData[],
  ) {
    this.home = seating.find(({ yours }) => yours)?.seat ?? null;
    this.game = first.game as Game;
    this.plies = first.plies;
    let count = 0;
    this.decisions = [0, ...first.move_seats.map((seat) => (count += seat < 0 ? 0 : 1))];
    this.seats = first.seats;
    this.players = first.players;
    this.scores = first.scores;
    this.viewer = viewer;
    this.keep(viewer, first);
    this.shown = first.frames[0] as FrameData;
  }

  /** Open a replay at a position, or at the nearest one that exists. */
  static async open(source: Source, ply: number, viewer: Viewer): Promise<Replay> {
    let first: ReplayData;
    const seats = source.seats();
    try {
      first = await source.frames(viewer, 0);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "no-such-seat") throw error;
      return Replay.open(source, ply, "open");
    }
    const found = new Replay(source, first, viewer, await seats);
    const place = Math.min(ply, first.plies);
    await found.fetch(viewer, Math.floor(place / PAGE));
    found.to(place);
    void found.fill();
    return found;
  }

  close(): void {
    this.closed = true;
    this.pause();
  }

  // GameContext

  get view(): View {
    return this.shown.view;
  }

  get board(): unknown {
    return this.shown.view.board;
  }

  get news(): readonly EventView[] {
    return this.shown.events;
  }

  /** Whose hand is at the bottom; nobody's with all hands open. */
  get seat(): number | null {
    return this.shown.view.seat;
  }

  /** The level of the bot on a seat; null for a person. */
  level(seat: number): number | null {
    return this.players[seat]?.level ?? null;
  }

  name = (seat: number): string => {
    const name = this.players[seat]?.name ?? "";
    const level = this.level(seat);
    if (level !== null) return botName(level, seat);
    if (name === "") return t("seat.number", { n: seat + 1 });
    return playerName({ name, guest_code: this.seating[seat]?.guest_code ?? null });
  };

  say = (message: Message): string => messageText(this.game, message, this.name);

  isLegal(): boolean {
    return false;
  }

  label(): undefined {
    return undefined;
  }

  winChance(): null {
    return null;
  }

  select(): void {
    this.note = t("replay.only_looking");
  }

  propose(): void {
    this.select();
  }

  /** The number of players' moves up to the position, and in the whole game. */
  get move(): number {
    return this.decisions[this.ply] ?? 0;
  }

  get moves(): number {
    return this.decisions.at(-1) ?? 0;
  }

  // Navigation

  to(ply: number): void {
    this.ply = Math.max(0, Math.min(this.plies, ply));
    this.note = "";
    this.showFrame();
  }

  /** One move forward or back. Random moves without events count as one with what follows; the slider has them all. */
  step(direction: 1 | -1): void {
    this.pause();
    let ply = this.ply + direction;
    while (ply > 0 && ply < this.plies && silent(this.frames[ply])) ply += direction;
    this.to(ply);
  }

  start(): void {
    this.pause();
    this.to(0);
  }

  end(): void {
    this.pause();
    this.to(this.plies);
  }

  /** To the next round or turn, or the one before. */
  jump(direction: 1 | -1): void {
    this.pause();
    const { stops, ply } = this;
    if (direction > 0) this.to(stops.find((stop) => stop > ply) ?? this.plies);
    else this.to(stops.findLast((stop) => stop < ply) ?? 0);
  }

  async setViewer(viewer: Viewer): Promise<void> {
    this.viewer = viewer;
    this.frames = [...this.framesOf(viewer)];
    this.showFrame();
    await this.fill();
  }

  play(): void {
    if (this.ply >= this.plies) this.to(0);
    this.playing = true;
    this.scheduleNext();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private scheduleNext(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        if (!this.playing) return;
        if (!this.waiting) this.to(this.ply + 1);
        if (this.ply >= this.plies && !this.waiting) this.pause();
        else this.scheduleNext();
      },
      this.waiting ? DEAL_PAUSE : this.stay(this.shown) / this.speed,
    );
  }

  private stay(frame: FrameData): number {
    const dwell = Math.max(0, ...frame.events.map((event) => this.dwell(event.code)));
    return frame.mover === -1 && dwell === 0 ? DEAL_PAUSE : Math.max(PAUSE, dwell);
  }

  // Loading frames: a page at a time, the nearest first

  private framesOf(viewer: Viewer): Frames {
    const found = this.framesByViewer.get(viewer) ?? new Array<undefined>(this.plies + 1).fill(undefined);
    this.framesByViewer.set(viewer, found);
    return found;
  }

  private keep(viewer: Viewer, data: ReplayData): void {
    const frames = this.framesOf(viewer);
    for (const frame of data.frames) frames[frame.ply] = frame;
    if (viewer === this.viewer) this.frames = [...frames];
  }

  private showFrame(): void {
    const frame = this.framesOf(this.viewer)[this.ply];
    if (frame !== undefined) this.shown = frame;
    else void this.fetch(this.viewer, Math.floor(this.ply / PAGE)).catch(() => undefined);
  }

  private fetch(viewer: Viewer, page: number): Promise<void> {
    if (this.framesOf(viewer)[page * PAGE] !== undefined) return Promise.resolve();
    const key = `${viewer} ${page}`;
    const running = this.pending.get(key);
    if (running !== undefined) return running;
    const started = this.source
      .frames(viewer, page * PAGE)
      .then(
        (data) => {
          this.problem = null;
          this.keep(viewer, data);
          if (viewer === this.viewer && this.waiting) this.showFrame();
        },
        (error: unknown) => {
          if (error instanceof ApiError) this.problem = error;
          throw error;
        },
      )
      .finally(() => this.pending.delete(key));
    this.pending.set(key, started);
    return started;
  }

  /** Load all missing frames, those that come next first: the log and the round marks need the whole game. */
  private async fill(): Promise<void> {
    const { viewer } = this;
    for (;;) {
      const page = missing(this.framesOf(viewer), Math.floor(this.ply / PAGE));
      if (page === null || this.closed || this.viewer !== viewer) return;
      try {
        await this.fetch(viewer, page);
      } catch (error) {
        if (!(error instanceof ApiError) || (error.code !== "rate" && error.code !== "offline")) return;
        await new Promise((done) => setTimeout(done, RETRY));
      }
    }
  }
}

/** The page to fetch next: this one, those after it, then those before it. */
export function missing(frames: Readonly<Frames>, page: number): number | null {
  const last = Math.floor((frames.length - 1) / PAGE);
  const order = [...range(page, last), ...range(0, page - 1).reverse()];
  return order.find((one) => frames[one * PAGE] === undefined) ?? null;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}

/** A random move without an event. */
function silent(frame: FrameData | undefined): boolean {
  return frame !== undefined && frame.mover === -1 && frame.events.length === 0;
}

/** Where the rounds begin, as far as frames are loaded. Boards of games without rounds have no such number. */
export function rounds(frames: Readonly<Frames>): Mark[] {
  const found: Mark[] = [];
  for (const frame of frames) {
    const round = frame?.view.board["round"];
    if (frame !== undefined && typeof round === "number" && round > (found.at(-1)?.round ?? 0)) {
      found.push({ ply: frame.ply, round });
    }
  }
  return found;
}

/** Where another player's turn begins. */
export function turns(frames: Readonly<Frames>): number[] {
  const found: number[] = [];
  let before: number | undefined;
  for (const frame of frames) {
    const asked = frame?.view.waiting.find((seat) => seat >= 0);
    if (frame === undefined || asked === undefined || asked === before) continue;
    found.push(frame.ply);
    before = asked;
  }
  return found;
}
