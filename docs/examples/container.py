"""A training in a container whose image holds torch and nothing of Lanescope. The session grows here.

    docker run -d --name trainer --shm-size=1g -v "$PWD":/src pytorch/pytorch sleep infinity
    lanescope look --on docker:trainer --folder /src -- python3 container.py
    lanescope record --on docker:trainer --folder /src -o container.lanes -- python3 container.py
    lanescope stats container.lanes --by module
"""
import os

import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def main():
    # torch counts the processors of the host; a container may be allowed to use fewer
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    model = nn.Sequential(nn.Linear(256, 512), nn.GELU(), nn.Linear(512, 10)).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(10):
        images, labels = torch.rand(64, 256, device=DEVICE), torch.randint(10, (64,), device=DEVICE)
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print("trained in", os.getcwd())


if __name__ == "__main__":
    main()
