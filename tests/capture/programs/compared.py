"""Runs many kinds of operators under torch.profiler. Arguments: where to leave its trace, and its events as JSON."""
import json
import sys
import warnings

import torch
from torch.profiler import ProfilerActivity, profile

warnings.simplefilter('ignore')
torch.set_num_threads(1)
functional = torch.nn.functional
matrix = torch.ones(2, 3)
weight = torch.ones(4, 3, requires_grad=True)


def numbers_and_lists():
    torch.add(matrix, matrix, alpha=2)
    torch.add(matrix, 2.5)
    torch.add(matrix, matrix, alpha=-0.0)
    torch.mul(matrix, 0.1)
    torch.clamp(matrix, 1e-7, 1e12)
    torch.clamp(matrix, max=float('inf'))
    torch.cat([matrix, matrix], 0)
    torch.cat([torch.ones(0, 3), matrix])
    torch.sum(matrix, dim=[1], keepdim=True)
    torch.flip(matrix, [0, 1])
    torch.zeros(40).view([1] * 29 + [40])
    torch.zeros(40).view([1] * 33 + [40])
    torch.div(matrix, 2.0, rounding_mode='floor')
    torch.einsum('ij,jk->ik', matrix, torch.ones(3, 4))
    torch._foreach_add([matrix, matrix], [matrix, matrix])
    torch._foreach_mul([matrix, matrix], [1.0, 2.0])
    torch.logical_and(matrix, matrix)
    matrix.to(torch.float64, non_blocking=True)
    torch.rand(3, generator=torch.Generator())


def indexing_and_shapes():
    matrix[torch.tensor([0, 1]), :]
    matrix[:, None, torch.tensor([1])]
    torch.ones(2, 3, 4, 5, 6, 7, dtype=torch.int8) + 1
    torch.empty(0).sum()
    torch.ones(())
    matrix.t().expand(5, 3, 2).sum()
    torch.meshgrid(torch.arange(3), torch.arange(4), indexing='ij')
    functional.pad(matrix, [0, 0, 1, 1])
    functional.one_hot(torch.tensor([0, 1]), 3)
    torch.ones(2, device='meta').sum()


def types():
    for name in ('uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64', 'complex64', 'complex128',
                 'bool', 'bfloat16', 'uint16', 'uint32', 'uint64', 'float8_e5m2', 'float8_e4m3fn'):
        if hasattr(torch, name):
            torch.empty(2, dtype=getattr(torch, name)).detach()
    for dtype in (torch.quint8, torch.qint8, torch.qint32):
        torch.quantize_per_tensor(matrix, 0.5, 0, dtype).detach()


def layers():
    image = torch.ones(1, 2, 8, 8, requires_grad=True)
    functional.conv2d(image, torch.ones(3, 2, 3, 3), None, stride=2, padding=[1, 2]).sum().backward()
    functional.gelu(matrix, approximate='tanh')
    functional.interpolate(torch.ones(1, 1, 4, 4), scale_factor=2.0)
    functional.dropout(matrix, 0.5, True)
    functional.layer_norm(matrix, (3,))
    torch.lstm_cell(torch.ones(1, 2), [torch.ones(1, 2), torch.ones(1, 2)], torch.ones(8, 2), torch.ones(8, 2))
    with torch.autograd.profiler.record_function('a range of the program'):
        functional.linear(matrix, weight).relu().sum().backward()


def odd_tensors():
    sparse = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), torch.tensor([1., 2.]), (3, 3))
    torch.sparse.mm(sparse, torch.ones(3, 3))
    if hasattr(torch, 'nested'):
        torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)]) * 2


def program():
    numbers_and_lists()
    indexing_and_shapes()
    types()
    layers()
    odd_tensors()


program()
with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
    with torch.autograd.profiler.record_function('compared'):
        program()
profiler.export_chrome_trace(sys.argv[1])
with open(sys.argv[2], 'w') as out:
    json.dump([[event.name, event.input_shapes] for event in profiler.events()], out)
