"""Operators of many kinds of inputs: strided tensors, 16 bits, lists, lists of tensors, indices, in place, nothing given."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
weight = torch.randn(96, 64)
x = torch.randn(32, 64)
image = torch.randn(2, 3, 17, 17).contiguous(memory_format=torch.channels_last)
with torch.no_grad():
    torch.addmm(torch.randn(96), x, weight.t(), beta=0.5)
    F.conv2d(image, torch.randn(4, 3, 3, 3), stride=2, padding=1)
    torch.cat([x, x, torch.randn(5, 64)], 0)
    F.embedding(torch.randint(0, 96, (7, 3)), weight)
    F.layer_norm(x, (64,), torch.randn(64), None)
    x.add_(x, alpha=2)
    x.to(torch.bfloat16).mul(torch.ones(64, dtype=torch.bfloat16))
    torch.sum(x, dim=[0, 1])
    F.dropout(x, 0.5)
    torch.zeros(3, 5)
    torch.empty(0, 4).sum()
