/** What has happened since my last move, step by step, on the table itself. */
import type { Api } from "$/net/api";
import type { FrameData } from "$/generated/api";
import type { EventView, View } from "$/generated/outgoing";
import { get, ApiError } from "$/net/api";
import type { Refusals } from "./refusals.svelte";
import type { SceneQueue } from "./sceneQueue.svelte";

/** The most responses that are asked for. */
const PAGES = 8;

interface Table {
  readonly id: string;
  readonly seat: number | null;
  readonly queue: SceneQueue;
  readonly refusals: Refusals;
}

export class LookBack {
  /** The moments, the first of them right after my last move; empty if the table is not looking back. */
  frames: readonly FrameData[] = $state.raw([]);
  at: number = $state(0);
  loading: boolean = $state(false);
  private question = 0;

  constructor(private readonly table: Table) {}

  private readonly frame: FrameData | undefined = $derived(this.frames[this.at]);
  /** What is shown; null if the table is not looking back. A past decision is not to be taken again. */
  readonly view: View | null = $derived(
    this.frame === undefined ? null : ({ ...this.frame.view, moves: [], waiting: [] } as unknown as View),
  );

  get events(): readonly EventView[] {
    return this.frame?.events ?? [];
  }

  /** Fetch the moments and show the first. */
  async open(): Promise<void> {
    if (this.loading) return;
    const question = ++this.question;
    this.loading = true;
    let found: FrameData[] | null = null;
    try {
      found = await this.fetch();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    if (question !== this.question) return;
    this.loading = false;
    if (found === null || found.length < 2) {
      this.table.refusals.say(found === null ? "back.failed" : "back.nothing");
      return;
    }
    this.table.queue.hold(true);
    this.frames = found;
    this.at = 0;
  }

  /** All moments up to the present: after a long time they come in several responses. */
  private async fetch(): Promise<FrameData[]> {
    const { id, seat } = this.table;
    const own = seat === null ? "" : `seat=${seat}`;
    const found: FrameData[] = [];
    for (let n = 0; n < PAGES; n += 1) {
      const last = found.at(-1);
      // Again from the last one: a moment of which nothing was told is no place to begin.
      const from = last === undefined ? own : `${own}&from=${last.ply}`;
      const { frames, ply } = await get<Api.SeenFrames>(`/tables/${id}/frames${from === "" ? "" : `?${from}`}`);
      found.push(...(last === undefined ? frames : frames.slice(1)));
      const end = found.at(-1)?.ply;
      if (end === undefined || end === last?.ply || end >= ply) break;
    }
    return found;
  }

  step(by: 1 | -1): void {
    this.at = Math.max(0, Math.min(this.frames.length - 1, this.at + by));
  }

  /** Back to the present. */
  close(): void {
    this.question += 1;
    this.loading = false;
    if (this.frames.length === 0) return;
    this.frames = [];
    this.table.queue.hold(false);
  }
}
