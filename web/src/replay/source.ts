/** Where a replay comes from: a table of this server, or a record from anywhere. */
import { get, post } from "$/net/api";
import type { ChanceData, RecordData, ReplayData } from "$/generated/api";
import type { SeatData, TableData } from "$/generated/outgoing";

/** Who sees the replay: one seat, or everybody together with all hands open. */
export type Viewer = number | "open";

/** Frames per response. */
export const PAGE = 50;

export interface Source {
  /** The table, if it is one of this server. */
  readonly table: string | null;
  /** Who sits where, if it is a table of this server; else nobody is known. */
  seats(): Promise<readonly SeatData[]>;
  frames(viewer: Viewer, from: number): Promise<ReplayData>;
  record(): Promise<RecordData>;
  chance(): Promise<ChanceData>;
}

export function fromTable(table: string): Source {
  let found: Promise<RecordData> | undefined;
  const record = (): Promise<RecordData> => {
    // After a failure, ask again next time.
    found ??= get<RecordData>(`/tables/${table}/record`).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    table,
    record,
    seats: () =>
      get<TableData>(`/tables/${table}`).then(
        ({ seats }) => seats,
        () => [], // then everybody sits anywhere, and has the name in the record
      ),
    frames: (viewer, from) =>
      get(`/tables/${table}/replay?${viewer === "open" ? "open=true" : `seat=${viewer}`}&from=${from}&count=${PAGE}`),
    chance: async () => post("/records/chance", await record()),
  };
}

export function fromRecord(record: RecordData): Source {
  return {
    table: null,
    seats: () => Promise.resolve([]),
    record: () => Promise.resolve(record),
    frames: (viewer, from) =>
      post("/records/replay", {
        record,
        from,
        count: PAGE,
        ...(viewer === "open" ? { open: true } : { seat: viewer }),
      }),
    chance: () => post("/records/chance", record),
  };
}
