"""alive.py: with the collector of Python off, which locals of steps outlive their step; prints how many, and torch's own total."""
import gc
import json
import threading
import weakref

import torch

gc.disable()
kept = []


class Marked(torch.Tensor):
    pass


def step(model):
    value = torch.randn(64, 256, device="cuda").as_subclass(Marked)
    kept.append(weakref.ref(value))
    hidden = model(value)
    kept.append(weakref.ref(hidden))
    hidden.square().mean().backward()


def run(model):
    for _ in range(10):
        step(model)


model = torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Linear(256, 256)).cuda()
run(model)
model.late = torch.nn.Identity()
thread = threading.Thread(target=run, args=(model,))
thread.start()
thread.join()
torch.cuda.synchronize()
print(json.dumps({"alive": sum(reference() is not None for reference in kept), "allocated": torch.cuda.memory_allocated()}))
