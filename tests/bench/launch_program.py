"""The program that bench_gpu.py runs on the played GPU: what a launch costs its thread, in ns of CPU time, with us, with
torch.profiler, with both and with nobody, and in a long pause; prints that as the last line. Its arguments are the name of libcupti
and the recorder; with "stop" and a number behind them, how long the program waits in the end, for us and for torch.profiler, after so
many turns."""
import ctypes
import json
import os
import subprocess
import sys
import time

import torch
from lanescope_probe.native import KEEP_REFERENCE, Source
from torch.profiler import ProfilerActivity, profile

LAUNCHES, TURNS = 2_000, 15
KERNELS = 10  # CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
library = KEEP_REFERENCE[0].library
value = torch.zeros(1 << 10, device="cuda")


def launches():
    """The least of the turns: what else runs on the machine only adds."""
    least = None
    for _ in range(TURNS):
        torch.cuda.synchronize()
        begin = time.thread_time_ns()
        for _ in range(LAUNCHES):
            value.add_(1)
        spent = (time.thread_time_ns() - begin) / LAUNCHES
        least = min(spent, least or spent)
        torch.cuda.synchronize()
        time.sleep(0.02)  # who reads has its turn
    return least


def profiled(activities, **options):
    with profile(activities=activities, **options):
        return launches()


def leave_operators():
    for source in (Source.OPERATORS, Source.MEMORY):
        library.record(source, 0)
    library.remove_hook()


def leave_devices():
    """Who looks a function of CUPTI up to call it by address gets CUPTI for itself."""
    getattr(ctypes.CDLL(sys.argv[1]), "cuptiSubscribe")


def waits_for(stop):
    torch.cuda.synchronize()
    begin = time.process_time_ns()  # of whichever thread does it while the program waits
    stop()
    return time.process_time_ns() - begin


def ctl(word):
    subprocess.run([sys.argv[2], "ctl", str(os.getpid()), word], check=True, stdout=subprocess.DEVNULL,
                   env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"})


def paused():
    """With CUPTI at rest, as the played one says."""
    ctl("stop")
    until = time.monotonic() + 60
    while ctypes.CDLL(None).played_records_of(KERNELS):
        assert time.monotonic() < until
        time.sleep(0.1)
    spent = launches()
    ctl("start")
    return spent


def many():
    for _ in range(int(sys.argv[4])):
        launches()


def stops():
    """Of both, in one run. Ours is at most what the last quarter of a second made, however long it has been."""
    many()
    ours = waits_for(library.leave)
    profiler = profile(activities=both, record_shapes=True, with_stack=True, profile_memory=True)
    profiler.start()
    many()
    return {"ours": ours, "theirs": waits_for(profiler.stop)}


both, cuda = [ProfilerActivity.CPU, ProfilerActivity.CUDA], [ProfilerActivity.CUDA]
launches()
if "stop" in sys.argv:
    print(json.dumps(stops()))
    sys.exit()
figures = {"ours": launches(), "paused": paused(), "shared": profiled(both)}
leave_operators()
figures["ours, devices"] = launches()
leave_devices()
launches()
figures |= {"nobody": launches(), "theirs": profiled(both), "theirs, devices": profiled(cuda),
            "theirs in full": profiled(both, record_shapes=True, with_stack=True, profile_memory=True), "nobody again": launches()}
print(json.dumps(figures))
