/** What is read aloud, in one polite region: not twice, and not more than one can listen to. */

/** More sentences than this are not read out one by one. */
const MOST = 4;

export interface Words {
  /** How it is said that there was more. */
  more(count: number): string;
}

/** One text of many sentences: the last ones, and how many came before them. */
export function merged(sentences: readonly string[], words: Words): string {
  const fresh = sentences.filter((sentence, n) => sentence !== "" && sentences.indexOf(sentence) === n);
  if (fresh.length <= MOST) return fresh.join(" ");
  return [words.more(fresh.length - MOST + 1), ...fresh.slice(1 - MOST)].join(" ");
}

/** Gathers what is to be said for a moment, so that what comes together is said together. */
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
    // A region that says the same again is not read again: a space that nobody hears makes it new.
    this.last = text === this.last ? `${text}\u00a0` : text;
    this.speak(this.last);
  }
}
