/** Why a form was not accepted, and at which of its fields that is shown. */
import { refusal, t, type UiKey } from "$/i18n/index.svelte";
import { ApiError } from "$/net/api";

export interface FormError {
  /** The field that it is about; null if it is about the whole. */
  field: string | null;
  text: string;
}

const PLACE = /^body(?:\.settings)?(?:\.([a-z_.]+))?: (?:option ([a-z_]+)(?:\[\d+\])?: |(seats): )?/;
/** Refusals whose code alone says which field is meant. */
const FIELDS: Readonly<Record<string, string>> = { "name-taken": "name", "wrong-password": "password" };

/** What the house refused, as a form shows it. Anything else is a mistake of ours and goes on. */
export function formError(error: unknown): FormError {
  if (!(error instanceof ApiError)) throw error;
  if (error.code !== "bad-request") {
    return { field: FIELDS[error.code] ?? null, text: refusal(error.code, error.message) };
  }
  const place = PLACE.exec(error.message);
  const field = place?.[2] ?? place?.[3] ?? place?.[1] ?? null;
  const own = `wrong.${field ?? ""}`;
  const said = t(own as UiKey);
  const precise = error.message.slice(place?.[0].length ?? 0);
  return { field, text: said === own ? refusal(error.code, capital(precise)) : said };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A refusal as one sentence, where there is no form. */
export function errorText(error: unknown): string {
  return formError(error).text;
}
