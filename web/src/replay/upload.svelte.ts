/** A record that was brought along; it stays while the page is open, so that one can look something up and come back. */
import { Replay } from "./replay.svelte";
import type { RecordData } from "$/generated/api";
import { fromRecord } from "./source";
import { parsed, recordError, Unreadable, type RecordError, MOST_BYTES } from "./recordError";

class Upload {
  replay: Replay | null = $state.raw(null);
  problem: RecordError | null = $state.raw(null);
  busy: boolean = $state(false);
  private record: RecordData | null = null;
  /** Counts what was brought along: only the last is shown, and nothing after it was put away. */
  private turn = 0;

  async file(file: File): Promise<void> {
    await this.take(async () => {
      if (file.size > MOST_BYTES) throw new Unreadable("record.too_big", { megabytes: MOST_BYTES / 1_000_000 });
      // A folder, or a file that is not there any more.
      return file.text().catch(() => Promise.reject(new Unreadable("record.not_json")));
    });
  }

  async text(text: string): Promise<void> {
    await this.take(() => Promise.resolve(text));
  }

  /** Show again what was brought along before. */
  async again(): Promise<void> {
    const { record } = this;
    if (record !== null) await this.take(() => Promise.resolve(JSON.stringify(record)));
  }

  forget(): void {
    this.putAway();
    this.record = null;
    this.problem = null;
  }

  /** Shown no more, but kept. */
  putAway(): void {
    this.turn += 1;
    this.busy = false;
    this.show(null);
  }

  private show(replay: Replay | null): void {
    this.replay?.close();
    this.replay = replay;
  }

  private async take(read: () => Promise<string>): Promise<void> {
    const turn = ++this.turn;
    this.problem = null;
    this.busy = true;
    try {
      // The house checks it: every field, every move, and how it ended.
      const record = parsed(await read()) as unknown as RecordData;
      const replay = await Replay.open(fromRecord(record), 0, "open");
      if (turn !== this.turn) {
        replay.close();
        return;
      }
      this.show(replay);
      this.record = record;
    } catch (error) {
      const found = recordError(error);
      if (turn === this.turn) this.problem = found;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}

export const upload = new Upload();
