/** What is open beside the table: the drawer's tab, a cited rule, a dialog. */

export type Tab = "log" | "chat" | "rules" | "scores";
export const TABS: readonly Tab[] = ["log", "chat", "rules", "scores"];

/** Wide enough for a drawer that stays open. */
export const WIDE = "(min-width: 64rem)";

export class Panels {
  tab: Tab | null = $state(null);
  /** The rule to show; `asked` counts requests, so that the same one can be requested again. */
  rule: { id: string; asked: number } | null = $state.raw(null);
  dialog: "help" | "leave" | null = $state(null);
  /** Whether the result was closed. */
  endSeen: boolean = $state(false);
  /** The number of the first unread chat message. */
  read: number = $state(0);

  /** `openLog`: whether the log is open from the start, if there is room. */
  constructor(private readonly openLog: boolean = true) {
    if (openLog && matchMedia(WIDE).matches) this.tab = "log";
  }

  /** Close the drawer when the window becomes narrow, and open the log when it becomes wide. Returns a function to
   * stop. */
  watch(): () => void {
    const wide = matchMedia(WIDE);
    const turned = (): void => {
      this.tab = wide.matches ? (this.tab ?? (this.openLog ? "log" : null)) : null;
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
