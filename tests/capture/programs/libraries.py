"""Operators of libraries that come and go: each takes the memory of the one before."""
import torch

for number in range(20):
    library = torch.library.Library(f'planted{number}', 'DEF')
    library.define(f'operator{number}(Tensor x) -> Tensor')
    library.impl(f'operator{number}', lambda x: x + 1, 'CPU')
    getattr(getattr(torch.ops, f'planted{number}'), f'operator{number}')(torch.ones(2))
    getattr(library, '_destroy', lambda: None)()
    del library
