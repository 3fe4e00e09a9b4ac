/** The discards that are chosen but not sent yet, by their moves: they are told beside my name, too. */
export const picks: { actions: readonly number[] } = $state({ actions: [] });
