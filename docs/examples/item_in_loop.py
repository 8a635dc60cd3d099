"""A loop that reads its loss in each step, or once at the end: item_in_loop.py [each|once].

    lanescope record -o each.lanes -- python3 item_in_loop.py each
    lanescope record -o once.lanes -- python3 item_in_loop.py once
    lanescope search each.lanes --where op:item
    lanescope diff each.lanes once.lanes
"""
import sys

import torch
from torch import nn

EACH = sys.argv[1:] != ["once"]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def main():
    model = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1)).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    data = torch.rand(32, 64, device=DEVICE)
    total = torch.zeros((), device=DEVICE)
    history = []
    for _ in range(20):
        loss = model(data).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if EACH:
            history.append(loss.item())  # a GPU has to finish everything before this line goes on
        else:
            total += loss.detach()  # stays on the device
    print(f"mean loss {(sum(history) if EACH else total.item()) / 20:.4f}")


if __name__ == "__main__":
    main()
