/** Why a form was refused, and which of its fields shows that. */
import { refusal, t, type UiKey } from "$/i18n/index.svelte";
import { ApiError } from "$/net/api";

export interface FormError {
  /** The field it is about; null for the whole form. */
  field: string | null;
  text: string;
}

/** Parts of a path that are no fields themselves. */
const AROUND: readonly (string | number)[] = ["body", "settings", "options"];
/** Codes that imply a field. */
const FIELDS: Readonly<Record<string, string>> = {
  "name-taken": "name",
  "wrong-password": "password",
  "wrong-code": "code",
};

/** A refusal of the server, for a form. Any other error is a bug of ours and is thrown on. */
export function formError(error: unknown): FormError {
  if (!(error instanceof ApiError)) throw error;
  const { code, message, facts } = error;
  if (code !== "bad-request") return { field: FIELDS[code] ?? null, text: capital(refusal(code, message, facts)) };
  const precise = capital(typeof facts["text"] === "string" ? facts["text"] : message);
  const path = (error.where ?? []).filter((part) => typeof part === "string" && !AROUND.includes(part));
  const field = path.length === 0 ? null : path.join(".");
  // Settings that do not go together are a problem of the whole form.
  const { reason } = facts;
  if (reason !== undefined)
    return {
      field: String(reason).startsWith("settings.") ? null : field,
      text: capital(refusal(code, precise, facts)),
    };
  const own = `wrong.${field ?? ""}`;
  const said = t(own as UiKey);
  return { field, text: said === own ? refusal(code, precise, facts) : said };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A refusal as one sentence, without a form. */
export function errorText(error: unknown): string {
  return formError(error).text;
}
