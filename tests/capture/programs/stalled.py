"""Stops its recorder, runs more operators than any ring holds, lets it go on, and runs as many again in its own time."""
import os
import signal
import sys
import time

import torch

matrix = torch.ones(2, 3)
COUNT = int(sys.argv[1])


def work(times):
    for _ in range(times):
        torch.neg(matrix)


work(1000)
os.kill(os.getppid(), signal.SIGSTOP)
work(COUNT)
os.kill(os.getppid(), signal.SIGCONT)
for _ in range(100):
    work(100)
    time.sleep(0.01)
