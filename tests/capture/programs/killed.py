"""Dies by SIGKILL inside a range, right after 20,000 operators."""
import os
import signal

import torch

value = torch.ones(4)
with torch.autograd.profiler.record_function('never closed'):
    for _ in range(20_000):
        torch.sin(value)
    os.kill(os.getpid(), signal.SIGKILL)
