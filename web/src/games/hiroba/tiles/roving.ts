/** Arrow keys in a group of buttons with a roving tabindex. */

/** The index that a key leads to among `count` items in rows of `columns`; null if it leads nowhere.
 * At the end of a row it continues with the next one only if the items are a list (`wraps`). */
export function nextIndex(key: string, at: number, count: number, columns: number, wraps: boolean): number | null {
  const column = at % columns;
  const to = {
    ArrowLeft: wraps || column > 0 ? at - 1 : -1,
    ArrowRight: wraps || column < columns - 1 ? at + 1 : -1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || to < 0 || to >= count || to === at ? null : to;
}
