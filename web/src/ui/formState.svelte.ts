/** The state of a form: being sent, done, or refused. */
import { formError, type FormError } from "./formError";

export class FormState {
  busy: boolean = $state(false);
  done: boolean = $state(false);
  problem: FormError | null = $state.raw(null);

  /** The fields that show their own errors. */
  constructor(private readonly fields: readonly string[] = []) {}

  async run(request: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.done = false;
    this.problem = null;
    try {
      await request();
      this.done = true;
    } catch (error) {
      this.problem = formError(error);
    } finally {
      this.busy = false;
    }
    return this.done;
  }

  /** The error of a field. */
  at(field: string): string | null {
    return this.problem?.field === field ? this.problem.text : null;
  }

  /** The error of the whole form. */
  get general(): string | null {
    return this.problem !== null && !this.fields.includes(this.problem.field ?? "") ? this.problem.text : null;
  }
}
