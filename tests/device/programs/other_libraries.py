"""other_libraries.py NAME: works with a library that brings its own way to CUDA; prints how many kernels that are at least."""
import json
import os
import sys


def cupy():
    import cupy
    value = cupy.zeros(1 << 16, dtype=cupy.float32)
    for _ in range(40):
        value += 1
    assert float(value[0]) == 40
    return 40


def numba():
    from numba import cuda
    import numpy

    @cuda.jit
    def add(values):
        at = cuda.grid(1)
        if at < values.size:
            values[at] += 1

    values = cuda.to_device(numpy.zeros(1 << 16, dtype=numpy.float32))
    for _ in range(40):
        add[256, 256](values)
    assert values.copy_to_host()[0] == 40
    return 40


def jax():
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    @jax.jit
    def step(weight, data):
        return weight - 0.01 * jax.grad(lambda of: ((data @ of) ** 2).mean())(weight)

    weight = jax.random.normal(jax.random.PRNGKey(0), (512, 512))
    data = jax.random.normal(jax.random.PRNGKey(1), (1024, 512))
    for _ in range(20):
        weight = step(weight, data)
    weight.block_until_ready()
    return 40


print(json.dumps({"kernels": {"cupy": cupy, "numba": numba, "jax": jax}[sys.argv[1]]()}))
