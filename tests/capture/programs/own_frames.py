"""What Lanescope has functions of its own in: imports, threads, process groups, compilations, modules, exceptions, forks."""
import threading

import torch
import torch.distributed


def work():
    torch.nn.Sequential(torch.nn.Linear(4, 4))(torch.ones(2, 4)).sum().backward()


def function(x):
    y = x + 1
    if hasattr(torch, '_dynamo'):
        torch._dynamo.graph_break()
    return y * 2


thread = threading.Thread(target=work)
thread.start()
thread.join()
torch.distributed.init_process_group('gloo', store=torch.distributed.HashStore(), rank=0, world_size=1)
torch.distributed.all_reduce(torch.ones(3))
torch.distributed.new_group([0])
if hasattr(torch, 'compile'):
    compiled = torch.compile(function, backend='eager', dynamic=False)
    for size in range(2, 6):
        compiled(torch.ones(size))
torch.distributed.destroy_process_group()
