/** The end of a round: its last moves, then the tally, and only then the deal of the next one. An update says nothing of the
 * moments between: it has the view after the deal. They are fetched, as this seat saw them. */
import type { Api } from "$/net/api";
import type { FrameData } from "$/generated/api";
import type { EventView, Message, View } from "$/generated/outgoing";
import { get, ApiError } from "$/net/api";
import { announcedRound } from "./logSections";
import { scenesOf, type RoundOver, type Scene, type Timing, type Told } from "./scenes";

/** How long to wait for the moments between, in milliseconds: then the tally comes without them. */
const TIMEOUT = 2000;

/** How many frames lie between a view and the next deal: those moves that follow each other and of which more is told than
 * that a round begins. The rest of an update that ends a round is the deal of the next one. */
export function framesOfEnd(before: View, after: View, events: readonly EventView[]): number {
  let ply = before.ply;
  while (events.some((event) => event.ply === ply && announcedRound(event) === null)) {
    ply += 1;
    if (events.some((event) => event.ply === ply - 1 && announcedRound(event) !== null)) break;
  }
  return Math.min(ply, after.ply) - before.ply;
}

export class RoundEnding {
  constructor(
    private readonly told: Told & { before: View },
    private readonly over: RoundOver,
    private readonly timing: Timing,
    /** The player's seat. */
    private readonly mine: number | null,
  ) {}

  /** The scenes, with the moments that are known. */
  scenes(frames: readonly FrameData[]): Scene[] {
    const { after, asked } = this.told;
    const scenes: Scene[] = [];
    // The round is over when the tally says so: until then nobody is asked, and nobody has won.
    const still = { waiting: [], moves: [], over: false, winners: [] };
    const untold = [...this.told.events];
    let last = this.told.before;
    // What was told last stays: the prompt would speak of the deal, which comes after the tally.
    let caption: Message | null = null;
    // Without the moments between, a game that holds its last trick can still show it: the new view has it, too.
    const moments = frames.map((frame) => frame.view as unknown as View);
    if (moments.length === 0 && this.timing.steps !== undefined) moments.push(after);
    let counted: EventView[] = [];
    for (const [index, moment] of moments.entries()) {
      const next = untold.findIndex((event) => event.ply >= moment.ply || announcedRound(event) !== null);
      const events = untold.splice(0, next < 0 ? untold.length : next);
      // What nobody has to watch after the last move is the counting: it is told with the tally.
      const watched = events.findLastIndex((event) => this.timing.dwell(event.code) > 0);
      if (index === moments.length - 1) counted = events.splice(watched + 1);
      const told = { before: last, after: moment, events, asked };
      for (const scene of scenesOf(told, this.timing, null)) {
        caption = scene.caption ?? caption;
        last = { ...scene.view, ...still };
        scenes.push({ ...scene, caption, view: last });
      }
    }
    const end = { ...last, ...still, scores: after.scores };
    scenes.push({ view: end, events: counted, asked, caption, stay: 0, passing: false, step: false, tally: this.over });
    scenes.push(...scenesOf({ before: end, after, events: untold, asked }, this.timing, this.mine));
    return scenes;
  }

  /** All scenes, as soon as the moments between are there; without them if they cannot be had. */
  async fetched(table: string): Promise<Scene[]> {
    const { before, after, events } = this.told;
    const count = framesOfEnd(before, after, events);
    if (count === 0) return this.scenes([]);
    const seat = after.seat === null ? "" : `&seat=${after.seat}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<FrameData[]>((done) => (timer = setTimeout(() => done([]), TIMEOUT)));
    const found = get<Api.SeenFrames>(`/tables/${table}/frames?from=${before.ply + 1}&count=${count}${seat}`).then(
      ({ frames }) => frames.filter(({ ply }) => ply <= before.ply + count),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return [];
      },
    );
    const frames = await Promise.race([found, late]);
    clearTimeout(timer);
    return this.scenes(frames);
  }
}
