"""CUDA first, then DataLoaders with forked workers while autograd runs; prints that it has ended."""
import torch


def main():
    layer = torch.nn.Linear(1, 4).cuda()
    layer(torch.ones(2, 1, device="cuda")).sum().backward()
    loader = torch.utils.data.DataLoader(torch.arange(64.0).view(64, 1), batch_size=8, num_workers=2, multiprocessing_context="fork")
    for _ in range(2):
        for batch in loader:
            layer(batch.cuda()).sum().backward()
    torch.cuda.synchronize()
    print('{"ended": true}')


if __name__ == "__main__":
    main()
