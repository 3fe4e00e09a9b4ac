/** A websocket that reconnects with exponential backoff, and asks for the events it has missed. */
import type { Incoming } from "$/generated/incoming";
import type { Outgoing } from "$/generated/outgoing";
import { newId } from "./api";

export type State = "connecting" | "open" | "lost" | "ended";

export interface SocketHandlers {
  /** The number of the next event, to ask for the gap. */
  since?(): number;
  message(message: Outgoing): void;
  /** `ended`: the server does not want us back. `why` is the reason it gave, if any. */
  state(state: State, why?: CloseReason): void;
  /** Reconnected; this many unanswered moves were sent again. */
  back?(resent: number): void;
}

/** The reason the server gave for closing the connection. */
export interface CloseReason {
  code: string;
  text: string;
  facts: Readonly<Record<string, unknown>>;
}

const PROTOCOL = 1;
const FIRST = 500;
const LONGEST = 15_000;
/** After this silence we send a ping; and how long we wait for its answer, or for a welcome. */
const SILENCE = 30_000;
const TIMEOUT = 10_000;
/** After a `bye` with one of these codes there is no point in reconnecting. */
const FINAL = new Set(["not-signed-in", "no-such-table", "origin", "bad-message", "too-many", "banned"]);

type Draft = Incoming extends infer One ? (One extends { id: string } ? Omit<One, "id"> : never) : never;

interface Unanswered {
  message: Incoming;
  /** Whether it has been sent at least once. */
  sent: boolean;
  done(
    answer:
      | { ok: true; version: number }
      | { ok: false; code: string; text: string; rule: string | null; facts: Record<string, unknown> },
  ): void;
}

export type Answer = Parameters<Unanswered["done"]>[0];

export class ReconnectingSocket {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST;
  private closed = false;
  /** Whether the server has sent its welcome on this connection: nothing is sent before. */
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

  /** Send a message. It is sent again after reconnecting, and the promise always resolves: at the latest when the
   * connection is given up. */
  send(draft: Draft): Promise<Answer> {
    // Not randomUUID, which needs TLS: at home people play over plain HTTP.
    const message = { ...draft, id: newId() } as Incoming;
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

  /** Reconnect at once, so that the server learns who is signed in now. */
  reconnect(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const old = this.socket;
    this.again = false; // this is not a lost connection
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
    // If packets are dropped silently, a browser would keep trying for minutes.
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.lost(socket), TIMEOUT);
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data) as Outgoing);
    };
    socket.onclose = () => this.lost(socket);
  }

  /** The connection is closed, or given up. */
  private lost(socket: WebSocket): void {
    if (this.socket !== socket || this.closed) return;
    this.socket = null;
    this.welcomed = false;
    clearTimeout(this.quiet);
    socket.close(); // a browser may wait for a closing handshake that never comes; we do not
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
    if (message.type === "bye") this.bye = { code: message.code, text: message.text, facts: message.facts };
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
      // A chat message may have arrived. The server can't tell duplicates, so it is not sent again.
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

  /** Detect a dead connection: after a silence, send a ping and give up if there is no answer. */
  private watchSilence(): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.ping(), SILENCE);
  }

  private ping(): void {
    const { socket } = this;
    if (socket === null || !this.welcomed) return;
    clearTimeout(this.quiet);
    socket.send(JSON.stringify({ type: "ping", id: newId() }));
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

  /** The page is visible again, or the device online: reconnect without delay. A connection may have died while the
   * device slept. */
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
