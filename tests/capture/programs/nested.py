"""Operators within operators, one of which Python implements, called from several places whose frames take each other's room."""
import torch

library = torch.library.Library('nested', 'DEF')
library.define('python_linear(Tensor x) -> Tensor')
weight = torch.ones(4, 4)


def inner(x):
    return torch.nn.functional.linear(x, weight)  # line inner


def python_linear(x):
    return inner(x)  # line python_linear


library.impl('python_linear', python_linear, 'CPU')


def leaf(x):
    y = torch.ops.nested.python_linear(x)  # line leaf, python
    return torch.nn.functional.linear(y, weight)  # line leaf, after


def one(x):
    return leaf(x)  # line one


def other(x):
    return leaf(x)  # line other


def main():
    x = torch.ones(2, 4)
    for _ in range(20):
        one(x)  # line main, one
        other(x)  # line main, other


main()
