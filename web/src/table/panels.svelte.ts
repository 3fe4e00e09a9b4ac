/** What is open beside the table: the drawer, a rule that was cited, a dialog. */

export type Tab = "log" | "chat" | "rules" | "scores";
export const TABS: readonly Tab[] = ["log", "chat", "rules", "scores"];

/** Wide enough for a drawer that stays open beside the table. */
export const WIDE = "(min-width: 64rem)";

export class Panels {
  tab: Tab | null = $state(matchMedia(WIDE).matches ? "log" : null);
  /** The rule that was asked for; `asked` grows with every question, so that the same one can be asked for again. */
  rule: { id: string; asked: number } | null = $state.raw(null);
  dialog: "help" | "leave" | null = $state(null);
  /** Whether the end of the game was looked at and closed. */
  endSeen: boolean = $state(false);
  /** How many things said were read. */
  read: number = $state(0);

  /** A window that becomes narrow shows the table, and one that becomes wide the log beside it. Gives an end to that. */
  watch(): () => void {
    const wide = matchMedia(WIDE);
    const turned = (): void => {
      this.tab = wide.matches ? (this.tab ?? "log") : null;
    };
    wide.addEventListener("change", turned);
    return () => wide.removeEventListener("change", turned);
  }

  open(tab: Tab): void {
    this.tab = tab;
  }

  toggle(tab: Tab): void {
    this.tab = this.tab === tab ? null : tab;
  }

  /** Show a rule of the game. */
  openRule(rule: string): void {
    this.rule = { id: rule, asked: (this.rule?.asked ?? 0) + 1 };
    this.tab = "rules";
  }
}
