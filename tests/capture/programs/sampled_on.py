"""While it is sampled: kills its recorder, or forks children. Says how that went; 45 is what torch makes of it all."""
import os
import signal
import sys
import time
from pathlib import Path

import torch

PATIENCE = 120  # seconds


def samplers():
    names = []
    for thread in Path('/proc/self/task').iterdir():
        try:
            names.append(thread.joinpath('comm').read_text().strip())
        except OSError:  # torch's own come and go
            pass
    return names.count('lanescope-py')


def wait_for(count):
    end = time.monotonic() + PATIENCE
    while samplers() != count and time.monotonic() < end:
        torch.ones(3).add(1)
        time.sleep(0.01)
    return samplers() == count


def in_child(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        torch.ones(3).add(1)
        time.sleep(0.001)
    return wait_for(1)


def in_children():
    good = 0
    for number in range(30):
        child = os.fork()
        if child == 0:
            os._exit(0 if in_child(1 if number == 0 else 0.01) else 1)
        good += os.waitpid(child, 0)[1] == 0
    return good == 30


good = wait_for(1)
if sys.argv[1] == 'kill':
    os.kill(os.getppid(), signal.SIGKILL)
    good = good and wait_for(0)
else:
    good = good and in_children() and samplers() == 1
print(torch.arange(10).sum().item() if good else 'not as it should be', flush=True)
