"""Two ranks under torchrun: each adds up what both hold, over gloo."""
import torch
import torch.distributed

torch.distributed.init_process_group('gloo')
values = torch.ones(16) * (torch.distributed.get_rank() + 1)
for _ in range(10):
    torch.distributed.all_reduce(values)
print(torch.distributed.get_rank(), values[0].item(), flush=True)
torch.distributed.destroy_process_group()
