"""Loads a library that uses CUPTI in the middle of its work, and prints what that has seen. With "fork", a child that is forked
meanwhile leaves CUPTI, too, and ends as it may."""
import ctypes
import os
import sys

import torch


def work():
    value = torch.zeros(1 << 10, device="cuda")
    for _ in range(100):
        value.add_(1)
    torch.cuda.synchronize()


work()
client = ctypes.CDLL(sys.argv[1])
print(client.late_begin())
work()
if "fork" in sys.argv:
    child = os.fork()
    if child == 0:
        os._exit(client.late_leave())
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(client.late_end())
work()
