"""Calls the library that it is given, which tells of collectives, in a program with a process group."""
import ctypes
import os
import sys

import torch
import torch.distributed as dist

os.environ.update(RANK='0', WORLD_SIZE='1', MASTER_ADDR='127.0.0.1')
dist.init_process_group('gloo')
tell = ctypes.CDLL(sys.argv[1]).tell
tell.argtypes = [ctypes.c_int64, ctypes.c_bool]
for number in range(5, 8):
    tell(number, number == 7)
dist.destroy_process_group()
