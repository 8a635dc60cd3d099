"""Pauses its own recording until CUPTI rests, has it go on, and launches at once: steered.py RECORDER LAUNCHES [enable_ns]. The
last: what turning on a kind of records takes from the pause on. Works on the played GPU alone, which says what is on."""
import ctypes
import os
import subprocess
import sys
import time

import torch

KERNELS = 10  # CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
played = ctypes.CDLL(None)


def ctl(word):
    subprocess.run([sys.argv[1], "ctl", str(os.getpid()), word], check=True, stdout=subprocess.DEVNULL,
                   env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"})


def await_kernels(recorded):
    """Until CUPTI makes records of kernels, or none."""
    until = time.monotonic() + 60
    while played.played_records_of(KERNELS) != recorded:
        assert time.monotonic() < until, f"kernels are {'not ' if recorded else ''}recorded"
        time.sleep(0.01)


value = torch.zeros(1 << 10, device="cuda")
torch.cuda.synchronize()
await_kernels(1)
ctl("stop")
for _ in range(50):
    value.add_(1)  # the pause's
await_kernels(0)
for _ in range(50):
    value.add_(1)
played.played_set(b"enable_ns", ctypes.c_int64(int(sys.argv[3])))
ctl("start")
for _ in range(int(sys.argv[2])):
    value.mul_(2)
torch.cuda.synchronize()
await_kernels(1)
