"""Works for half a second under torch.profiler and ends within, as its argument says: by os._exit or by SIGKILL."""
import os
import signal
import sys

import torch

value = torch.zeros(1 << 10, device="cuda")
with torch.profiler.profile():
    for _ in range(5):
        for _ in range(50):
            value.add_(1)
        torch.cuda.synchronize()
    value.add_(1)
    if sys.argv[1] == "exit":
        os._exit(7)
    os.kill(os.getpid(), signal.SIGKILL)
