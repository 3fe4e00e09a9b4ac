/** A form on its way: whether it is being sent, was done, or why not. */
import { trouble, type Trouble } from "./trouble";

export class Sending {
  busy: boolean = $state(false);
  done: boolean = $state(false);
  trouble: Trouble | null = $state.raw(null);

  /** The fields at which the form shows what is wrong. */
  constructor(private readonly fields: readonly string[] = []) {}

  async run(request: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.done = false;
    this.trouble = null;
    try {
      await request();
      this.done = true;
    } catch (error) {
      this.trouble = trouble(error);
    } finally {
      this.busy = false;
    }
    return this.done;
  }

  /** What is wrong with a field. */
  at(field: string): string | null {
    return this.trouble?.field === field ? this.trouble.text : null;
  }

  /** What is wrong with the whole. */
  get general(): string | null {
    return this.trouble !== null && !this.fields.includes(this.trouble.field ?? "") ? this.trouble.text : null;
  }
}
