"""Modules and ranges, each with operators of its own, for recordings below some of them. Ends with what it computed."""
import os
import threading

import torch
from torch import nn
from torch.profiler import record_function


class Block(nn.Module):
    def __init__(self, operator):
        super().__init__()
        self.mix, self.operator = nn.Linear(8, 8), operator

    def forward(self, x):
        return self.operator(self.mix(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Block(torch.cos), Block(torch.tanh), Block(torch.sigmoid)])

    def forward(self, x):
        x = torch.exp(x / 8)  # between its modules
        for layer in self.layers:
            x = layer(x)
        return x


class Failing(nn.Module):
    def forward(self, x):
        torch.log2(x)
        raise ArithmeticError


class Again(nn.Module):
    """Calls itself."""

    def forward(self, x, depth=2):
        x = torch.asin(x)
        return self(x, depth - 1) if depth else x


def outside(times=1):
    for _ in range(times):
        torch.trunc(torch.ones(8))


def validate():
    with record_function('validate'):
        torch.erf(torch.ones(8))
        with record_function('validate'):
            torch.erf(torch.ones(8))
        torch.erf(torch.ones(8))
    outside()


torch.manual_seed(0)
net, x = Net(), torch.rand(4, 8)
outside(200)  # so many that torch is told to leave us alone
results = [net(x).sum()]
outside(200)
results[0].backward()
outside()
validate()
try:
    nn.Sequential(Failing())(x)
except ArithmeticError:
    outside()
results.append(Again()(torch.zeros(8)).sum())
outside()


def in_a_thread():
    for _ in range(20):
        with record_function('in a thread'):
            torch.atan(torch.ones(8))
            started.set()
            done.wait(0.001)


started, done = threading.Event(), threading.Event()
thread = threading.Thread(target=in_a_thread)
thread.start()
started.wait()
while thread.is_alive():
    torch.ceil(torch.ones(8))  # outside, while another thread is inside
thread.join()
with record_function('forks'):
    if (child := os.fork()) == 0:
        torch.floor(torch.ones(8))
    else:
        os.waitpid(child, 0)
if child == 0:
    torch.trunc(torch.ones(8))
    raise SystemExit
later = type('Later', (nn.Module,), {'forward': lambda self, x: torch.expm1(x)})  # a class that was not there before
results.append(nn.Sequential(later())(x).sum())
print([round(result.item(), 5) for result in results], '__init_subclass__' in vars(nn.Module))
