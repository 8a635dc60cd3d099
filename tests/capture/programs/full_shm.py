"""Data workers that fill a small /dev/shm as far as torch itself lets them, and children that record beside it."""
import sys

import torch
from torch.utils.data import DataLoader, Dataset

WORKERS, MEGABYTES = int(sys.argv[1]), int(sys.argv[2])


class Large(Dataset):
    def __len__(self):
        return 4 * WORKERS

    def __getitem__(self, index):
        return torch.full((MEGABYTES << 18,), float(index)).sin()


if __name__ == '__main__':
    torch.set_num_threads(1)
    total = 0
    for batch in DataLoader(Large(), batch_size=1, num_workers=WORKERS, prefetch_factor=1):
        total += batch.shape[1]
    print('batches', total >> 18)
