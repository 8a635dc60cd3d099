"""A training loop that uses what programs use: threads, data workers, a subprocess, a backward pass, ranges.

With an argument it runs its main thread under torch.profiler and leaves (name, input shapes) of what that saw as JSON.
"""
import contextlib
import json
import subprocess
import sys
import threading

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

CHILD = 'import torch; print((torch.arange(6).view(2, 3) @ torch.ones(3, 1, dtype=torch.int64)).tolist())'


class Squares(Dataset):
    def __len__(self):
        return 24

    def __getitem__(self, index):
        value = torch.full((6,), float(index))
        return value.square(), torch.tensor(index % 3)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 16), nn.Linear(16, 3)

    def forward(self, value):
        hidden = torch.tanh(self.first(value))
        return self.second(hidden)


def count_up(times, results):
    for _ in range(times):
        results.append(torch.cumsum(torch.ones(7), 0)[-1].item())


def start_threads():
    results = []
    threads = [threading.Thread(target=count_up, args=(10 + number, results), name=f'counter {number}')
               for number in range(3)]
    for thread in threads:
        thread.start()
    return threads, results


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    for values, labels in loader:
        with torch.autograd.profiler.record_function('train step'):
            loss = nn.functional.cross_entropy(net(values), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


def profiled():
    if len(sys.argv) < 2:
        return contextlib.nullcontext()
    from torch.profiler import ProfilerActivity, profile
    return profile(activities=[ProfilerActivity.CPU], record_shapes=True)


def main():
    torch.manual_seed(7)
    torch.set_num_threads(2)
    threads, results = start_threads()
    with profiled() as profiler, torch.autograd.profiler.record_function('all of it'):
        train(Net(), DataLoader(Squares(), batch_size=4, num_workers=2))
        in_middle = torch.ones(2, 2).sum()  # the line that the test looks for
    for thread in threads:
        thread.join()
    child = subprocess.run([sys.executable, '-c', CHILD], check=True, capture_output=True, text=True)
    print('child said', child.stdout.strip(), 'counted', len(results), 'sum', in_middle.item())
    if profiler is not None:
        with open(sys.argv[1], 'w') as out:
            json.dump([[event.name, event.input_shapes] for event in profiler.events()], out)
    sys.exit(3)


if __name__ == '__main__':
    main()
