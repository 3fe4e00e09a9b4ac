/** Options that a game sets with a component of its own. A game declares them in `games/<game>/options.ts`. */
import type { Component } from "svelte";
import type { Api } from "$/net/api";
import type { TableDraft, Value } from "./tableDraft.svelte";

export interface OptionFieldProps extends Record<string, unknown> {
  draft: TableDraft;
  option: Api.OptionData;
  label: string;
  about: string | undefined;
  error: string | null;
  /** The ready-made values. */
  items: readonly { value: string | number; label: string }[];
}

export interface CustomOption {
  /** The field of the form. */
  Field: Component<OptionFieldProps>;
  /** Takes over the value in a link to the form. */
  readLink(draft: TableDraft, option: Api.OptionData, text: string): void;
  /** A custom value in a few words. */
  summary(value: Value): string;
  /** Shows a custom value in the summary of a table. */
  preview(): Promise<{ default: Component<{ value: Value }> }>;
}

const declared = import.meta.glob<Readonly<Record<string, CustomOption>>>("../games/*/options.ts", {
  eager: true,
  import: "options",
});

/** How a game sets this option; undefined if the form's own fields will do. */
export function customOption(game: string, option: string): CustomOption | undefined {
  return declared[`../games/${game}/options.ts`]?.[option];
}

/** Take over the options that the address of the form names. What cannot be read leaves the draft as it is. */
export function readLink(draft: TableDraft, address: URLSearchParams): void {
  for (const { option } of draft.offered) {
    const text = address.get(option.key);
    if (text !== null) customOption(draft.game, option.key)?.readLink(draft, option, text);
  }
}
