/** How somebody usually plays: remembered in this browser, so that one click is enough the next time. */

const KEY = "zashiki.usual";

interface Usual {
  /** The level of bots. */
  level: number;
}

function kept(): Usual {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Usual>;
    const level = Number(found.level);
    if (Number.isInteger(level) && level >= 1 && level <= 5) return { level };
  } catch {
    // Nothing of use was kept.
  }
  return { level: 3 };
}

const usual: Usual = $state(kept());

export const bots = {
  get level(): number {
    return usual.level;
  },
  set level(level: number) {
    usual.level = level;
    try {
      localStorage.setItem(KEY, JSON.stringify(usual));
    } catch {
      // A browser that keeps nothing starts with the middle level each time.
    }
  },
};
