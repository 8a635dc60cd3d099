"""The program that bench_probe.py runs under the probe: prints its figures, nanoseconds, as the last line."""
import gc
import json
import sys
import time
import warnings

warnings.simplefilter('ignore')
import torch  # noqa: E402
from lanescope_probe.native import KEEP_REFERENCE, Source  # noqa: E402
from torch._C._autograd import _disable_profiler, _enable_profiler, _prepare_profiler  # noqa: E402
from torch._C._profiler import _ExperimentalConfig  # noqa: E402
from torch.autograd import ProfilerActivity, ProfilerConfig, ProfilerState  # noqa: E402

from small_net import small_net  # noqa: E402

STEPS, LOOPS = 25, 20_000

net, batch = small_net()
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
one = torch.ones(1)
library = KEEP_REFERENCE[0].library
SOURCES = Source.OPERATORS, Source.MEMORY


def train(times):
    for _ in range(times):
        optimizer.zero_grad(set_to_none=True)
        net(batch).pow(2).mean().backward()
        optimizer.step()


def loop(times):
    add = torch.add
    for _ in range(times):
        add(one, one)


class Probe:
    @staticmethod
    def start():
        library.add_hook()
        for source in SOURCES:
            library.record(source, 1)

    @staticmethod
    def stop():
        library.remove_hook()
        for source in SOURCES:
            library.record(source, 0)


class Profiler:
    config = ProfilerConfig(ProfilerState.KINETO, True, True, True, False, False, _ExperimentalConfig())

    @classmethod
    def start(cls):
        _prepare_profiler(cls.config, {ProfilerActivity.CPU})
        _enable_profiler(cls.config, {ProfilerActivity.CPU})

    @classmethod
    def stop(cls):
        _disable_profiler()


def timed(work, *arguments):
    start = time.thread_time_ns()
    work(*arguments)
    return time.thread_time_ns() - start


def compare(work, times, turns):
    """(probe, profiler, probe's stop, profiler's stop) per turn of `work`."""
    without, on, stop = [], {Probe: [], Profiler: []}, {Probe: [], Profiler: []}
    for _ in range(turns):
        for recorder in (Probe, Profiler):
            without.append(timed(work, times))
            recorder.start()
            on[recorder].append(timed(work, times))
            stop[recorder].append(timed(recorder.stop))
    return [(min(on[recorder]) - min(without)) / times for recorder in (Probe, Profiler)] + [
        min(stop[recorder]) / times for recorder in (Probe, Profiler)]


def resident_mb():
    with open('/proc/self/statm') as numbers:
        return int(numbers.read().split()[1]) * 4096 / 1e6


def operators_per_step():
    seen = []
    with torch.autograd.profiler.profile() as profiler:
        train(1)
    seen = [event for event in profiler.function_events]
    return len(seen)


Probe.stop()
train(30)
loop(LOOPS)
operators = operators_per_step()
gc.collect()
before = resident_mb()
Probe.start()
for _ in range(150):
    loop(LOOPS)
    time.sleep(0.005)  # the reader shares the machine with whatever else runs
Probe.stop()
memory = resident_mb() - before
gc.disable()
step = compare(train, STEPS, 10)
single = compare(loop, LOOPS, 6)
print(json.dumps({'operators': operators, 'step_probe': step[0], 'step_profiler': step[1], 'stop_probe': step[2],
                  'stop_profiler': step[3], 'loop_probe': single[0], 'loop_profiler': single[1], 'memory_mb': memory}))
sys.stdout.flush()
