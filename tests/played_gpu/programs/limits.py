"""What CUDA refuses, as PyTorch says it: too much memory, and a fork after CUDA was used. Two devices copy to each other."""
import os

import torch

try:
    torch.empty(1 << 40, device="cuda")
except torch.OutOfMemoryError:
    print("out of memory")
if torch.cuda.device_count() > 1:
    there = torch.full((10,), 3.0).to("cuda:0").to("cuda:1")
    torch.cuda.synchronize(1)
    assert there.cpu().tolist() == [3.0] * 10
    print("peer copy")
child = os.fork()
if not child:
    try:
        torch.ones(1, device="cuda")
    except RuntimeError as error:
        assert "re-initialize CUDA" in str(error), error
        print("fork refused", flush=True)
    os._exit(0)
os.waitpid(child, 0)
