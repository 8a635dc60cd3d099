"""Two ranks over gloo: every kind of collective that all torch versions have, in two groups. Rank 1 is late to each all_reduce."""
import os
import sys
import time

import torch
import torch.distributed as dist

LATE = float(sys.argv[1]) if len(sys.argv) > 1 else 0.1
dist.init_process_group('gloo')
rank = dist.get_rank()
other = dist.new_group([0, 1])
store = dist.distributed_c10d._get_default_store()
kept = []  # a thread of gloo's that lets the last of a tensor go wants Python's lock, with which torch 2.4 waits for that thread at the end


def keep(tensor):
    kept.append(tensor)
    return tensor


values = torch.ones(1000)
for number in range(6):
    if rank == 1:  # counted from when the other one is about to call, however late a busy machine lets that come
        store.wait([f'reduces {number}'])
        time.sleep(LATE)
    else:
        store.set(f'reduces {number}', 'now')
    dist.all_reduce(values)
dist.all_gather([keep(torch.zeros(1000)) for _ in range(2)], values)
dist.broadcast(keep(torch.ones(7, dtype=torch.int64)), 0)
dist.barrier()
if rank == 0:
    dist.send(keep(torch.ones(5)), 1)
else:
    dist.recv(keep(torch.ones(5)), 0)
# Two groups at the same time.
mixed = [dist.all_reduce(keep(torch.ones(20 + i, dtype=torch.float64)), group=other if i % 2 else None, async_op=True) for i in range(8)]
for work in mixed:
    work.wait()
if torch.__version__ >= '2':  # gloo of 1.13 has no such type
    dist.broadcast(keep(torch.ones(9, dtype=torch.bfloat16)), 1)
os.write(1, f'process {os.getpid()} is {rank}\n'.encode())  # at once: the other rank writes there too
dist.barrier()
dist.destroy_process_group()
