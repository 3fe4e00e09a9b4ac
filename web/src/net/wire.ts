/** A websocket that comes back: it waits longer each time, and asks for what was missed. */
import type { Incoming } from "$/generated/incoming";
import type { Outgoing } from "$/generated/outgoing";

export type State = "connecting" | "open" | "lost" | "ended";

export interface Ends {
  /** Which event comes next, for the gap. */
  since?(): number;
  message(message: Outgoing): void;
  /** `ended`: the house does not want us back; `why` is its code. */
  state(state: State, why?: { code: string; text: string }): void;
}

const PROTOCOL = 1;
const FIRST = 500;
const LONGEST = 15_000;
/** After a `bye` with these there is no use in coming back. */
const FINAL = new Set(["not-signed-in", "no-such-table", "origin", "bad-message", "too-many"]);

type Draft = Incoming extends infer One ? (One extends { id: string } ? Omit<One, "id"> : never) : never;

interface Unanswered {
  message: Incoming;
  done(answer: { ok: true; version: number } | { ok: false; code: string; text: string; rule: string | null; facts: object }): void;
}

export type Answer = Parameters<Unanswered["done"]>[0];

export class Wire {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST;
  private closed = false;
  private bye: { code: string; text: string } | null = null;
  private readonly unanswered = new Map<string, Unanswered>();

  constructor(
    private readonly path: string,
    private readonly ends: Ends,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Send something; it is sent again after a break, and the answer comes in any case. */
  send(draft: Draft): Promise<Answer> {
    const message = { ...draft, id: crypto.randomUUID() } as Incoming;
    return new Promise((done) => {
      this.unanswered.set(message.id, { message, done });
      this.write(message);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Connect anew at once: the house shall see who is here now. */
  renew(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const old = this.socket;
    if (old !== null) old.onmessage = null;
    this.connect();
    old?.close();
  }

  private connect(): void {
    const since = this.ends.since?.() ?? 0;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?protocol=${PROTOCOL}&since=${since}`);
    this.socket = socket;
    this.bye = null;
    socket.onmessage = (event: MessageEvent<string>) => this.heard(JSON.parse(event.data) as Outgoing);
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      this.socket = null;
      if (this.bye !== null && FINAL.has(this.bye.code)) {
        this.closed = true;
        this.ends.state("ended", this.bye);
        return;
      }
      this.ends.state("lost");
      this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(LONGEST, 2 * this.wait);
    };
  }

  private heard(message: Outgoing): void {
    if (message.type === "welcome" || message.type === "hello") {
      this.wait = FIRST;
      this.ends.message(message);
      this.ends.state("open");
      for (const { message: again } of this.unanswered.values()) {
        // What was said may have been heard: it is not known again, so it is not said again.
        if (again.type === "chat" || again.type === "phrase") this.answer(again.id, LOST);
        else this.write(again);
      }
      return;
    }
    if (message.type === "bye") this.bye = { code: message.code, text: message.text };
    this.ends.message(message);
    if (message.type === "ok") this.answer(message.id, { ok: true, version: message.version });
    if (message.type === "no" && message.id !== null) {
      const { code, text, rule, facts } = message;
      this.answer(message.id, { ok: false, code, text, rule, facts });
    }
  }

  private answer(id: string, answer: Answer): void {
    const found = this.unanswered.get(id);
    this.unanswered.delete(id);
    found?.done(answer);
  }

  private write(message: Incoming): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Somebody is back at the screen, or on the net: do not let them wait. */
  private readonly hurry = (): void => {
    if (this.closed || this.socket !== null || document.hidden) return;
    clearTimeout(this.timer);
    this.wait = FIRST;
    this.connect();
  };
}

const LOST: Answer = { ok: false, code: "offline", text: "The connection was lost.", rule: null, facts: {} };
