"""Everything that torch.profiler in cycles could disturb, for a few seconds; prints what came of it, as JSON.

How long it works is measured in its own processor time, so that a busy machine gives it as many cycles as an idle one.
"""
import json
import multiprocessing
import os
import resource
import signal
import threading
import time

import torch
from torch.profiler import ProfilerActivity, profile

matrix = torch.ones(2, 3, requires_grad=True)


class Alarm(Exception):
    pass


def ring(*_):
    global rung
    rung += 1
    raise Alarm


def work():
    torch.add(matrix, matrix, alpha=2)
    torch.mul(matrix, 2.5).sum().backward()


def in_child():
    until = time.process_time() + 0.3  # many cycles: a single operator may fall between two of them
    while time.process_time() < until:
        torch.sin(torch.ones(4))


rung = caught = 0
signal.signal(signal.SIGALRM, ring)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what it runs in the background
work_until = time.process_time() + 2
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
while time.process_time() < work_until or rung <= 10:
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.003)
        while True:
            work()
    except Alarm:
        caught += 1
signal.setitimer(signal.ITIMER_REAL, 0)
work_until = time.process_time() + 0.5  # where an alarm comes sooner than the first operator of a cycle, none was recorded
while time.process_time() < work_until:
    work()
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak

with profile(activities=[ProfilerActivity.CPU]) as profiler:
    for _ in range(7):
        torch.cos(matrix)
child = multiprocessing.get_context('fork').Process(target=in_child)
child.start()
child.join()
thread = threading.Thread(target=work)
thread.start()
thread.join()
try:
    os.kill(os.getpid(), signal.SIGINT)
    while True:
        work()
except KeyboardInterrupt:
    pass
print(json.dumps({'rung': rung, 'caught': caught, 'child': child.exitcode, 'grown_mb': grown / 1000,
                  'seen': sum(event.name == 'aten::cos' for event in profiler.events())}))
