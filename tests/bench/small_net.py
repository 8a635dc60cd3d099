"""The model that benchmarks of recording run: many small operators, so that recording weighs as much as it ever does."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.wide = nn.LayerNorm(width), nn.Linear(width, 2 * width)
        self.activation, self.narrow = nn.GELU(), nn.Linear(2 * width, width)

    def forward(self, value):
        return value + self.narrow(self.activation(self.wide(self.norm(value))))


def small_net():
    """A model and a batch for it, the same in every run, on one thread."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    return nn.Sequential(*[Block(32) for _ in range(6)]), torch.randn(8, 32)
