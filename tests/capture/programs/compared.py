"""Runs many kinds of operators under torch.profiler. Arguments: where to leave its trace, and its events as JSON."""
import json
import sys
import warnings

import torch
from torch.profiler import ProfilerActivity, profile

warnings.simplefilter('ignore')
torch.set_num_threads(1)
version = tuple(int(part) for part in torch.__version__.split('+')[0].split('.')[:2])
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


def complex_numbers():
    wave = torch.ones(2, 2, dtype=torch.complex64)
    torch.add(wave, 1 + 2j)
    torch.add(wave, wave, alpha=1j)
    torch.mul(wave, 0.5j)
    wave.fill_(1e-7 - 1e12j)
    torch.full((2,), 3 - 4j)
    torch.pow(2j, wave)
    wave.conj().T.sum()
    wave.conj().imag.neg().sum()
    torch.view_as_real(wave)
    torch.view_as_complex(torch.ones(3, 2)).abs()
    torch._foreach_mul([wave, wave], [1j, 2.5])
    torch._foreach_mul([wave, wave], 1j)
    torch.fft.ifft(torch.fft.fft(torch.ones(4)))


def lists_of_numbers():
    torch._foreach_mul([matrix, matrix], [1.5, 2.5])
    torch._foreach_add([matrix, matrix], [1, 2])
    functional.interpolate(torch.ones(1, 1, 4, 6), scale_factor=(0.5, 1.5), mode='bilinear')
    torch.ones(2, 3, 4).movedim([0, 1], [1, 2])
    torch.ones(()).permute([])
    torch.split(torch.arange(9), [2, 3, 4])
    torch.as_strided(torch.ones(12), (3, 2), (2, 1), 1)
    torch.tensor_split(torch.arange(7), [1, 3])
    torch.roll(matrix, [1, -1], [0, 1])
    torch.histc(matrix, 4, 0, 1)
    torch.histogramdd(torch.ones(3, 2), bins=[2, 2], range=[0., 1., -1., 2.5]) if hasattr(torch, 'histogramdd') else None
    torch.quantize_per_tensor([matrix, matrix], torch.tensor([.5, .25]), torch.tensor([0, 1]), torch.quint8)
    torch.block_diag()


def odd_tensors():
    sparse = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), torch.tensor([1., 2.]), (3, 3))
    torch.sparse.mm(sparse, torch.ones(3, 3))
    sparse.coalesce().to_dense()
    torch.stack([sparse, sparse])
    rows = torch.eye(4).to_sparse_csr()
    if version >= (2,):
        torch.mv(rows, torch.ones(4))
        rows @ torch.ones(4, 2)
    torch.neg(rows)
    rows.values().sum()
    rows.detach().to_dense()
    for name, block in (('to_sparse_csc', []), ('to_sparse_bsr', [(2, 2)]), ('to_sparse_bsc', [(2, 2)])):
        if hasattr(torch.Tensor, name):
            packed = getattr(torch.eye(4), name)(*block)
            packed.detach().clone().values().sum()
    batch = torch.ones(2, 4, 4).to_sparse_csr() if version >= (2,) else rows
    batch.detach().clone()
    if torch.backends.mkldnn.is_available():
        blocked = matrix.to_mkldnn()
        torch.add(blocked, blocked)
        torch.relu(blocked).detach().to_dense()
        functional.linear(blocked, torch.ones(4, 3).to_mkldnn())
    zero = torch._efficientzerotensor((2, 3))
    torch.add(matrix, zero)
    torch.mul(zero, 2)
    if hasattr(torch, 'nested'):
        torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)]) * 2
    if version >= (2, 4):
        torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)], layout=torch.jagged).sin().relu()


def wrapped_tensors():
    if version < (2,):
        return
    torch.vmap(lambda row: (row * 2).sum())(matrix)
    torch.func.grad(lambda value: (value ** 2).sum())(matrix)
    torch.func.jvp(torch.sin, (matrix,), (matrix,))
    torch.func.functionalize(lambda value: value.clone().add_(1))(matrix)
    parameter = torch.nn.Parameter(torch.ones(3))
    parameter.mul(2).sum().backward()


def program():
    numbers_and_lists()
    indexing_and_shapes()
    types()
    complex_numbers()
    lists_of_numbers()
    layers()
    odd_tensors()
    wrapped_tensors()


program()
with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
    with torch.autograd.profiler.record_function('compared'):
        program()
profiler.export_chrome_trace(sys.argv[1])
with open(sys.argv[2], 'w') as out:
    json.dump([[event.name, event.input_shapes] for event in profiler.events()], out)
