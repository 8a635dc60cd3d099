"""Ends its recording while it goes on, works on, and tells as JSON what of the recording is left in it.

With `kill` it kills its recorder; with `close` it ends the session as a recorder does that has finished.
"""
import ctypes
import json
import os
import signal
import struct
import sys
import threading
import time

import torch
from lanescope_probe.native import KEEP_REFERENCE, mapped_path

MOST_SECONDS = 60
WANTED, CLOSED = 64, 128  # in SessionControl
library = KEEP_REFERENCE[0].library
callbacks = ctypes.CDLL(mapped_path('libtorch_cpu.so'), mode=os.RTLD_NOLOAD)._ZN2at18hasGlobalCallbacksEv
callbacks.restype = ctypes.c_bool
matrix = torch.ones(2, 3)


def work(times):
    for _ in range(times):
        torch.add(matrix, matrix)


def profiling():
    cycles = getattr(KEEP_REFERENCE[0], '_cycles', None)
    return cycles is not None and (bool(cycles._switch.running) or not cycles._switch.ended)


def longest_stall():
    longest, last = 0.0, time.monotonic()
    for _ in range(20_000):
        work(1)
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    return longest


while any(thread.name == 'lanescope shim' for thread in threading.enumerate()):
    time.sleep(0.1)
work(1000)
hooked = callbacks()
if sys.argv[1] == 'kill':
    os.kill(os.getppid(), signal.SIGKILL)
else:
    with open(os.path.join(os.environ['LANESCOPE_RINGS'], 'session'), 'r+b') as session:
        for place, value in (CLOSED, struct.pack('<I', 1)), (WANTED, struct.pack('<Q', 2 << 32)):
            session.seek(place)
            session.write(value)
            session.flush()
until = time.monotonic() + MOST_SECONDS
while (callbacks() or profiling()) and time.monotonic() < until:
    work(1000)
before = library.seen(b'memory')
work(1000)
print(json.dumps({'hooked': hooked, 'callbacks': callbacks(), 'profiling': profiling(), 'stall': longest_stall(),
                  'allocations seen': library.seen(b'memory') - before, 'rings': os.environ['LANESCOPE_RINGS']}))
