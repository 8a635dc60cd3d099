"""Waits until the fallback, if one is being compiled, has come to an end; then adds five times, and says whether torch's symbols
have become those of the whole program."""
import ctypes
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
print("torch's symbols are", 'global' if hasattr(ctypes.CDLL(None), '_ZN2at18hasGlobalCallbacksEv') else 'its own')
print('done')
