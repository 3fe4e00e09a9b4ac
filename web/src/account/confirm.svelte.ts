/** Changing credentials needs a browser whose user has just proved who they are: ask for that, then go on. */
import { ApiError } from "$/net/api";

let answer: ((confirmed: boolean) => void) | null = $state.raw(null);

export const confirmation = {
  /** Whether the dialog is open. */
  get asked(): boolean {
    return answer !== null;
  },
  /** The user has confirmed, or has closed the dialog. */
  end(confirmed: boolean): void {
    const waiting = answer;
    answer = null;
    waiting?.(confirmed);
  },
};

/** Do something; if the server first wants to know that it is really the user, ask, and do it then. */
export async function confirmed<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "not-confirmed") throw error;
    confirmation.end(false);
    if (!(await new Promise<boolean>((resolve) => (answer = resolve)))) throw error;
  }
  return act();
}
