"""Modules of one class many times over: by their places, in two models, in one that takes a dead one's address, in a thread."""
import gc
import threading

import torch
from torch import nn
from torch.profiler import record_function


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = nn.Linear(8, 8)
        self.mlp = nn.Sequential(nn.Linear(8, 8), nn.ReLU())

    def forward(self, x):
        return x + self.mlp(self.attn(x))


class Tall(Block):
    def forward(self, x):
        return super().forward(x)


class Net(nn.Module):
    def __init__(self, extra=None):
        super().__init__()
        self.layers = nn.ModuleList([Block(), Block(), Tall()])
        self.hidden = [nn.Linear(8, 8)]  # not registered: a module by itself

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.hidden[0](x)


def run(name, model):
    with record_function(name):
        return model(torch.ones(4, 8))


net = Net()
run('first', net)
loss = run('second', net).sum()
with record_function('backward'):
    loss.backward()
other = Net()
run('other, named', other)
run('other', other)
thread = threading.Thread(target=run, args=('thread', other))
thread.start()
thread.join()
net.added = nn.Linear(8, 8)
net.layers.append(Block())
run('added, named', net)
run('added', net)
del net, loss
gc.collect()
other.layers[0].attn = nn.Linear(8, 8)
for _ in range(300):  # of the same address, again and again
    nn.Softmax(-1)(torch.ones(2))
with record_function('softmax'):
    nn.Softmax(-1)(torch.ones(2))
new = Net()
for _ in range(500):  # after so many, names are given now and then only
    run('new, named', new)
run('new', new)
