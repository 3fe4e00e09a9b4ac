/** Sentences from a code and its facts, as the server makes them (`zashiki.core.phrases`), in any language.
 *
 * In a template, `{card}` is a fact and `{n+1}` a number counted from one where the server counts from zero.
 * `{n:card|cards}` is a number and the form of its word; `{n?card|cards}` is the form alone. Forms are chosen by the plural
 * rules of the language (CLDR): `{n:one=карта|few=карты|many=карт|other=карты}`. Without categories two forms are `one` and
 * `other`, a single one is `other`. A form for an exact number replaces the number too: `{n:0=nothing|other=cards}`. */

export type Fact = string | number | boolean | null | Fact[] | { [key: string]: Fact };
export type Facts = { [key: string]: Fact };
export type Catalogue = { readonly [code: string]: string };

export interface Grammar {
  /** The language of the plural rules, as a BCP 47 tag. */
  readonly locale: string;
  /** Joins the items of a list. */
  list(items: string[]): string;
  /** A number and the form of its word. */
  amount(number: string, form: string): string;
  /** What an empty list is called. */
  readonly nothing: string;
}

export interface Speech {
  readonly grammar: Grammar;
  /** The sentence of a code; undefined if the code is unknown. */
  template(code: string): string | undefined;
  /** The name of whoever sits on a seat. */
  seat(seat: number): string;
}

const FIELD = /\{([^{}:?]*)(?:([:?])([^{}]*))?\}/g;
const FORM = /^(zero|one|two|few|many|other|\d+)=(.*)$/s;

/** The sentence of `code`; an unknown code is shown as it is. */
export function sentence(speech: Speech, code: string, facts: Facts): string {
  if (code === "seat") return speech.seat(Number(facts["n"]));
  const template = speech.template(code);
  if (template === undefined) return code;
  return template.replace(FIELD, (_, key: string, mark: string | undefined, text: string | undefined) => {
    const plusOne = key.endsWith("+1");
    const value = plusOne ? Number(facts[key.slice(0, -2)]) + 1 : (facts[key] ?? null);
    if (mark === undefined) return worded(speech, value);
    const forms = formsOf(text ?? "");
    const count = Array.isArray(value) ? value.length : Number(value);
    const exact = forms.get(String(count));
    if (exact !== undefined) return exact;
    const form = forms.get(rules(speech.grammar.locale).select(count)) ?? forms.get("other") ?? "";
    return mark === "?" ? form : speech.grammar.amount(worded(speech, value), form);
  });
}

/** The forms of a word by plural category or exact number. */
function formsOf(text: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  const plain: string[] = [];
  for (const part of text.split("|")) {
    const [, category, form] = FORM.exec(part) ?? [];
    if (category !== undefined && form !== undefined) forms.set(category, form);
    else plain.push(part);
  }
  if (plain.length > 1) forms.set("one", plain[0] ?? "");
  if (plain.length > 0) forms.set("other", plain.at(-1) ?? "");
  return forms;
}

/** The amounts of a template that lack the form `other`, which every language needs. */
export function incomplete(template: string): string[] {
  return [...template.matchAll(FIELD)]
    .filter(([, , mark, text]) => mark !== undefined && !formsOf(text ?? "").has("other"))
    .map(([field]) => field);
}

const known = new Map<string, Intl.PluralRules>();

function rules(locale: string): Intl.PluralRules {
  let found = known.get(locale);
  if (found === undefined) known.set(locale, (found = new Intl.PluralRules(locale)));
  return found;
}

function worded(speech: Speech, value: Fact): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? speech.grammar.nothing : speech.grammar.list(value.map((item) => worded(speech, item)));
  }
  if (value !== null && typeof value === "object") return sentence(speech, String(value["code"]), value);
  // A true minus: it is as wide as a plus, and never left out when read aloud.
  if (typeof value === "number" && value < 0) return `−${-value}`;
  return String(value ?? "");
}
