"""A training that says when each step has ended and then does what the next line of its input says: `step`, `slow SECONDS`,
`hang`, `die`, `exhaust`, which asks for more memory than there is, or `ops N`, which answers with the nanoseconds that each of N operators took."""
import os
import sys
import threading
import time

import torch

model = torch.nn.Linear(8, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def train(seconds):
    optimizer.zero_grad()
    model(torch.ones(4, 8)).sum().backward()
    time.sleep(seconds)
    optimizer.step()


def wait_for_ever():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()  # a deadlock


def exhaust():
    try:
        torch.empty(1 << 60, dtype=torch.uint8)
    except RuntimeError:
        return 'refused'
    return 'given'


def measure(count):
    one = torch.ones(1)
    begin = time.perf_counter_ns()
    for _ in range(count):
        one.neg_()
    return (time.perf_counter_ns() - begin) / count


print(os.getpid(), flush=True)
for line in sys.stdin:
    word, *value = line.split()
    answer = 'done'
    if word == 'die':
        raise RuntimeError('as told')
    if word == 'hang':
        wait_for_ever()
    elif word == 'exhaust':
        answer = exhaust()
    elif word == 'ops':
        answer = measure(int(value[0]))
    else:
        train(float(value[0]) if value else 0.01)
    print(answer, flush=True)
