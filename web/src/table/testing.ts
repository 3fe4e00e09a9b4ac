/** A fake browser for tests: a visible page, and websockets under the test's control. */
import { vi } from "vitest";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  /** The last one opened. */
  static get last(): FakeSocket {
    const found = FakeSocket.all.at(-1);
    if (found === undefined) throw new Error("nobody has connected");
    return found;
  }

  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  /** The server sends a message. */
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }

  /** The sent messages of one type. */
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message["type"] === type);
  }
}

export function browser(): void {
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", {
    hidden: false,
    documentElement: {},
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  });
  vi.stubGlobal("location", { protocol: "http:", host: "zashiki.test" });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: vi.fn() });
}

export function view(ply: number, more: object = {}): Record<string, unknown> {
  return {
    game: "hagakure",
    version: 1,
    seats: 3,
    options: {},
    seat: 0,
    ply,
    waiting: [0],
    over: false,
    prompt: { code: "prompt.lead", facts: {}, text: "Lead a card." },
    moves: [7, 8, 9].map((action) => ({
      action,
      name: `play ${action}`,
      label: { code: "none", facts: {}, text: `Play ${action}` },
    })),
    scores: [0, 0, 0],
    winners: [],
    board: {},
    ...more,
  };
}

export function event(n: number, ply = n): Record<string, unknown> {
  return { n, ply, rule: "HG-1.1", code: "event.none", facts: {}, text: `Event ${n}.` };
}

export function table(more: object = {}): Record<string, unknown> {
  const seats = [0, 1, 2].map((seat) => ({
    seat,
    kind: seat === 0 ? "person" : "bot",
    player: seat === 0 ? "p0" : null,
    name: seat === 0 ? "Aki" : null,
    guest_code: null,
    level: seat === 0 ? null : 2,
    stand_in: false,
    program: false,
    here: true,
    yours: seat === 0,
    commitment: null,
    own_seed: true,
    revealed: true,
  }));
  return {
    id: "t",
    game: "hagakure",
    settings: {},
    status: "running",
    sealing: { algorithm: "zashiki-fair/1", attempt: 1, sealed_at: null, reveal_by: null, seal: null, failures: [] },
    seats,
    clocks: [],
    scores: [0, 0, 0],
    winners: [],
    ...more,
  };
}

export function welcome(ply: number, events: object[], more: object = {}): object {
  return {
    type: "welcome",
    protocol: 1,
    now: Date.now() / 1000,
    table: table(),
    seat: 0,
    view: view(ply),
    events,
    chat: [],
    ...more,
  };
}

export function update(ply: number, events: object[], more: object = {}): object {
  return { type: "update", version: ply, now: Date.now() / 1000, clocks: [], view: view(ply, more), events };
}
