"""Ranges and marks of torch.cuda.nvtx around work on the device; prints what a tool should have seen, one JSON object a line in
the order in which things begin."""
import json
import threading

import torch
from torch.cuda import nvtx


def say(kind, name, **facts):
    print(json.dumps({"kind": kind, "name": name, "args": {}} | facts))


def step(number, x):
    say("range", f"step {number}")
    with nvtx.range("step {}", number):
        say("range", "forward", kernels=1)
        assert nvtx.range_push("forward") == 1
        y = x @ x
        say("mark", "half")
        nvtx.mark("half")
        assert nvtx.range_pop() == 1
        say("range", "élan", kernels=2)
        nvtx.range_push("élan")
        z = y * 2 + 1
        nvtx.range_pop()
    return z


x = torch.ones(64, 64, device="cuda")
say("started", "across")
across = nvtx.range_start("across")
say("started", "overlapping")
overlapping = nvtx.range_start("overlapping")
for number in range(3):
    step(number, x)
ending = threading.Thread(target=nvtx.range_end, args=(across,))
ending.start()
ending.join()
torch.cuda.synchronize()
nvtx.range_end(overlapping)
