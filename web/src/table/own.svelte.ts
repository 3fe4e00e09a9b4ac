/** What a game's components keep beside the board: something that is picked but not chosen yet, what was shown before. It
 * belongs to one table and ends with it; nothing of it is ever seen at another. */
import type { Sight } from "./sight";

/** One of a kind for each table, live or a replay: made when it is first asked for. */
export function ofTable<Own>(make: () => Own): (sight: Sight) => Own {
  const all = new WeakMap<Sight, { own: Own }>();
  return (sight) => {
    let found = all.get(sight);
    if (found === undefined) all.set(sight, (found = { own: apart(make) }));
    return found.own;
  };
}

/** One of a kind for each pair of eyes at a table: where several people share a device, what one of them has picked is not
 * for the next. */
export function ofEyes<Own>(make: () => Own): (sight: Sight) => Own {
  const table = ofTable(() => new Map<number | null, { own: Own }>());
  return (sight) => {
    const all = table(sight);
    let found = all.get(sight.seat);
    if (found === undefined) all.set(sight.seat, (found = { own: apart(make) }));
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
