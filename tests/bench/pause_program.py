"""The program that bench_probe.py runs with and without the recorder: prints what an operator costs, in nanoseconds of CPU
time. With the recorder's path as its argument it has its recording paused before."""
import os
import subprocess
import sys
import time

import torch

LOOPS, TURNS = 2_000, 200

torch.set_num_threads(1)
add, one = torch.add, torch.ones(1)
if len(sys.argv) > 1:
    subprocess.run([sys.argv[1], 'ctl', str(os.getpid()), 'stop'], check=True, stdout=subprocess.DEVNULL)


def timed():
    start = time.thread_time_ns()
    for _ in range(LOOPS):
        add(one, one)
    return time.thread_time_ns() - start


print(min(timed() for _ in range(TURNS)) / LOOPS)
