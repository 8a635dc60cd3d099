"""Two ranks, of which the second one never joins the last all_reduce. Arguments: rank, a file by which they meet, and a signal that it
uses itself."""
import signal
import sys

signal.signal(int(sys.argv[3]), lambda *_: None)

import torch
import torch.distributed as distributed

rank = int(sys.argv[1])
distributed.init_process_group('gloo', init_method=f'file://{sys.argv[2]}', rank=rank, world_size=2)
values = torch.ones(4)  # is kept: a thread of gloo's that lets the last of it go may wait for Python's lock forever at the end
for _ in range(3):
    distributed.all_reduce(values)
if rank == 0:
    distributed.all_reduce(torch.ones(7))
else:
    sys.stdin.read()
