/** Announcements for one polite live region: no repetitions, and no more than one can listen to. */

/** How many sentences are read out one by one. */
const MOST = 4;

export interface Words {
  /** Says that there were more. */
  more(count: number): string;
}

/** Sentences as one text: the last ones, and how many came before. */
export function merged(sentences: readonly string[], words: Words): string {
  const fresh = sentences.filter((sentence, n) => sentence !== "" && sentences.indexOf(sentence) === n);
  if (fresh.length <= MOST) return fresh.join(" ");
  return [words.more(fresh.length - MOST + 1), ...fresh.slice(1 - MOST)].join(" ");
}

/** Collects sentences for a moment, so that what happens together is announced together. */
export class Announcer {
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = "";

  constructor(
    private readonly speak: (text: string) => void,
    private readonly words: Words,
    private readonly moment = 250,
  ) {}

  say(...sentences: string[]): void {
    this.waiting.push(...sentences);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.moment);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private flush(): void {
    const text = merged(this.waiting, this.words);
    this.waiting = [];
    if (text === "") return;
    // A live region does not repeat the same text: an invisible space makes it new.
    this.last = text === this.last ? `${text}\u00a0` : text;
    this.speak(this.last);
  }
}
