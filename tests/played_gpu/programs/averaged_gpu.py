"""A few steps of a training on a GPU, as a profiler sees them: argument `torch` or `lanescope`. Prints one JSON object: the table,
and of each operator, call of CUDA and kernel the calls, its own us on the device and all us on the device."""
import json
import os
import sys

import torch
import torch.profiler

sys.path.insert(0, os.environ['LANESCOPE_PACKAGE'])
import lanescope  # noqa: E402

device = torch.device('cuda')
net = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 8)).to(device)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batch = torch.randn(16, 64).to(device)


def train():
    for _ in range(3):
        with torch.profiler.record_function('step'):
            optimizer.zero_grad()
            net(batch).pow(2).sum().backward()
            optimizer.step()
    torch.cuda.synchronize()


module = lanescope if sys.argv[1] == 'lanescope' else torch.profiler
train()
with module.profile(activities=[module.ProfilerActivity.CPU, module.ProfilerActivity.CUDA]) as profiler:
    train()
averages = profiler.key_averages()
rows = {f'{"CPU" if row.device_type == torch.autograd.DeviceType.CPU else "CUDA"} {row.key}': row for row in averages
        if not row.is_user_annotation}
print(json.dumps({'table': averages.table(sort_by='self_cuda_time_total', row_limit=8),
                  'rows': {name: [row.count, row.self_device_time_total, row.device_time_total] for name, row in rows.items()}}))
