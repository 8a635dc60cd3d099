"""Operators that make NaN and Inf, in every way that is to be found, and ones that only look as if they did. Prints what it
computed; each case is a range of its own."""
import math
import sys
import threading

import torch
from torch.autograd.profiler import record_function

RESULTS = []
ONES, ZEROS = torch.ones(3, 5), torch.zeros(3, 5)


def case(name):
    def run(work):
        with record_function(name):
            result = work()
        if result is not None:
            RESULTS.append((name, str(result)))
        return work
    return run


class Head(torch.nn.Module):
    def forward(self, x):
        return torch.log(x - 1)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = Head()

    def forward(self, x):
        return self.head(x) * 2


net = Net()
net(ONES * 3)  # by now it has a name
net(ONES)  # the first of all


@case('made nan')
def _():
    return torch.sqrt(ONES - 2).sum()


@case('made inf')
def _():
    return torch.div(ONES, ZEROS).max()


@case('nan of inf')
def _():
    endless = torch.full((3,), math.inf)
    return (endless - endless).sum()


@case('only handed on')
def _():
    endless = torch.full((3,), math.inf)
    mask = torch.eye(3).masked_fill(torch.eye(3) == 0, -math.inf)
    return torch.relu(endless).max(), torch.softmax(mask, 1).sum()


@case('in place')
def _():
    values = torch.ones(4)
    values.div_(torch.zeros(4))
    values.add_(1)  # it was endless before
    return values[0]


@case('out')
def _():
    result = torch.full((3, 5), math.nan)
    torch.div(ONES, ZEROS, out=result)
    return result[0, 0]


@case('unfilled')
def _():
    torch.empty(100_000).zero_()
    torch.empty_like(ONES).copy_(ONES)
    torch.empty(7).resize_(5)


@case('views')
def _():
    wide = torch.full((4, 4), math.nan)
    wide[:, 1].fill_(1)
    return (wide[:, 1] * 2).sum(), wide.t()[1].sum(), wide[::2, 1].exp().sum()


@case('strided')
def _():
    grid = torch.zeros(4, 6)
    grid[:, 1:3].reciprocal_()
    return torch.isinf(grid).sum(), torch.ones(3, 1).expand(3, 4).log1p().sum()


@case('types')
def _():
    small = torch.full((4,), 60000.).to(torch.float16)
    wave = torch.complex(torch.ones(2), torch.zeros(2)) / torch.complex(torch.zeros(2), torch.zeros(2))
    brain = torch.full((4,), 3e38, dtype=torch.bfloat16) * 10
    whole = torch.tensor([1, 2]) // 1
    for name in ('float8_e5m2', 'float8_e4m3fn'):
        if hasattr(torch, name):
            torch.full((8,), 1e9).to(getattr(torch, name))
    return torch.full((2,), 1e30).to(torch.float16)[0], small[0], torch.isnan(wave.real).all(), brain[0], whole[0]


@case('lists')
def _():
    pair = [torch.zeros(2), torch.ones(2)]
    if hasattr(torch, '_foreach_reciprocal_'):
        torch._foreach_reciprocal_(pair)
    else:
        [one.reciprocal_() for one in pair]
    return torch.cat(pair)[0], torch.stack([ONES, ONES])[0, 0, 0]


@case('scalars')
def _():
    return torch.tensor([math.nan]).item()


@case('kinds')
def _():
    sparse = torch.sparse_coo_tensor(torch.tensor([[0, 1]]), torch.tensor([1., math.inf]), (3,))
    meta = torch.ones(3, device='meta') / 0 / 0  # the first one imports much
    quantized = torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.quint8)
    none = torch.zeros(0) / 0
    freed = torch.ones(1000)
    storage = freed.untyped_storage() if hasattr(freed, 'untyped_storage') else freed.storage()
    storage.resize_(0)
    freed.view(10, 100)
    deep = torch.ones([1, 2] * 8)
    fake = [torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])] if hasattr(torch, 'nested') else []
    return (sparse * 2).to_dense()[0], meta.shape, quantized.dequantize()[0], none.shape, deep.permute(
        *reversed(range(16))).exp().sum(), len(fake)


@case('backward')
def _():
    weight = torch.zeros(3, requires_grad=True)
    torch.sqrt(weight).sum().backward()
    return weight.grad[0]


@case('mapped')
def _():
    try:
        return torch.func.vmap(lambda x: x / 0)(ONES)[0, 0]
    except AttributeError:
        return None


@case('compiled')
def _():
    if sys.version_info < (3, 8) or not hasattr(torch, 'compile') or '--compile' not in sys.argv:
        return None
    return torch.compile(lambda x: torch.log(x) + 1, backend='aot_eager')(ZEROS)[0, 0]


@case('threads')
def _():
    found = []

    def work():
        for _ in range(200):
            found.append(bool(torch.isinf(torch.ones(50) / torch.zeros(50)).all()))
    threads = [threading.Thread(target=work) for _ in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return all(found), len(found)


for name, value in RESULTS:
    print(name, value)
