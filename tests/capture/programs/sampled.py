"""Functions that last as long as they are told, on two threads, and what is hard on a sampler: code and threads that come and go."""
import sys
import threading
import time

import torch


def spin(seconds):
    end = time.perf_counter() + seconds
    count = 0
    while time.perf_counter() < end:
        count += 1
    return count


def sleep(seconds):
    time.sleep(seconds)


def outer():
    spin(0.5)
    sleep(0.4)


def helper():
    sleep(0.6)


def leaf(value):
    return value + 1


def call_leaves(seconds):
    end, value = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        for _ in range(1000):
            value = leaf(value)
    return value


def deep(levels):
    return spin(0.2) if levels == 0 else deep(levels - 1)


def generate():
    for _ in range(3):
        spin(0.05)
        yield 1


def short_lived():
    namespace = {}
    exec(f'def made_{threading.get_native_id()}(n):\n    return made_{threading.get_native_id()}(n - 1) if n else 0', namespace)
    namespace[f'made_{threading.get_native_id()}'](30)


def hard(seconds):
    end, made = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        for _ in range(50):  # code that is gone once it has run, as that of modules
            made += 1
            exec(compile(f'for each in range(300):\n    value_{made} = each', f'module_{made}.py', 'exec'), {})
        threads = [threading.Thread(target=short_lived) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


torch.ones(3).add(1)
time.sleep(0.3)  # only then is the process one that is recorded, which the sampler looks for 50 times a second
other = threading.Thread(target=helper, name='the helper')
other.start()
outer()
other.join()
if len(sys.argv) > 1:
    for busy in [threading.Thread(target=call_leaves, args=(float(sys.argv[1]),)) for _ in range(3)]:
        busy.start()
    hard(float(sys.argv[1]))
else:
    call_leaves(0.3)
    deep(100)
    sum(generate())
print(torch.arange(10).sum().item(), flush=True)
