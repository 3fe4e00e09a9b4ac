/** The log by rounds, at a table and in a replay. A game without rounds has one section. */
import type { EventView } from "$/generated/outgoing";

export interface LogSection<Told extends EventView = EventView> {
  round: number | null;
  extra: boolean;
  events: Told[];
}

/** The number of the round that an event announces, and whether it is an extra one; null for other events. */
export function announcedRound(event: EventView): { round: number; extra: boolean } | null {
  const extra = event.code === "event.extra_round";
  const round = event.code === "event.round" ? event.facts["round"] : extra ? event.facts["extra"] : undefined;
  return typeof round === "number" ? { round, extra } : null;
}

/** Every event that announces a round starts a section; earlier events have one of their own. */
export function logSections<Told extends EventView>(events: readonly Told[]): LogSection<Told>[] {
  const found: LogSection<Told>[] = [];
  for (const event of events) {
    const begins = announcedRound(event);
    if (begins !== null || found.length === 0)
      found.push({ round: begins?.round ?? null, extra: begins?.extra ?? false, events: [] });
    found.at(-1)?.events.push(event);
  }
  return found;
}
