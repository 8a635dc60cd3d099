"""torch.compile with inductor: tens of thousands of distinct Python stacks while it traces. Argument: where to leave
(name, input shapes) of what torch.profiler saw, as JSON."""
import json
import sys
import warnings

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile

warnings.simplefilter('ignore')
torch.manual_seed(1)
torch.set_num_threads(2)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.wide, self.narrow = nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, value):
        return value + self.narrow(torch.relu(self.wide(self.norm(value))))


net = torch.compile(nn.Sequential(*[Block(16) for _ in range(4)]), dynamic='dynamic' in sys.argv)
with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
    with torch.autograd.profiler.record_function('all of it'):
        for rows in (8, 8, 12) if 'dynamic' in sys.argv else (8, 8):
            net(torch.randn(rows, 16)).square().mean().backward()
with open(sys.argv[1], 'w') as out:
    json.dump([[event.name, event.input_shapes] for event in profiler.events()], out)
