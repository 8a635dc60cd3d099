"""Asks for torch as libraries do that can work without it, and then imports it."""
import importlib.metadata
import importlib.util

assert importlib.util.find_spec('torch') is not None
for _ in range(2):
    spec = importlib.util.find_spec('torch')
    assert spec is not None and spec.origin.endswith('__init__.py'), spec
importlib.metadata.version('torch')
import torch  # noqa: E402

torch.ones(3).sin()
assert type(torch.__spec__.loader) is type(torch.__loader__) is type(importlib.util.find_spec('json').loader)
