/** Shows scenes one after the other, at the pace the player has chosen. */
import { animationsOn, settings, type Pace } from "$/settings.svelte";
import type { EventView } from "$/generated/outgoing";
import type { RoundOver, Scene } from "./scenes";

/** How much longer a scene stays than at normal speed. */
export const FACTORS: Readonly<Record<Pace, number>> = { slow: 1.7, normal: 1, fast: 0.5, step: 1, off: 0 };

/** With more scenes than this in the queue, each stays shorter: nobody should have to catch up for long. */
const QUEUE = 8;
/** With more than this they are no longer shown one by one. */
const PATIENCE = 60;
/** The longest that a scene stays while the player's own clock runs, in milliseconds. */
const HURRY = 400;

/** What the queue needs to know about the table. */
export interface Stage {
  show(scene: Scene): void;
  /** Everything is shown. */
  rest(): void;
  /** Whether a scene asks the player for a move. */
  asks(scene: Scene): boolean;
  /** Whether the player's clock runs: the latest view asks them, and there is a limit. */
  timed(): boolean;
}

/** A place in the queue: scenes, or an update whose scenes are still being fetched. */
interface Entry {
  scenes: Scene[];
  /** True until the scenes are complete. */
  loading: boolean;
}

export class SceneQueue {
  /** Whether something is still being shown. */
  busy: boolean = $state(false);
  /** Whether the view shown is not the latest. */
  behind: boolean = $state(false);
  /** Whether the next scene waits for a key or a touch. */
  paused: boolean = $state(false);
  /** The tally on the table; the queue goes on when it is closed. */
  tally: RoundOver | null = $state.raw(null);

  private entries: Entry[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The ply that is shown. */
  private ply = -1;
  /** Whether the table shows something else, a look back, and the queue waits. */
  private held = false;

  constructor(private readonly stage: Stage) {}

  /** The last scene that is not shown yet. */
  get last(): Scene | undefined {
    return this.entries.at(-1)?.scenes.at(-1);
  }

  /** The last event that is not announced yet. */
  get lastEvent(): EventView | undefined {
    return this.all()
      .findLast((scene) => scene.events.length > 0)
      ?.events.at(-1);
  }

  add(scenes: Scene[]): void {
    this.entries.push({ scenes, loading: false });
    this.goOn();
  }

  /** Add an update whose scenes are not complete: `scenes` are replaced if more arrive in time. */
  addLater(scenes: Scene[], complete: Promise<Scene[]>): void {
    const entry: Entry = { scenes, loading: true };
    this.entries.push(entry);
    void complete.then((found) => {
      if (!this.entries.includes(entry)) return; // it was skipped meanwhile
      entry.scenes = found;
      entry.loading = false;
      this.goOn();
    });
    this.goOn();
  }

  /** Show the next scene now: a key or a touch. */
  advance(): void {
    if (this.tally !== null || this.held) return;
    clearTimeout(this.timer);
    this.paused = this.busy = false;
    this.goOn();
  }

  /** Close the tally, and go on. */
  closeTally(): void {
    if (this.tally === null) return;
    this.tally = null;
    this.busy = false;
    this.goOn();
  }

  /** Show everything in the queue as one scene, now; a tally among it is not skipped. */
  skip(): void {
    if (this.tally !== null) return;
    clearTimeout(this.timer);
    this.busy = this.paused = false;
    const scenes = this.all();
    const stop = scenes.findIndex((scene) => scene.tally !== null);
    const now = stop < 0 ? scenes : scenes.slice(0, stop + 1);
    this.entries = stop < 0 ? [] : [{ scenes: scenes.slice(stop + 1), loading: false }];
    const last = now.at(-1);
    if (last === undefined) this.rest();
    else this.perform({ ...last, events: now.flatMap((one) => one.events), stay: 0 });
  }

  /** Drop everything: for another viewer, or when the table is shown from scratch. */
  clear(): EventView[] {
    clearTimeout(this.timer);
    const untold = this.all().flatMap((scene) => scene.events);
    this.entries = [];
    this.tally = null;
    this.busy = this.paused = this.behind = false;
    return untold;
  }

  /** Stop and continue: while the table shows what has happened before. */
  hold(on: boolean): void {
    this.held = on;
    if (on) clearTimeout(this.timer);
    else if (this.tally === null) this.advance();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private all(): Scene[] {
    return this.entries.flatMap((entry) => entry.scenes);
  }

  private rest(): void {
    this.mark();
    this.stage.rest();
  }

  /** Scenes of the ply that is shown are not ahead of it: they may be answered. */
  private mark(): void {
    this.behind = this.all().some((scene) => scene.view.ply !== this.ply);
  }

  private goOn(): void {
    this.mark();
    if (this.tally !== null || this.held) return;
    const waiting = this.all().length;
    if (settings.pace === "off" || document.hidden || waiting > PATIENCE) this.skip();
    else if (!this.busy) this.next();
  }

  private next(): void {
    while (this.entries[0]?.scenes.length === 0 && !this.entries[0].loading) this.entries.shift();
    const [entry] = this.entries;
    const scene = entry?.loading === false ? entry.scenes.shift() : undefined;
    if (scene !== undefined) this.perform(scene);
    else if (entry === undefined) this.rest();
  }

  private perform(scene: Scene): void {
    this.ply = scene.view.ply;
    this.stage.show(scene);
    this.tally = scene.tally;
    this.mark();
    this.busy = true;
    if (scene.tally !== null) return;
    const pause = this.pause(scene);
    if (pause === null) this.paused = true;
    else if (pause > 0) this.timer = setTimeout(() => this.advance(), pause);
    else this.advance();
  }

  /** How long a scene stays; null: until somebody moves on. */
  private pause(scene: Scene): number | null {
    if (scene.passing) return animationsOn() ? scene.stay : 0;
    if (settings.pace === "off" || scene.stay === 0) return 0;
    if (settings.pace === "step" && (scene.step || !this.stage.asks(scene))) return null;
    const hurried = scene.stay * FACTORS[settings.pace] * Math.min(1, QUEUE / Math.max(1, this.all().length));
    return this.stage.timed() ? Math.min(hurried, HURRY) : hurried;
  }
}
