/** Why a record cannot be shown: what the server found, where, and what it expected. */
import { preciseInEnglish, refusal, t } from "$/i18n/index.svelte";
import type { UiKey } from "$/i18n/index.svelte";
import { ApiError } from "$/net/api";

export interface RecordError {
  /** In one sentence. */
  text: string;
  /** Where, what was found, and what was expected; empty if there is no more to say. */
  details: { what: string; is: string }[];
}

/** The server refuses larger records. */
export const MOST_BYTES = 2_000_000;

/** What can be wrong with a record. */
type Kind = "truncated" | "version" | "game" | "malformed" | "illegal" | "result" | "changed";

const MOVE = /^moves\[(\d+)\]$/;

export function recordError(error: unknown): RecordError {
  if (error instanceof Unreadable) return { text: t(error.key, error.facts), details: [] };
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "bad-message") return { text: t("record.malformed"), details: [] }; // JSON that cannot be parsed
  const where = error.where?.[0];
  const facts = error.facts as { error?: string; value?: string; expected?: string };
  if (error.code !== "bad-request" || typeof where !== "string" || facts.error === undefined) {
    return { text: refusal(error.code, error.message, error.facts), details: [] };
  }
  const what = kind(facts.error, where);
  return {
    text: t(`record.${what}`),
    details: [
      { what: t("record.where"), is: place(where) },
      { what: t("record.found"), is: facts.value ?? "" },
      { what: t("record.expected"), is: preciseInEnglish(facts.expected ?? "", `record.expected.${what}`) },
    ],
  };
}

/** What the class of the engine's error means, and what is wrong in a record that contradicts itself. */
function kind(error: string, where: string): Kind {
  if (error === "TruncatedRecord") return "truncated";
  if (error === "RecordVersion") return "version";
  if (error === "UnknownGame") return "game";
  if (error !== "TamperedRecord") return "malformed";
  if (MOVE.test(where)) return "illegal";
  return where === "result" ? "result" : "changed";
}

function place(where: string): string {
  const ply = MOVE.exec(where)?.[1];
  return ply === undefined ? where : t("record.move", { n: Number(ply) + 1, where });
}

/** A text that is not a record at all, detected before it is sent. */
export class Unreadable extends Error {
  constructor(
    readonly key: UiKey,
    readonly facts: { [key: string]: string | number } = {},
  ) {
    super(key);
  }
}

/** Parse a record. */
export function parsed(text: string): { [key: string]: unknown } {
  const trimmed = text.trim();
  if (trimmed === "") throw new Unreadable("record.empty");
  if (new Blob([trimmed]).size > MOST_BYTES)
    throw new Unreadable("record.too_big", { megabytes: MOST_BYTES / 1_000_000 });
  let found: unknown;
  try {
    found = JSON.parse(trimmed);
  } catch {
    throw new Unreadable(trimmed.startsWith("{") && !trimmed.endsWith("}") ? "record.truncated" : "record.not_json");
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) throw new Unreadable("record.not_json");
  return found as { [key: string]: unknown };
}
