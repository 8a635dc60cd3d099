"""Imports torch where Python has no ctypes at that moment, as in a broken build of Python."""
import sys

sys.modules['lanescope_probe.native'] = None  # importing it raises ModuleNotFoundError
import torch  # noqa: E402

print('sum', torch.ones(3).sum().item())
