"""A client in the manner of the contest's Python one: the address of the page by
a regular expression, an upper-case word for every board, no reconnection. Its
WebSocket is a plain socket, so that nothing has to be installed."""

import base64
import os
import re
import socket
import struct
import sys

URL = re.compile(r"^https?://([-a-zA-Z0-9@:%._+~#=]+)/codenjoy-contest/board/player/([a-z0-9]+)\?code=([0-9]+)")
HEADS = "▲▼◄►♥"
DIRECTIONS = {"UP": (0, -1), "RIGHT": (1, 0), "DOWN": (0, 1), "LEFT": (-1, 0)}


def connect(address):
    server, user, code = URL.match(address).groups()
    host, port = server.split(":")
    connection = socket.create_connection((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall(
        f"GET /codenjoy-contest/ws?user={user}&code={code} HTTP/1.1\r\nHost: {server}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://{server}\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    stream = connection.makefile("rb")
    status = stream.readline()
    if b" 101 " not in status:
        sys.exit(f"refused: {status.decode().strip()}")
    while stream.readline() not in (b"\r\n", b""):
        pass
    return connection, stream


def receive(stream):
    """A frame: its opcode and its text; servers do not mask."""
    opcode, length = stream.read(2)
    if length == 126:
        (length,) = struct.unpack(">H", stream.read(2))
    elif length == 127:
        (length,) = struct.unpack(">Q", stream.read(8))
    return opcode & 15, stream.read(length)


def send(connection, opcode, payload):
    mask = os.urandom(4)
    masked = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
    connection.sendall(bytes([0x80 | opcode, 0x80 | len(payload)]) + mask + masked)


def step(board):
    """The first direction that is free, or whatever."""
    size = round(len(board) ** 0.5)
    at = next((i for i, glyph in enumerate(board) if glyph in HEADS), None)
    if at is None:
        return ""
    for word, (x, y) in DIRECTIONS.items():
        if board[at + x + y * size] in " ○$®":
            return word
    return "ACT(0)"


def main():
    connection, stream = connect(sys.argv[1])
    while True:
        opcode, payload = receive(stream)
        if opcode == 8:
            send(connection, 8, payload)
            return
        if opcode == 9:
            send(connection, 10, payload)
        if opcode == 1:
            board = re.match("^board=(.*)$", payload.decode()).group(1)
            send(connection, 1, step(board).encode())


main()
