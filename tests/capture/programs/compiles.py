"""torch.compile with a break of the graph and sizes that change. Says what torch itself counted: compiled frames and breaks."""
import torch
import torch._dynamo
from torch._dynamo.utils import counters


@torch.compile(backend='eager', dynamic=False)
def broken(value):
    value = value.sin()
    torch._dynamo.graph_break()
    return value.cos()


@torch.compile(backend='eager', dynamic=False)
def whole(value):
    return value.exp() + 1


for size in (3, 4, 5):
    whole(torch.ones(size))
broken(torch.ones(3))
print(counters['stats']['unique_graphs'], sum(counters['graph_break'].values()))
