"""A training on CUDA with one fault, or without it: planted.py FAULT planted|mended. The line that is at fault says so."""
import sys
import time

import torch

FAULT, MENDED = sys.argv[1], sys.argv[2] == "mended"
STEPS = 10


class Training:
    def __init__(self):
        self.model = torch.nn.Sequential(*(torch.nn.Linear(2048, 2048) for _ in range(8))).cuda()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-4)

    def step(self, batch):
        self.optimizer.zero_grad()
        loss = self.model(batch).square().mean()
        loss.backward()
        self.optimizer.step()
        return loss.detach()


def read_loss():
    """Every step waits for the device to know its loss."""
    training = Training()
    batch = torch.rand(4096, 2048, device="cuda")
    total = 0.0
    for _ in range(STEPS):
        loss = training.step(batch)
        if MENDED:
            total = total + loss
        else:
            total += loss.item()  # planted: read
    assert float(total) == float(total)


def pageable():
    """Batches from memory that the device cannot reach by itself."""
    training = Training()
    batches = [torch.rand(4096, 2048) for _ in range(2)] * (STEPS // 2)
    if MENDED:
        batches = [batch.pin_memory() for batch in batches]
    for batch in batches:
        training.step(batch.to("cuda", non_blocking=True))  # planted: copy


def asleep():
    """Polls for something, and the device has nothing to do meanwhile; mended it works instead."""
    values = torch.rand(512, 512, device="cuda")
    for _ in range(3):
        (values @ values).sum().item()
        end = time.monotonic() + 0.45
        while MENDED and time.monotonic() < end:
            pass
        time.sleep(max(0.0, end - time.monotonic()))
        values = values.relu()


globals()[FAULT]()
print("done", flush=True)
