"""Works, then works on under Triton's profiler, and says so when that has written what it saw."""
import os
import tempfile

import torch
import triton.profiler as proton


def work():
    value = torch.zeros(1 << 10, device="cuda")
    for _ in range(100):
        value.add_(1)
    torch.cuda.synchronize()


work()
with tempfile.TemporaryDirectory() as folder:
    proton.start(os.path.join(folder, "seen"))
    with proton.scope("add"):
        work()
    proton.finalize()
    print("profiled" if os.listdir(folder) else "nothing")
