"""A training that keeps the graph of every step: its memory grows by the same amount each time.

    lanescope record -o leak.lanes -- python3 leak.py
    lanescope memory leak.lanes --peak
"""
import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def main():
    model = nn.Sequential(nn.Linear(512, 512), nn.Sigmoid(), nn.Linear(512, 1)).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    losses = []
    for _ in range(12):
        hidden = model[1](model[0](torch.rand(256, 512, device=DEVICE)))
        loss = model[2](hidden).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append((loss.detach(), hidden))  # the fault: hidden stays alive with it
    print(len(losses), "losses")


if __name__ == "__main__":
    main()
