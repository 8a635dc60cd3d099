"""Waits until the fallback, if one is being compiled, has come to an end; then adds five times."""
import threading
import time

import torch

matrix = torch.ones(2, 3)


def work():
    torch.add(matrix, matrix, alpha=2)


while any(thread.name == 'lanescope shim' for thread in threading.enumerate()):
    time.sleep(0.1)
for _ in range(5):
    work()
print('done')
