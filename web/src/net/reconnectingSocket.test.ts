import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser, FakeSocket, welcome } from "$/table/testing";
import { ReconnectingSocket, type Answer, type SocketHandlers } from "./reconnectingSocket";

let since = 0;
let handlers: { [Key in keyof Required<SocketHandlers>]: ReturnType<typeof vi.fn> };
let connection: ReconnectingSocket;

function meet(): FakeSocket {
  FakeSocket.last.open();
  FakeSocket.last.says(welcome(1, []));
  return FakeSocket.last;
}

/** Collect the result of a promise without waiting for it. */
function kept(promise: Promise<Answer>): Answer[] {
  const found: Answer[] = [];
  void promise.then((answer) => found.push(answer));
  return found;
}

/** The page becomes visible. */
function comesBack(): void {
  const listen = document.addEventListener as unknown as ReturnType<typeof vi.fn>;
  for (const [name, hear] of listen.mock.calls) if (name === "visibilitychange") (hear as () => void)();
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  browser();
  since = 0;
  handlers = { since: vi.fn(() => since), message: vi.fn(), state: vi.fn(), back: vi.fn() };
  connection = new ReconnectingSocket("/ws/tables/t", handlers as unknown as SocketHandlers);
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a connection", () => {
  it("names its protocol and the first event it has not seen", () => {
    expect(FakeSocket.last.url).toBe("ws://zashiki.test/ws/tables/t?protocol=1&since=0");
  });

  it("sends nothing before the welcome, and then everything once", () => {
    void connection.send({ type: "chat", text: "hello" });
    FakeSocket.last.open();
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.says(welcome(1, []));
    expect(FakeSocket.last.of("chat")).toHaveLength(1);
  });

  it("matches answers by message id, whatever comes in between", async () => {
    const socket = meet();
    const first = kept(connection.send({ type: "move", version: 1, action: 7, seat: 0 }));
    const second = kept(connection.send({ type: "move", version: 1, action: 8, seat: 0 }));
    const [one, two] = socket.of("move").map((message) => message["id"]);
    expect(one).not.toBe(two);
    socket.says({ type: "ok", id: one, version: 1 });
    socket.says({ type: "no", id: two, code: "illegal", text: "no", rule: "HG-3.1", facts: { reason: "r" } });
    await settled();
    expect(first).toEqual([{ ok: true, version: 1 }]);
    expect(second).toEqual([{ ok: false, code: "illegal", text: "no", rule: "HG-3.1", facts: { reason: "r" } }]);
  });
});

describe("a connection that breaks", () => {
  it("reconnects, asks for the gap, and resends an unanswered move under its id", async () => {
    const socket = meet();
    const answer = kept(connection.send({ type: "move", version: 1, action: 7, seat: 0 }));
    const [before] = socket.of("move");
    since = 12;
    socket.close();
    expect(handlers.state).toHaveBeenLastCalledWith("lost", undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.last).not.toBe(socket);
    expect(FakeSocket.last.url).toContain("since=12");
    const again = meet();
    expect(again.of("move")).toEqual([before]);
    expect(handlers.back).toHaveBeenCalledWith(1);
    again.says({ type: "ok", id: before?.["id"], version: 1 });
    await settled();
    expect(answer).toEqual([{ ok: true, version: 1 }]);
  });

  it("does not resend chat that may have arrived, and reports it", async () => {
    const socket = meet();
    const answer = kept(connection.send({ type: "chat", text: "hello" }));
    socket.close();
    await vi.advanceTimersByTimeAsync(1000);
    const again = meet();
    await settled();
    expect(again.of("chat")).toEqual([]);
    expect(answer).toMatchObject([{ ok: false, code: "offline" }]);
  });

  it("sends chat after the break that was never sent", async () => {
    meet().close();
    void connection.send({ type: "chat", text: "hello" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(meet().of("chat")).toHaveLength(1);
  });

  it("waits longer each time, up to a limit", async () => {
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const count = FakeSocket.all.length;
      FakeSocket.last.close();
      let waited = 0;
      while (FakeSocket.all.length === count) {
        await vi.advanceTimersByTimeAsync(100);
        waited += 100;
      }
      tries.push(waited);
    }
    expect(tries[0]).toBeLessThan(800);
    expect(tries.at(-1)).toBeGreaterThan(10_000);
    expect(Math.max(...tries)).toBeLessThan(20_000);
  });

  it("passes on the server's reason", () => {
    const socket = meet();
    const facts = { reason: "server.closing" };
    socket.says({ type: "bye", code: "busy", text: "The server restarts.", facts });
    socket.close();
    expect(handlers.state).toHaveBeenLastCalledWith("lost", { code: "busy", text: "The server restarts.", facts });
  });

  it("does not reconnect after a final bye", async () => {
    const socket = meet();
    socket.says({ type: "bye", code: "no-such-table", text: "There is no such table.", facts: {} });
    socket.close();
    expect(handlers.state).toHaveBeenLastCalledWith("ended", {
      code: "no-such-table",
      text: "There is no such table.",
      facts: {},
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("ignores messages of an abandoned connection", async () => {
    const socket = meet();
    socket.close();
    await vi.advanceTimersByTimeAsync(1000);
    handlers.message.mockClear();
    socket.says({ type: "table", table: {} });
    expect(handlers.message).not.toHaveBeenCalled();
  });

  it("sends nothing after it was closed, and answers what was pending", async () => {
    const socket = meet();
    const before = kept(connection.send({ type: "move", version: 1, action: 7, seat: 0 }));
    connection.close();
    const after = kept(connection.send({ type: "chat", text: "hello" }));
    await settled();
    expect([...before, ...after]).toMatchObject([{ code: "offline" }, { code: "offline" }]);
    expect(socket.of("chat")).toEqual([]);
  });

  it("answers pending messages when there is no way back", async () => {
    const socket = meet();
    const answer = kept(connection.send({ type: "move", version: 1, action: 7, seat: 0 }));
    socket.says({ type: "bye", code: "not-signed-in", text: "Who are you?", facts: {} });
    socket.close();
    await settled();
    expect(answer).toMatchObject([{ ok: false, code: "offline" }]);
  });

  it("retries if no connection is established", async () => {
    await vi.advanceTimersByTimeAsync(9000);
    expect(FakeSocket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(handlers.state).toHaveBeenLastCalledWith("lost", undefined);
  });

  it("pings at once when the page becomes visible, and does not wait for a dead connection to close", async () => {
    const socket = meet();
    socket.close = () => undefined; // nobody answers the farewell
    comesBack();
    expect(socket.of("ping")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(FakeSocket.last).not.toBe(socket);
    expect(handlers.state).toHaveBeenLastCalledWith("lost", undefined);
  });

  it("that is renewed on purpose does not count as lost", () => {
    const socket = meet();
    connection.reconnect();
    meet();
    expect(FakeSocket.last).not.toBe(socket);
    expect(handlers.state).not.toHaveBeenCalledWith("lost", undefined);
    expect(handlers.back).not.toHaveBeenCalled();
  });

  it("pings after a silence, and gives up without an answer", async () => {
    const socket = meet();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(socket.of("ping")).toHaveLength(1);
    socket.says({ type: "ok", id: socket.of("ping")[0]?.["id"], version: 1 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.last).toBe(socket);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.last).not.toBe(socket);
  });
});
