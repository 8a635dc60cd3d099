"""Prints what of a program's locals is still alive when they have ended, while nobody collects garbage: nothing, unless something else
holds frames, tracebacks or locals. An argument "lanescope" has the program record itself."""
import gc
import os
import sys
import threading
import traceback
import weakref

gc.disable()
alive = []


class Local:
    pass


def watch(what, value):
    alive.append((what, weakref.ref(value)))
    return value


def import_torch():
    kept = watch('a local of who imports torch', Local())
    import torch
    return bool(kept) and torch


torch = import_torch()


class Net(torch.nn.Module):
    def __init__(self, fails=False):
        super().__init__()
        self.inner = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU())
        self.fails = fails

    def forward(self, x):
        watch('a local of forward()', x.local)
        for _ in range(3):  # the interpreter is asked for names, and gets to it
            y = watch('a result', self.inner(x))
        if self.fails:
            raise ValueError('planted')
        return y


def step(where, net=None):
    made = watch(f'a module, {where}', net or Net())  # has no name yet
    x = watch(f'a tensor, {where}', torch.ones(2, 8, requires_grad=True))
    x.local = watch(f'an attribute, {where}', Local())
    loss = watch(f'a loss, {where}', made(x).sum())
    loss.backward()
    kept = watch(f'a local, {where}', Local())
    return bool(kept)


def fail(where):
    kept = watch(f'a local of who catches, {where}', Local())
    try:
        step(where, Net(fails=True))
    except ValueError:
        return bool(kept)


def fail_and_clear(where):
    """As unittest does: the traceback lives on, what its frames hold does not."""
    try:
        step(where, Net(fails=True))
    except ValueError as problem:
        traceback.clear_frames(problem.__traceback__)
        kept.append(problem)


def steps(where, times):
    for _ in range(times):
        step(where)
        fail(where)


def beside(times):
    """The main thread is asked for names while another one runs."""
    thread = threading.Thread(target=steps, args=('on another thread', times))
    thread.start()
    while thread.is_alive():
        step('beside a thread')
    thread.join()


def dying():
    local = watch('a local of a thread that dies', Local())
    raise KeyError(bool(local))


def die():
    quiet, threading.excepthook = threading.excepthook, lambda told: None
    thread = threading.Thread(target=dying)
    thread.start()
    thread.join()
    threading.excepthook = quiet


def run():
    steps('on the main thread', 8)
    beside(8)
    fail_and_clear('with a cleared traceback')
    die()
    for _ in range(1000):
        pass  # whatever was to be done soon


def record_itself():
    sys.path.append(os.environ['LANESCOPE_PACKAGE'])
    import lanescope
    with lanescope.record(os.path.join(sys.argv[2], 'run.lanes')):
        run()


kept = []
(record_itself if sys.argv[1:2] == ['lanescope'] else run)()
for what in sorted({what for what, reference in alive if reference() is not None}):
    print('alive:', what)
