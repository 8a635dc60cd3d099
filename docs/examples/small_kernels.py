"""LayerNorm written as eight small operators, and as the one of torch: small_kernels.py [many|one].

    lanescope record -o many.lanes -- python3 small_kernels.py many
    lanescope record -o one.lanes -- python3 small_kernels.py one
    lanescope stats many.lanes --by module
    lanescope diff many.lanes one.lanes
"""
import sys

import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class ManyOperators(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(size)), nn.Parameter(torch.zeros(size))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        variance = (centred * centred).mean(-1, keepdim=True)
        return centred / torch.sqrt(variance + 1e-5) * self.weight + self.bias


def main():
    norm = nn.LayerNorm if sys.argv[1:] == ["one"] else ManyOperators
    model = nn.Sequential(nn.Linear(256, 256), *(norm(256) for _ in range(8))).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(10):
        loss = model(torch.rand(64, 256, device=DEVICE)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
