"""What torch's allocator does with segments of the device's memory: takes them, of two streams, gives them back when it finds no room, and
runs out of memory. With `own` it keeps the history itself and takes a snapshot. Prints how often the driver had no memory."""
import sys

import torch

MIB = 1 << 20
GIB = 1 << 30

if "own" in sys.argv:
    torch.cuda.memory._record_memory_history(max_entries=10_000)
first = torch.empty(100 * MIB, dtype=torch.uint8, device="cuda")
with torch.cuda.stream(torch.cuda.Stream()):
    second = torch.empty(60 * MIB, dtype=torch.uint8, device="cuda")
del first
filling = torch.empty(1400 * MIB, dtype=torch.uint8, device="cuda")  # of 2 GiB, of which CUDA itself has half of one: what is cached goes
try:
    torch.empty(4 * GIB, dtype=torch.uint8, device="cuda")
except torch.OutOfMemoryError:
    pass
if "own" in sys.argv:
    torch.cuda.memory._snapshot()
    torch.cuda.memory._record_memory_history(enabled=None)
statistics = torch.cuda.memory_stats()
print(statistics["num_alloc_retries"], statistics["num_ooms"])
