"""A signal's handler raises while garbage is collected, again and again; prints how often, and how often it came through."""
import gc
import signal

import torch

ALARMS = 300


class Alarm(Exception):
    pass


def ring(*_):
    global rung
    rung += 1
    raise Alarm


def collect_until_it_rings():
    before = rung
    signal.setitimer(signal.ITIMER_REAL, 0.0005)
    while rung == before:
        gc.collect(1)


rung = caught = 0
signal.signal(signal.SIGALRM, ring)
torch.ones(2).add(1)
for _ in range(ALARMS):
    try:
        collect_until_it_rings()
    except Alarm:
        caught += 1
gc.collect()  # one that is looked for
print(rung, caught)
