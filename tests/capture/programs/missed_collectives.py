"""A rank whose recording misses collectives. Each all_reduce is known by its length, 100 more than how many came before. Argument:
what keeps them from being seen: `pause` (itself, through the recorder: a second argument), `filter`, or `attach` (it says "ready" and
waits for its input)."""
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import torch
import torch.distributed as dist
from torch.autograd.profiler import record_function

way = sys.argv[1]
dist.init_process_group('gloo')
rank, done = dist.get_rank(), 0
kept = []  # a thread of gloo's that lets the last of a tensor go wants Python's lock, with which torch 2.4 waits for that thread at the end


def reduce(times=1):
    global done
    for _ in range(times):
        kept.append(torch.ones(100 + done))
        dist.all_reduce(kept[-1])
        done += 1


def pass_on():
    """Torch's own number counts this as well."""
    if rank == 0:
        dist.send(torch.ones(5), 1)
    else:
        dist.recv(torch.ones(5), 0)


def is_waking():
    """A thread puts the callback back."""
    for name in Path('/proc/self/task').glob('*/comm'):
        with suppress(OSError):
            if name.read_text() == 'lanescope-pause\n':
                return True
    return False


def control(word):
    subprocess.run([sys.argv[2], 'ctl', str(os.getpid()), word], check=True, stdout=subprocess.DEVNULL)
    while word == 'start' and is_waking():
        time.sleep(0.001)


reduce(8)
if way == 'pause':
    for missed in (3 + rank, 5):  # each rank others
        control('stop')
        reduce(3)
        pass_on()
        reduce(missed - 3)
        control('start')
        reduce(8 - missed)
elif way == 'filter':
    pass_on()
    for _ in range(4):
        reduce(2)
        with record_function('inside'):
            reduce(3)
elif way == 'attach':
    pass_on()
    print('ready', flush=True)
    sys.stdin.readline()
    reduce(10)
dist.barrier()
dist.destroy_process_group()
