"""A WebSocket server that is not ours: what a client sends comes back. Prints its port.

A path changes what it does: /close closes with 4001 and "enough", /large sends 2,000 characters, /fragments
sends a text in three frames, /ping waits for the answer to a ping and says so, /protocol tells the
protocol, /header tells the header Authorization, /refuse answers 403, /gone breaks off.
"""
import asyncio, http, sys
import websockets
from websockets.asyncio.server import serve


async def answer(socket):
    path = socket.request.path
    if path == "/close":
        await socket.close(4001, "enough")
    elif path == "/large":
        await socket.send("x" * 2_000)
    elif path == "/fragments":
        await socket.send(["one ", "two ", "three"])
    elif path == "/ping":
        await (await socket.ping())
        await socket.send("answered")
    elif path == "/protocol":
        await socket.send(str(socket.subprotocol))
    elif path == "/header":
        await socket.send(socket.request.headers.get("Authorization", "none"))
    elif path == "/gone":
        socket.transport.abort()
    try:
        async for message in socket:
            await socket.send(message)
    except websockets.ConnectionClosedError:
        pass
    # What the client closed with; for the test that reads the output.
    print(f"closed {socket.close_code}", flush=True)


def refuse(socket, request):
    if request.path == "/refuse":
        return socket.respond(http.HTTPStatus.FORBIDDEN, "no\n")


def choose(socket, offered):
    return "chat" if "chat" in offered else None


async def main():
    async with serve(
        answer, "127.0.0.1", 0, process_request=refuse, select_subprotocol=choose, max_size=2**22
    ) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
