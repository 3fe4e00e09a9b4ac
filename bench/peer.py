"""A baseline for the server: a bare websocket room in the same framework that forwards what it gets.

Nothing is checked, stored or computed. The messages that it sends are as long as an update of a real table, and look
like one to the benchmark.
"""

from collections import defaultdict

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect


def app_of(size: int) -> FastAPI:
    """Return the application; `size` is the size of its messages."""
    app = FastAPI()
    rooms: defaultdict[str, set[WebSocket]] = defaultdict(set)
    versions: defaultdict[str, int] = defaultdict(int)
    before, after = '"view":{"game":"peer","ply":', ',"waiting":[0],"over":false,"moves":[{"action":1}],"scores":[]}'
    board = ',"board":"' + "x" * max(0, size - 150) + '"}'

    @app.websocket("/ws/tables/{table}")
    async def at_table(socket: WebSocket, table: str) -> None:
        await socket.accept()
        rooms[table].add(socket)
        await socket.send_text(f'{{"type":"welcome",{before}{versions[table]}{after}{board}')
        try:
            while True:
                await socket.receive_text()
                versions[table] += 1
                version = versions[table]
                text = f'{{"type":"update","version":{version},{before}{version}{after}{board}'
                for one in rooms[table]:
                    await one.send_text(text)
                await socket.send_text(f'{{"type":"ok","id":"m","version":{version}}}')
        except WebSocketDisconnect:
            rooms[table].discard(socket)

    return app


def serve(port: int, size: int) -> None:
    """Serve until the process ends."""
    config = uvicorn.Config(app_of(size), port=port, log_level="error", access_log=False, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    server.run()
