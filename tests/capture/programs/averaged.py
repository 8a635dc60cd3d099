"""A small training of which torch.profiler sees step 1 as well. Argument: where to leave its operator table as JSON."""
import json
import sys
import warnings
from collections import Counter

import torch
from torch.autograd.profiler import record_function
from torch.profiler import ProfilerActivity, profile

warnings.simplefilter('ignore')
torch.set_num_threads(1)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(), torch.nn.Flatten(),
                            torch.nn.Linear(4 * 6 * 6, 5))
optimizer = torch.optim.SGD(model.parameters(), lr=.1, momentum=.9)


def step():
    for size in (2, 3):
        image = torch.rand(size, 3, 8, 8)
        label = torch.randint(0, 5, (size,))
        optimizer.zero_grad()
        with record_function('forward'):
            loss = torch.nn.functional.cross_entropy(model(image), label)
        loss.backward()
        optimizer.step()
        torch.cat([image.flatten(), label.to(torch.float32)]).div(2.).max().item()


step()
with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
    with record_function('ProfilerStep#1'):
        step()
with record_function('ProfilerStep#2'):
    step()
rows = [[row.key, row.input_shapes, row.count] for row in profiler.key_averages(group_by_input_shape=True)]
if torch.__version__.startswith('1.'):  # its table takes calls for one that have one microsecond
    calls = Counter((event.name(), str(event.shapes())) for event in profiler.profiler.kineto_results.events())
    rows = [[key, shapes, max(count, calls[key, str(shapes)])] for key, shapes, count in rows]
with open(sys.argv[1], 'w') as out:
    json.dump(rows, out)
