/** Announcements for one polite live region: no repetitions, and no more than one can listen to. */

/** How many events are read out one by one. */
const MOST = 4;

export interface Words {
  /** Says that there were more. */
  more(count: number): string;
  /** What ends a sentence. */
  readonly stop: string;
}

/** What is to be said, in this order. */
export interface Sentences {
  /** What matters most: scores before the next deal. All of it is said. */
  first: readonly string[];
  /** What has happened: of many events the last ones, and how many came before. */
  events: readonly string[];
  /** What is asked, and notes about it. All of it is said, and however much it is, no event is left out for it. */
  last: readonly string[];
}

/** Sentences as one text, each once. */
export function merged({ first, events, last }: Sentences, words: Words): string {
  const told = unique(events).filter((sentence) => !first.includes(sentence));
  const some = told.length <= MOST ? told : [words.more(told.length - MOST + 1), ...told.slice(1 - MOST)];
  const all = unique([...first, ...some, ...last]);
  // A sentence without an end would run into the next one.
  return all.map((one, n) => (n < all.length - 1 && !ENDED.test(one) ? one + words.stop : one)).join(" ");
}

/** The last character of a finished sentence, in quotes or not. */
const ENDED = /[.!?:…。！？：]["”』」)）]*$/u;

function unique(sentences: readonly string[]): string[] {
  return sentences.filter((sentence, n) => sentence !== "" && sentences.indexOf(sentence) === n);
}

/** Collects sentences for a moment, so that what happens together is announced together. */
export class Announcer {
  private first: string[] = [];
  private events: string[] = [];
  private last: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private spoken = "";

  constructor(
    private readonly speak: (text: string) => void,
    private readonly words: Words,
    private readonly moment = 250,
  ) {}

  /** Say what is asked, or a note, after what has happened. */
  say(...sentences: string[]): void {
    this.last.push(...sentences);
    this.soon();
  }

  /** Say what has happened. */
  tell(...sentences: string[]): void {
    this.events.push(...sentences);
    this.soon();
  }

  /** Say this before everything else. */
  sayFirst(...sentences: string[]): void {
    this.first.push(...sentences);
    this.soon();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.moment);
  }

  private flush(): void {
    const { first, events, last } = this;
    const text = merged({ first, events, last }, this.words);
    [this.first, this.events, this.last] = [[], [], []];
    if (text === "") return;
    // A live region does not repeat the same text: an invisible space makes it new.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
    this.speak(this.spoken);
  }
}
