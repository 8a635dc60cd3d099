"""Trains by steps of the optimizer, with a graph that is captured before the first and replayed in each: paused.py STEPS
[SECONDS that a step takes at least]. Each step launches the same."""
import sys
import time

import torch
from torch import nn
from trained import captured


def main(steps, seconds):
    model = nn.Linear(64, 64).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(16, 64, device="cuda")
    graph, kept = captured(torch.cuda.Stream())
    for _ in range(steps):
        model(x).sum().backward()
        graph.replay()
        optimizer.step()
        optimizer.zero_grad()
        torch.cuda.synchronize()
        time.sleep(seconds)
    print(f"{steps} steps with {len(list(kept.parameters()))} parameters")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
