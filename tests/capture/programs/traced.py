"""Functions that are called so many times, in each way that Python has of leaving one. Its last line is what torch makes of it."""
import asyncio
import os
import signal
import sys
import threading
import time

import torch


def leaf():
    return 1


def fails():
    raise ValueError


def catches():
    for _ in range(3):
        try:
            fails()
        except ValueError:
            leaf()


def unwinds(depth):
    if depth == 0:
        raise KeyError
    unwinds(depth - 1)


def catches_deep():
    try:
        unwinds(20)
    except KeyError:
        leaf()


def generates():
    for each in range(5):
        yield leaf() + each


def delegates():
    yield from generates()


def throws_into():
    generator = generates()
    next(generator)
    try:
        generator.throw(ValueError)
    except ValueError:
        leaf()
    left = delegates()
    next(left)
    left.close()


async def waits():
    await asyncio.sleep(0)
    leaf()


async def gathers():
    await asyncio.gather(*[waits() for _ in range(4)])


def recursive(depth):
    return leaf() if depth == 0 else recursive(depth - 1)


def in_thread():
    for _ in range(1000):
        leaf()


def sorts():
    return sorted(range(10), key=lambda value: -value)


def in_child():
    for _ in range(7):
        leaf()


def everything():
    catches()
    catches_deep()
    assert list(delegates()) == [1, 2, 3, 4, 5]
    throws_into()
    asyncio.run(gathers())
    recursive(50)
    threads = [threading.Thread(target=in_thread, name=f'helper {each}') for each in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sorts()


def with_cprofile():
    import cProfile
    profile = cProfile.Profile()
    profile.enable()
    catches()
    profile.disable()
    told = {entry.code.co_name: entry.callcount for entry in profile.getstats() if hasattr(entry.code, 'co_name')}
    assert told['fails'] == 3, told


def fork():
    child = os.fork()
    if child == 0:
        in_child()
        torch.ones(3).add(1)
        in_child()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def before_pause():
    leaf()


def in_pause():
    leaf()


def after_pause():
    leaf()


def trace_turns(on):
    """The probe takes its callbacks out for a pause, and puts them in again."""
    from lanescope_probe.native import KEEP_REFERENCE
    trace = next(kept._functions for kept in KEEP_REFERENCE if hasattr(kept, '_functions'))
    end = time.monotonic() + 120
    while trace._on != on and time.monotonic() < end:
        time.sleep(0.01)
    assert trace._on == on


def steered():
    before_pause()
    for word, on, call in (('stopped', False, in_pause), ('started', True, after_pause)):
        print('at', os.getpid(), flush=True)
        assert sys.stdin.readline().strip() == word
        trace_turns(on)
        call()


def attached():
    """By a recorder that comes and goes."""
    before_pause()
    for word, on, call in (('attached', True, after_pause), ('detached', False, in_pause)):
        print('at', os.getpid(), flush=True)
        assert sys.stdin.readline().strip() == word
        trace_turns(on)
        torch.ones(3).add(1)
        call()
    assert not hasattr(sys, 'monitoring') or not any(sys.monitoring.get_tool(tool) for tool in range(6))
    assert sys.getprofile() is None


def killed():
    os.kill(os.getppid(), signal.SIGKILL)
    trace_turns(False)
    assert not hasattr(sys, 'monitoring') or not sys.monitoring.get_events(3)
    catches()


torch.ones(3).add(1)  # only then is the process one that is recorded
{'everything': everything, 'cprofile': with_cprofile, 'fork': fork, 'steered': steered, 'killed': killed,
 'attached': attached}[sys.argv[1]]()
print(torch.arange(10).sum().item(), flush=True)
