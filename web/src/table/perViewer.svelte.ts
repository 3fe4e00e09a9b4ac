/** What a game's components keep beside the board: something that is picked but not chosen yet, what was shown before. It
 * belongs to one table and ends with it; nothing of it is ever seen at another. */
import type { GameContext } from "./gameContext";

/** One of a kind for each table, live or a replay: made when it is first asked for. */
export function perTable<Own>(make: () => Own): (context: GameContext) => Own {
  const all = new WeakMap<GameContext, { own: Own }>();
  return (context) => {
    let found = all.get(context);
    if (found === undefined) all.set(context, (found = { own: apart(make) }));
    return found.own;
  };
}

/** One of a kind for each pair of eyes at a table: where several people share a device, what one of them has picked is not
 * for the next. */
export function perViewer<Own>(make: () => Own): (context: GameContext) => Own {
  const table = perTable(() => new Map<number | null, { own: Own }>());
  return (context) => {
    const all = table(context);
    let found = all.get(context.seat);
    if (found === undefined) all.set(context.seat, (found = { own: apart(make) }));
    return found.own;
  };
}

/** State that a derived value makes does not count as something that it depends on, so it would never hear of a change:
 * therefore it is made apart from whoever asks for it first. (Where nothing is derived, as in tests, it is simply made.) */
function apart<Own>(make: () => Own): Own {
  let made: { own: Own } | undefined;
  $effect.root(() => {
    made = { own: make() };
  })();
  made ??= { own: make() };
  return made.own;
}
