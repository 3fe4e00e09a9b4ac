/** State that a game's components keep besides the board: a selection that is not a move yet, the previous board. It
 * belongs to one table and ends with it. */
import type { GameContext } from "./gameContext";

/** One instance per table, live or replay: created on first use. */
export function perTable<Own>(make: () => Own): (context: GameContext) => Own {
  const all = new WeakMap<GameContext, { own: Own }>();
  return (context) => {
    let found = all.get(context);
    if (found === undefined) all.set(context, (found = { own: apart(make) }));
    return found.own;
  };
}

/** One instance per viewer at a table: on a shared device, one player's selection is not for the next. */
export function perViewer<Own>(make: () => Own): (context: GameContext) => Own {
  const table = perTable(() => new Map<number | null, { own: Own }>());
  return (context) => {
    const all = table(context);
    let found = all.get(context.seat);
    if (found === undefined) all.set(context.seat, (found = { own: apart(make) }));
    return found.own;
  };
}

/** State created inside a derived value is not tracked as its dependency, so changes would be missed: therefore it is
 * created in a root of its own. (Without effects, as in tests, it is simply created.) */
function apart<Own>(make: () => Own): Own {
  let made: { own: Own } | undefined;
  $effect.root(() => {
    made = { own: make() };
  })();
  made ??= { own: make() };
  return made.own;
}
