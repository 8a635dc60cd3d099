"""A training whose DataLoader decides how long a step takes: dataloader.py [WORKERS].

    lanescope record -o before.lanes -- python3 dataloader.py 0
    lanescope record -o after.lanes -- python3 dataloader.py 2
    lanescope advice before.lanes
    lanescope diff before.lanes after.lanes --by step
"""
import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

WORKERS = int(sys.argv[1]) if len(sys.argv) > 1 else 0
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Images(Dataset):
    def __len__(self):
        return 16 * 8

    def __getitem__(self, index):
        image = torch.rand(3, 128, 128, generator=torch.Generator().manual_seed(index))
        for _ in range(4):  # what decoding and augmentation cost
            image = nn.functional.interpolate(image[None], scale_factor=1.5, mode="bilinear")[0, :, :128, :128]
        return image, index % 10


def main():
    torch.set_num_threads(1)
    model = nn.Sequential(nn.Conv2d(3, 16, 3, stride=4), nn.ReLU(), nn.Flatten(), nn.Linear(16 * 32 * 32, 10)).to(DEVICE)
    loader = DataLoader(Images(), batch_size=16, num_workers=WORKERS, pin_memory=DEVICE == "cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for images, labels in loader:
        images, labels = images.to(DEVICE, non_blocking=True), labels.to(DEVICE, non_blocking=True)
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
