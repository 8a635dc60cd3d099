"""late.py SESSION: records itself once CUDA is up; prints the number of its kernels in the recording."""
import json
import sys

import torch

x = torch.ones(64, device="cuda")
torch.cuda.synchronize()
import lanescope  # noqa: E402  the recording begins after CUDA does

with lanescope.record(sys.argv[1]):
    for _ in range(20):
        x.mul_(2)
    torch.cuda.synchronize()
print(json.dumps({"kernels": 20}))
