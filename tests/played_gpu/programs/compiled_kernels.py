"""Kernels that no operator stands for: one of Triton's, compiled for two kinds of arguments, and those of torch.compile, forward
and backward. Prints what each launch of the former gives it."""
import torch
import torch._inductor.config as config
import triton
import triton.language as tl

config.compile_threads = 1


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n_elements, scale, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    inside = offsets < n_elements
    total = tl.load(x_ptr + offsets, mask=inside) + tl.load(y_ptr + offsets, mask=inside)
    tl.store(out_ptr + offsets, total * scale, mask=inside)


kept = []  # so that each has a place of its own


def add(x, y, block, warps):
    out, n = torch.empty_like(x), x.numel()
    kept.append(out)
    print(f"x_ptr={x.data_ptr():#x}, y_ptr={y.data_ptr():#x}, out_ptr={out.data_ptr():#x}, n_elements={n}, scale=2.5")
    add_kernel[(triton.cdiv(n, block),)](x, y, out, n, 2.5, BLOCK_SIZE=block, num_warps=warps)


def compiled(a, b):
    total = a + b  # line of total
    positive = torch.relu(total)  # line of positive
    return (positive * positive).sum(-1)  # line of sum


x = torch.zeros(1000, device="cuda")
for block, warps in ((256, 4), (512, 8)):
    for i in range(3):
        add(x[i:], x[i:], block, warps)
fast = torch.compile(compiled)
a, b = torch.zeros(64, 128, device="cuda", requires_grad=True), torch.zeros(64, 128, device="cuda")
for _ in range(3):
    fast(a, b).sum().backward()
torch.cuda.synchronize()
