"""products.py SECONDS: matrix products in half precision without a pause, then as long nothing."""
import sys
import time

import torch

a = torch.randn(4096, 4096, device="cuda", dtype=torch.float16)
torch.cuda.synchronize()
end = time.monotonic() + float(sys.argv[1]) / 2
while time.monotonic() < end:
    for _ in range(20):
        a @ a
    torch.cuda.synchronize()
time.sleep(float(sys.argv[1]) / 2)
