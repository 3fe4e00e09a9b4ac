import type { EventView } from "$/generated/outgoing";

/** The events as lines of a log (`joined_runs` of `zashiki.core.event_runs`): a run of one code is a single line if there is a
 * sentence for it, `event.tile.run` for `event.tile`. Each of its facts is the list of theirs; it has the number of the last. */
export function joinRuns<Told extends EventView>(
  events: readonly Told[],
  hasPhrase: (code: string) => boolean,
): Told[] {
  const runs: Told[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.code === event.code) run.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => {
    const last = run.at(-1);
    const code = `${last?.code ?? ""}.run`;
    if (last === undefined || run.length < 2 || !hasPhrase(code)) return run;
    const facts = Object.fromEntries(
      Object.keys(last.facts).map((key) => [key, run.map((one) => one.facts[key] ?? null)]),
    );
    return [{ ...last, code, facts, text: run.map(({ text }) => text).join(" ") }];
  });
}
