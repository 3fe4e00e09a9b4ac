/** Sentences from a code and its facts, as the house makes them: `zashiki.core.phrases` in another language. */

export type Fact = string | number | boolean | null | Fact[] | { [key: string]: Fact };
export type Facts = { [key: string]: Fact };
export type Catalogue = { readonly [code: string]: string };

export interface Grammar {
  /** Joins the items of a list. */
  list(items: string[]): string;
  /** An amount and its word, `{tricks:trick|tricks}`; languages without plurals give both forms alike. */
  amount(words: string, one: string, many: string, count: number): string;
  /** What an empty list is called. */
  readonly nothing: string;
}

export interface Speech {
  readonly grammar: Grammar;
  /** The sentence of a code, or nothing if the code is not known. */
  template(code: string): string | undefined;
  /** How a seat is called. */
  seat(seat: number): string;
}

const FIELD = /\{([^{}]*)\}/g;

/** The sentence of `code`; a code that is not known is said as it is, so that nothing stays unsaid. */
export function sentence(speech: Speech, code: string, facts: Facts): string {
  if (code === "seat") return speech.seat(Number(facts["n"]));
  const template = speech.template(code);
  if (template === undefined) return code;
  return template.replace(FIELD, (_, field: string) => {
    const [key = "", forms] = field.split(":");
    const value = facts[key] ?? null;
    // `{n+1}` stands for a number counted from one where the house counts from zero.
    const words = key.endsWith("+1") ? String(Number(facts[key.slice(0, -2)]) + 1) : worded(speech, value);
    if (forms === undefined) return words;
    const [one = "", many = one] = forms.split("|");
    return speech.grammar.amount(words, one, many, Array.isArray(value) ? value.length : Number(value));
  });
}

function worded(speech: Speech, value: Fact): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? speech.grammar.nothing : speech.grammar.list(value.map((item) => worded(speech, item)));
  }
  if (value !== null && typeof value === "object") return sentence(speech, String(value["code"]), value);
  return String(value ?? "");
}
