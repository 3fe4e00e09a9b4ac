/** Accounts with an authenticator app need its code besides the password. */
import { ApiError } from "$/net/api";

/** Whether the server wants a code, too; any other refusal is thrown on. */
export async function codeNeeded(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking;
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "code-needed") throw error;
    return true;
  }
}
