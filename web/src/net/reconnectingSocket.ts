/** A websocket that comes back: it waits longer each time, and asks for what was missed. */
import type { Incoming } from "$/generated/incoming";
import type { Outgoing } from "$/generated/outgoing";
import { newSeed } from "./api";

export type State = "connecting" | "open" | "lost" | "ended";

export interface SocketHandlers {
  /** Which event comes next, for the gap. */
  since?(): number;
  message(message: Outgoing): void;
  /** `ended`: the house does not want us back. `why` is what it said before the connection ended, if anything. */
  state(state: State, why?: CloseReason): void;
  /** The connection is back, and so many messages that were not answered were sent once more. */
  back?(resent: number): void;
}

/** The house's last word on a connection. */
export interface CloseReason {
  code: string;
  text: string;
}

const PROTOCOL = 1;
const FIRST = 500;
const LONGEST = 15_000;
/** After so long a silence we ask whether anybody is there, and how long we wait: for that answer, and for a welcome. */
const SILENCE = 30_000;
const TIMEOUT = 10_000;
/** After a `bye` with these there is no use in coming back. */
const FINAL = new Set(["not-signed-in", "no-such-table", "origin", "bad-message", "too-many"]);

type Draft = Incoming extends infer One ? (One extends { id: string } ? Omit<One, "id"> : never) : never;

interface Unanswered {
  message: Incoming;
  /** Whether it has gone out at least once. */
  sent: boolean;
  done(
    answer:
      { ok: true; version: number } | { ok: false; code: string; text: string; rule: string | null; facts: object },
  ): void;
}

export type Answer = Parameters<Unanswered["done"]>[0];

export class ReconnectingSocket {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST;
  private closed = false;
  /** Whether the house has welcomed us on this connection: before, nothing is sent. */
  private welcomed = false;
  private again = false;
  private bye: CloseReason | null = null;
  private readonly unanswered = new Map<string, Unanswered>();

  constructor(
    private readonly path: string,
    private readonly handlers: SocketHandlers,
  ) {
    this.connect();
    addEventListener("online", this.reconnectNow);
    document.addEventListener("visibilitychange", this.reconnectNow);
  }

  /** Send something; it is sent again after a break, and the answer comes in any case: at the latest when it is certain
   * that there will be no connection any more. */
  send(draft: Draft): Promise<Answer> {
    // Not randomUUID, which browsers have only over TLS: at home people play over plain HTTP.
    const message = { ...draft, id: newSeed() } as Incoming;
    return new Promise((done) => {
      const one = { message, done, sent: false };
      this.unanswered.set(message.id, one);
      if (this.closed) this.answer(message.id, LOST);
      else this.write(one);
    });
  }

  close(): void {
    this.end();
    this.socket?.close();
  }

  private end(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    removeEventListener("online", this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    for (const id of [...this.unanswered.keys()]) this.answer(id, LOST);
  }

  /** Connect anew at once: the house shall see who is here now. */
  reconnect(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const old = this.socket;
    this.again = false; // nobody was away
    this.connect();
    old?.close();
  }

  private connect(): void {
    const since = this.handlers.since?.() ?? 0;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?protocol=${PROTOCOL}&since=${since}`);
    this.socket = socket;
    this.bye = null;
    this.welcomed = false;
    // Where packets vanish without a word a browser would try for minutes.
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.lost(socket), TIMEOUT);
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data) as Outgoing);
    };
    socket.onclose = () => this.lost(socket);
  }

  /** The connection has ended, or is given up. */
  private lost(socket: WebSocket): void {
    if (this.socket !== socket || this.closed) return;
    this.socket = null;
    this.welcomed = false;
    clearTimeout(this.quiet);
    socket.close(); // a browser may wait for a closeReason from somebody who is not there; we do not
    if (this.bye !== null && FINAL.has(this.bye.code)) {
      this.handlers.state("ended", this.bye);
      this.end();
      return;
    }
    this.handlers.state("lost", this.bye ?? undefined);
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST, 2 * this.wait);
  }

  private receive(message: Outgoing): void {
    this.watchSilence();
    if (message.type === "welcome" || message.type === "hello") {
      this.wait = FIRST;
      this.welcomed = true;
      this.handlers.message(message);
      this.handlers.state("open");
      this.resend();
      return;
    }
    if (message.type === "bye") this.bye = { code: message.code, text: message.text };
    this.handlers.message(message);
    if (message.type === "ok") this.answer(message.id, { ok: true, version: message.version });
    if (message.type === "no" && message.id !== null) {
      const { code, text, rule, facts } = message;
      this.answer(message.id, { ok: false, code, text, rule, facts });
    }
  }

  private resend(): void {
    let resent = 0;
    for (const [id, one] of this.unanswered) {
      // What was said may have been heard: it is not known again, so it is not said again.
      if (one.sent && (one.message.type === "chat" || one.message.type === "phrase")) {
        this.answer(id, LOST);
      } else {
        if (one.message.type === "move") resent += 1;
        this.write(one);
      }
    }
    if (this.again) this.handlers.back?.(resent);
    this.again = true;
  }

  /** A connection can die without a word: who is silent for long is asked, and left if there is no answer. */
  private watchSilence(): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.ping(), SILENCE);
  }

  private ping(): void {
    const { socket } = this;
    if (socket === null || !this.welcomed) return;
    clearTimeout(this.quiet);
    socket.send(JSON.stringify({ type: "ping", id: newSeed() }));
    this.quiet = setTimeout(() => this.lost(socket), TIMEOUT);
  }

  private answer(id: string, answer: Answer): void {
    const found = this.unanswered.get(id);
    this.unanswered.delete(id);
    found?.done(answer);
  }

  private write(one: Unanswered): void {
    if (!this.welcomed || this.socket?.readyState !== WebSocket.OPEN) return;
    one.sent = true;
    this.socket.send(JSON.stringify(one.message));
  }

  /** Somebody is back at the screen, or on the net: do not let them wait. A connection that was there before may have died
   * while the device slept. */
  private readonly reconnectNow = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket !== null) {
      this.ping();
      return;
    }
    clearTimeout(this.timer);
    this.wait = FIRST;
    this.connect();
  };
}

const LOST: Answer = { ok: false, code: "offline", text: "The connection was lost.", rule: null, facts: {} };
