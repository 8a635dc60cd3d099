"""A small training, for a first look at a session: noisy pictures of sine gratings, classified by their direction.

Every part that a profiler should tell apart is here once: a dataset that works on the CPU, a data loader,
a convolutional and an attention block, forward, loss, backward and optimizer, with a named range around each.
It takes about ten seconds on two cores, needs nothing but torch, and really learns.
"""
import math
import time

import torch
from torch import nn
from torch.profiler import record_function
from torch.utils.data import DataLoader, Dataset

CLASSES = 8
SIDE = 32
BATCH = 16
EPOCHS = 2


class Gratings(Dataset):
    """Pictures of stripes; the label says in which of CLASSES directions they run."""

    def __init__(self, size):
        self.size = size
        axis = torch.linspace(-1.0, 1.0, SIDE)
        self.y, self.x = axis.view(-1, 1).expand(SIDE, SIDE), axis.view(1, -1).expand(SIDE, SIDE)

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        random = torch.Generator().manual_seed(index)
        label = index % CLASSES
        angle = math.pi * label / CLASSES
        phase = 6.3 * torch.rand(1, generator=random)
        stripes = torch.sin(12.0 * (self.x * math.cos(angle) + self.y * math.sin(angle)) + phase)
        noise = 1.5 * torch.randn(SIDE, SIDE, generator=random)
        return (stripes + noise).unsqueeze(0), label


class ConvBlock(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel_size=3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        return self.pool(torch.relu(self.norm(self.conv(x))))


class AttentionBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def attend(self, x):
        batch, length, width = x.shape
        heads = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-2, -1) / math.sqrt(width // self.heads)
        mixed = torch.softmax(scores, dim=-1) @ value
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))

    def forward(self, x):
        x = x + self.attend(self.norm(x))
        return x + self.mlp(x)


class Classifier(nn.Module):
    def __init__(self, width=80):
        super().__init__()
        self.features = nn.Sequential(ConvBlock(1, 48), ConvBlock(48, width))
        self.attention = nn.Sequential(AttentionBlock(width, heads=2), AttentionBlock(width, heads=2))
        self.head = nn.Linear(width, CLASSES)

    def forward(self, pictures):
        maps = self.features(pictures)
        tokens = maps.flatten(2).transpose(1, 2)
        return self.head(self.attention(tokens).mean(dim=1))


def train_step(model, optimizer, pictures, labels):
    with record_function("forward"):
        scores = model(pictures)
    with record_function("loss"):
        loss = nn.functional.cross_entropy(scores, labels)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer"):
        optimizer.step()
    right = (scores.argmax(dim=1) == labels).float().mean()
    return loss.item(), right.item()


def main():
    torch.manual_seed(1)
    loader = DataLoader(Gratings(512), batch_size=BATCH, shuffle=True)
    model = Classifier()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    begin = time.perf_counter()
    for epoch in range(EPOCHS):
        for step, (pictures, labels) in enumerate(loader):
            with record_function(f"step {epoch * len(loader) + step}"):
                loss, right = train_step(model, optimizer, pictures, labels)
            if step % 8 == 7:
                print(f"epoch {epoch + 1}  step {step + 1:3}  loss {loss:.3f}  right {right:4.0%}", flush=True)
    print(f"trained in {time.perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
