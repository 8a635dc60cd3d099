"""Two ranks of DistributedDataParallel, of which rank 1 is slower than the other.

    lanescope record -o ddp.lanes -- torchrun --nproc_per_node 2 ddp.py
    lanescope ranks ddp.lanes
"""
import time

import torch
import torch.distributed as dist
from torch import nn

CUDA = torch.cuda.is_available() and torch.cuda.device_count() > 1


def main():
    dist.init_process_group("nccl" if CUDA else "gloo")
    rank = dist.get_rank()
    torch.set_num_threads(1)
    device = torch.device("cuda", rank) if CUDA else torch.device("cpu")
    model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 1)).to(device))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(8):
        if rank == 1:
            time.sleep(0.03)  # a slower disk, longer sequences, a hotter GPU
        loss = model(torch.rand(32, 64, device=device)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
