"""Works, subscribes to CUPTI by the function's address as torch's Cuspy does, and works on; prints what CUPTI answered."""
import ctypes
import sys

import torch


def work():
    value = torch.zeros(1 << 10, device="cuda")
    for _ in range(100):
        value.add_(1)
    torch.cuda.synchronize()


work()
library = ctypes.CDLL(sys.argv[1])
nothing = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p)(lambda *_: None)
subscribe = getattr(library, "cuptiSubscribe_v2", library.cuptiSubscribe)  # from CUDA 13 on
print(subscribe(ctypes.byref(ctypes.c_void_p()), nothing, None, None))
work()
