"""A slow link on loopback: a port that leads to another, at so many bytes a second and so late, each way. What does not
fit waits, as in a router with little memory, and then its sender waits."""
import contextlib
import socket
import threading
import time
from collections import deque

PIECE = 1400       # what a packet carries
QUEUE = 64 * 1024  # bytes on their way, beyond those that fill the link


class Way:
    """One direction of one connection."""

    def __init__(self, link, source, target):
        self.link, self.source, self.target = link, source, target
        self.pieces = deque()
        self.bytes = 0
        self.changed = threading.Condition()
        for work in (self.take, self.give):
            threading.Thread(target=work, daemon=True).start()

    def take(self):
        free = time.monotonic()
        room = QUEUE + int(self.link.rate * self.link.delay)
        while True:
            data = b""
            with contextlib.suppress(OSError):
                data = self.source.recv(PIECE)
            free = max(time.monotonic(), free) + len(data) / self.link.rate
            with self.changed:
                self.changed.wait_for(lambda: self.bytes < room)
                self.pieces.append((free + self.link.delay, data))
                self.bytes += len(data)
                self.changed.notify_all()
            if not data:
                return

    def give(self):
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.pieces)
                when, data = self.pieces[0]
            time.sleep(max(0, when - time.monotonic()))
            try:
                if not data:
                    raise OSError
                self.target.sendall(data)
            except OSError:
                for end in (self.source, self.target):
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
                self.link.leave(self.source, self.target)
                return
            with self.changed:
                self.pieces.popleft()
                self.bytes -= len(data)
                self.link.passed += len(data)
                self.changed.notify_all()


class SlowLink:
    def __init__(self, to, rate, delay):
        """`rate` in bytes a second and `delay` in seconds, each way."""
        self.to, self.rate, self.delay = to, rate, delay
        self.passed = 0
        self.left = set()
        self.lock = threading.Lock()
        self.listener = socket.socket()
        # small buffers: what waits in them is later than the link is
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, QUEUE)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen()
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.socket()
                far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, QUEUE)
                far.connect(("127.0.0.1", self.to))
            except OSError:
                return
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Way(self, near, far)
            Way(self, far, near)

    def leave(self, *ends):
        """Of the two ways of a connection, the second that is done closes it."""
        with self.lock:
            if ends[::-1] not in self.left:
                self.left.add(ends)
                return
            self.left.discard(ends[::-1])
        for end in ends:
            end.close()

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
