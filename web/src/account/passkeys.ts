/** Passkeys: the browser's part of creating one, and of signing in with one. */
import { ApiError, post, type Api } from "$/net/api";

/** Whether this browser has passkeys at this address. */
export const hasPasskeys =
  typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** What the browser refuses, or the user cancels, is no failure of ours. */
async function answered(asking: Promise<Credential | null>): Promise<unknown> {
  try {
    const found = await asking;
    return (found as PublicKeyCredential | null)?.toJSON() ?? null;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new ApiError("passkey-cancelled", error.message);
  }
}

export async function addPasskey(label: string): Promise<void> {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>("/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await answered(navigator.credentials.create({ publicKey }));
  await post<Api.PasskeyData>("/me/passkeys", { label, credential });
}

export async function signInWithPasskey(keep: boolean): Promise<void> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>("/login/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await answered(navigator.credentials.get({ publicKey }));
  await post("/login/passkey", { credential, keep });
}

export async function confirmWithPasskey(): Promise<void> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>("/me/confirm/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await answered(navigator.credentials.get({ publicKey }));
  await post("/me/confirm/passkey", { credential });
}
