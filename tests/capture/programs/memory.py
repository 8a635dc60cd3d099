"""Takes 4,000,000 bytes and gives them back, once on its own thread and once on another; prints their addresses.

torch.profiler's own view of memory goes on to work beside the probe's.
"""
import threading

import torch
from torch.profiler import ProfilerActivity, profile


def take():
    block = torch.empty(1000, 1000)
    print(block.data_ptr())


take()
thread = threading.Thread(target=take, name='taker')
thread.start()
thread.join()
with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
    torch.ones(512, 512)
try:
    torch.empty(1 << 55)
except RuntimeError:
    pass
assert any(abs(event.cpu_memory_usage) == 512 * 512 * 4 for event in profiler.events())
