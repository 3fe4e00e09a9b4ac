/** Why a record cannot be shown, in words: what the house found, where, and what it expected. */
import { refusal, t } from "$/i18n/index.svelte";
import type { UiKey } from "$/i18n/index.svelte";
import { ApiError } from "$/net/api";

export interface RecordError {
  /** The whole in one sentence. */
  text: string;
  /** Where, what was found, and what would have been right; empty where there is nothing more to tell. */
  details: { what: string; is: string }[];
}

/** No record is larger; the house would not read it. */
export const MOST_BYTES = 2_000_000;

/** `moves[36]: '1 play 17' is not possible; expected a legal move: …` as the house words it. */
const REFUSED = /^(?<where>[^:]{1,60}): (?<found>.*) is not possible; expected (?<expected>.*)$/s;
const MOVE = /^moves\[(\d+)\]$/;

export function recordError(error: unknown): RecordError {
  if (error instanceof Unreadable) return { text: t(error.key, error.facts), details: [] };
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "bad-message") return { text: t("record.malformed"), details: [] }; // JSON that nobody reads
  const { where, found, expected } = REFUSED.exec(error.message)?.groups ?? {};
  if (error.code !== "bad-request" || where === undefined || found === undefined || expected === undefined) {
    return { text: refusal(error.code, error.message), details: [] };
  }
  return {
    text: t(kind(where, expected)),
    details: [
      { what: t("record.where"), is: place(where) },
      { what: t("record.found"), is: found },
      { what: t("record.expected"), is: expected },
    ],
  };
}

function kind(where: string, expected: string): UiKey {
  if (where === "checksum") return "record.changed";
  if (MOVE.test(where)) return expected.startsWith("'<seat> <move>'") ? "record.malformed" : "record.illegal";
  if (where === "result") return "record.result";
  if (where === "format" || where === "version" || where === "fair.algorithm") return "record.version";
  if (where === "moves" && /^\d+ moves$/.test(expected)) return "record.truncated";
  if (where === "game") return "record.game";
  return "record.malformed";
}

function place(where: string): string {
  const ply = MOVE.exec(where)?.[1];
  return ply === undefined ? where : t("record.move", { n: Number(ply) + 1, where });
}

/** What is no record at all is noticed here already. */
export class Unreadable extends Error {
  constructor(
    readonly key: UiKey,
    readonly facts: { [key: string]: string | number } = {},
  ) {
    super(key);
  }
}

/** The record in a text. */
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
