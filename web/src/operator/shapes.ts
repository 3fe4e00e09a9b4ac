/** What the server answers to the page for operators. It is no public protocol, so it has no generated types. */

export interface OverviewData {
  operator: string;
  parts: Record<string, boolean>;
  damage: { where: string; what: string; first: number; last: number; times: number }[];
  /** The continuous backup; null if there is none. `lag`: seconds that a loss of the disk would cost now. */
  backup: { lag: number | null; waiting: number; passes: number; problem: string | null } | null;
  /** Seconds by which a clock is wrong. */
  clock: number;
  open_reports: number;
  connections: number;
  tables: number;
  free_bytes: number | null;
  old: Record<string, number>;
}

export interface ReportLine {
  id: string;
  reporter: string | null;
  player: string | null;
  name: string | null;
  table: string | null;
  reason: "cheating" | "abuse" | "spam" | "name" | "other";
  entries: number;
  made_at: number;
  closed_at: number | null;
}

export interface ChatLine {
  n: number;
  player: string | null;
  name: string;
  text: string;
  at: number;
}

export interface ReportEntry {
  at: number;
  words: string;
  message: number | null;
  context: { game: string; status: string; ply: number; chat: ChatLine[] } | null;
}

export interface ReportFile extends Omit<ReportLine, "entries"> {
  entries: ReportEntry[];
}

export interface Sanction {
  id: string;
  kind: "warning" | "mute" | "ban";
  reason: string;
  made_at: number;
  until: number | null;
  ended_at: number | null;
}

export interface AuditLine {
  id: number;
  at: number;
  by_name: string;
  action: string;
  player: string | null;
  table: string | null;
  why: string;
}

export interface PersonData {
  id: string;
  name: string;
  guest: boolean;
  role: string | null;
  created_at: number;
  seen_at: number;
  sessions: number;
  networks: string[];
  statistics: { game: string; games: number }[];
  sanctions: Sanction[];
  reports: ReportLine[];
  audit: AuditLine[];
}

export interface OddPairData {
  one: string;
  other: string;
  names: [string, string];
  game: string;
  games: number;
  signs: ("network" | "one_sided" | "met_often" | "left" | "hasty")[];
}
