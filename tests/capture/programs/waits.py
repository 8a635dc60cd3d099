"""One thread for each thing that threads wait for, a second long each: what a recording says of their states."""
import os
import socket
import subprocess
import sys
import threading
import time

import torch

SECOND = 1.0
held = threading.Lock()


def lock(ready):
    ready.wait()
    with held:
        pass


def pipe(ready):
    reading, writing = os.pipe()
    threading.Timer(SECOND, os.write, (writing, b'x')).start()
    os.read(reading, 1)


def sleep(ready):
    time.sleep(SECOND)


def connection(ready):
    here, there = socket.socketpair()
    threading.Timer(SECOND, there.send, (b'x',)).start()
    here.recv(1)


def events(ready):
    import select
    reading, writing = os.pipe()
    select.select([reading], [], [], SECOND)


def child(ready):
    subprocess.run(['sleep', str(SECOND)], check=True)


def compute(ready):
    """Alone on its CPU, as far as the machine lets it."""
    until = time.monotonic() + SECOND
    while time.monotonic() < until:
        torch.mm(ONES, ONES)


def starve(ready):
    """Beside three others on one CPU, which take three quarters of it."""
    cpu = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cpu})
    others = [subprocess.Popen([sys.executable, '-c', 'import os\nos.sched_setaffinity(0, {%d})\nwhile True: pass' % cpu])
              for _ in range(3)]
    compute(ready)
    for other in others:
        other.kill()
        other.wait()


def disk(ready):
    """Writes that do not return before they have reached the disk."""
    path = sys.argv[1]
    until = time.monotonic() + SECOND
    with open(path, 'wb', buffering=0) as file:
        while time.monotonic() < until:
            file.write(bytes(1 << 20))
            os.fsync(file.fileno())
    os.unlink(path)


ONES = torch.ones(64, 64)
torch.set_num_threads(1)
held.acquire()
for wait in (lock, pipe, sleep, connection, events, child, compute, starve, disk):
    ready = threading.Event()

    def run(wait=wait, ready=ready):
        torch.add(ONES, ONES)
        wait(ready)
        torch.add(ONES, ONES)

    thread = threading.Thread(target=run, name=wait.__name__)
    thread.start()
    ready.set()
    if wait is lock:
        time.sleep(SECOND)
        held.release()
    thread.join()
