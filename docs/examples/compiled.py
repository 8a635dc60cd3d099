"""torch.compile with its warm-up: the first steps compile, the later ones run the compiled code.

    lanescope record -o compiled.lanes -- python3 compiled.py
    lanescope stats compiled.lanes --by step
    lanescope search compiled.lanes --where compile
"""
import sys

import torch
from torch import nn

if not hasattr(torch, "compile"):
    sys.exit("torch.compile needs torch 2")


def main():
    model = nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.LayerNorm(64))
    compiled = torch.compile(model, backend="aot_eager")  # the default backend needs a C++ compiler on a CPU
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(6):
        data = torch.rand(32 if step < 4 else 48, 64)  # another shape: torch compiles again
        loss = compiled(data).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
