/** A form on its way: whether it is being sent, was done, or why not. */
import { formError, type FormError } from "./formError";

export class FormState {
  busy: boolean = $state(false);
  done: boolean = $state(false);
  problem: FormError | null = $state.raw(null);

  /** The fields at which the form shows what is wrong. */
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

  /** What is wrong with a field. */
  at(field: string): string | null {
    return this.problem?.field === field ? this.problem.text : null;
  }

  /** What is wrong with the whole. */
  get general(): string | null {
    return this.problem !== null && !this.fields.includes(this.problem.field ?? "") ? this.problem.text : null;
  }
}
