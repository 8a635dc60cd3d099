"""A training with one fault, or without it: planted.py FAULT planted|mended. The line that is at fault says so."""
import gc
import sys
import time

import torch
from torch.utils.data import DataLoader, Dataset

FAULT, MENDED = sys.argv[1], sys.argv[2] == 'mended'
BATCHES = 12


class Images(Dataset):
    """Each is ready, or made of many small operators, or waited for."""

    def __init__(self, operators=0, seconds=0.0, batches=BATCHES, of=4):
        self.operators, self.seconds, self.length = operators, seconds, batches * of

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        image = torch.full((32, 32), float(index))
        for _ in range(self.operators):
            image = torch.sin(image)  # planted: operators
        if self.seconds:
            time.sleep(self.seconds)  # planted: waits
        return image


def wait_until(end):
    """The rest of a step: what takes its time whatever the machine."""
    time.sleep(max(0.0, end - time.monotonic()))


class Training:
    def __init__(self, layers=6, width=1024, set_to_none=True):
        self.model = torch.nn.Sequential(*(torch.nn.Linear(width, width) for _ in range(layers)))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-4)
        self.width, self.set_to_none = width, set_to_none

    def step(self, batch):
        inputs = batch.reshape(-1, self.width)
        self.optimizer.zero_grad(set_to_none=self.set_to_none)  # planted: gradients
        loss = self.model(inputs).square().mean()
        loss.backward()
        self.optimizer.step()
        return loss.detach()


def slow_items():
    """__getitem__ computes far more than the step does."""
    training = Training()
    for batch in DataLoader(Images(operators=0 if MENDED else 2000), batch_size=4):
        training.step(batch)


def waiting_items():
    """The same, by waiting, as for a disk or a server: no operator tells where."""
    training = Training()
    for batch in DataLoader(Images(seconds=0 if MENDED else 0.05), batch_size=4):
        training.step(batch)


def few_workers():
    """One loads a batch in 0.4 s, a step takes 0.2 s."""
    training = Training()
    loader = DataLoader(Images(seconds=0.1, batches=24), batch_size=4, num_workers=8 if MENDED else 1)  # planted: workers
    for batch in loader:  # planted: fetch
        end = time.monotonic() + 0.2
        training.step(batch)
        wait_until(end)


def read_values():
    """The loss of every sample read by itself."""
    training = Training(width=256)
    total = 0.0
    for batch in torch.rand(BATCHES, 4, 32, 32):
        training.step(batch)
        losses = [batch[0, 0, 0]] * 2000
        if MENDED:
            total += torch.stack(losses).sum().item()
        else:
            for loss in losses:
                total += loss.item()  # planted: values


def zeroed_gradients():
    training = Training(layers=4, width=2048, set_to_none=MENDED)
    for batch in torch.rand(BATCHES, 4, 32, 32):
        training.step(batch)


def cleared_by_hand():
    training = Training(layers=4, width=2048)
    training.optimizer.zero_grad = lambda set_to_none: None
    for batch in torch.rand(BATCHES, 4, 32, 32):
        for parameter in training.model.parameters():
            if MENDED:
                parameter.grad = None
            elif parameter.grad is not None:
                parameter.grad.zero_()  # planted: clearing
        training.step(batch)


def smooth(values):
    """An exponential mean, element by element or as one product."""
    if MENDED:
        weights = 0.9 ** torch.arange(len(values) - 1, -1, -1, dtype=torch.float32)
        return weights @ values
    mean = values[0]
    for value in values.unbind():
        mean = torch.add(mean * 0.9, value)  # planted: loop
    return mean


def small_operators():
    training = Training(width=256)
    for batch in torch.rand(BATCHES, 4, 32, 32):
        training.step(batch)
        smooth(batch.reshape(-1, 4))


def collections():
    """A heap of a million objects, gone through after every step."""
    heap = [[] for _ in range(1_000_000)]
    training = Training()
    for batch in torch.rand(BATCHES, 4, 32, 32):
        training.step(batch)
        if not MENDED:
            gc.collect()  # planted: collections
    assert heap


torch.set_num_threads(1)
globals()[FAULT]()
print('done', flush=True)
