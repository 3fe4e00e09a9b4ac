/** The log by rounds, at a table and in a replay. A game without rounds is one chapter. */
import type { EventView } from "$/generated/outgoing";

export interface LogSection<Told extends EventView = EventView> {
  round: number | null;
  extra: boolean;
  events: Told[];
}

/** Every event that tells of a new round begins a chapter; what was before the first one stands for itself. */
export function logSections<Told extends EventView>(events: readonly Told[]): LogSection<Told>[] {
  const found: LogSection<Told>[] = [];
  for (const event of events) {
    const extra = event.code === "event.extra_round";
    const number = event.code === "event.round" ? event.facts["round"] : extra ? event.facts["extra"] : undefined;
    const begins = typeof number === "number";
    if (begins || found.length === 0) found.push({ round: begins ? number : null, extra, events: [] });
    found.at(-1)?.events.push(event);
  }
  return found;
}
