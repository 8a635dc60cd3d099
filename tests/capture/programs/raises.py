"""Exceptions of every kind that a recording tells of, and some that it leaves alone; says whether any of it shows in the program."""
import gc
import sys
import threading
import traceback
import weakref

import torch


class Failing(torch.nn.Module):
    def forward(self, x):
        raise ValueError('no batch', 7)  # in a module


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Failing()
        self.linear = torch.nn.Linear(3, 2)

    def forward(self, x, how):
        return self.inner(x) if how == 'inner' else self.linear(x)


class Token:
    pass


class Rude(Exception):
    """What it says is the program's business."""

    def __init__(self):
        super().__init__(self)

    def __str__(self):
        raise AssertionError('somebody asked')


class RudeModule(torch.nn.Module):
    def forward(self, x):
        raise Rude


def caught(call):
    """The traceback's functions, and whether the exception is gone once the program has forgotten it."""
    try:
        call()
    except Exception as error:
        functions = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        error.token = Token()  # which lives as long as the exception
        gone = weakref.ref(error.token)
    gc.collect()
    return functions, gone() is None


model, ones = Outer(), torch.ones(4, 5)
told = [caught(lambda: model(ones, 'inner')),
        caught(lambda: model(ones, 'linear')),
        caught(lambda: RudeModule()(ones)),
        caught(lambda: torch.autograd.backward(ones.sum())),
        caught(lambda: ones.no_such_attribute)]
print(all(gone for _, gone in told), [functions for functions, _ in told])
hasattr(model, 'nothing')

before = threading.excepthook
heard = []
threading.excepthook = lambda said: (heard.append(said.exc_type.__name__), before(said))


def fail_in_a_thread():
    torch.ones(2)
    raise KeyError('worker')


thread = threading.Thread(target=fail_in_a_thread)
thread.start()
thread.join()
print(heard)
sys.excepthook = lambda *_: print('own hook')
raise RuntimeError('x' * 1000)
