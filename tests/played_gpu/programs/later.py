"""Uses CUDA's driver alone, as numba does, then loads a runtime with its libcupti, says so to what records, as importing torch does, and
launches 100 kernels: later.py LIBCUDART LIBCUPTI PROBE."""
import ctypes
import sys

PTX = b".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry first() { ret; }\n"


class Dim3(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint), ("y", ctypes.c_uint), ("z", ctypes.c_uint)]


driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
runtime, _, probe = map(ctypes.CDLL, sys.argv[1:])
probe.InitializeInjection()
library, kernel = ctypes.c_void_p(), ctypes.c_void_p()
assert runtime.cudaLibraryLoadData(ctypes.byref(library), PTX, None, None, 0, None, None, 0) == 0
assert runtime.cudaLibraryGetKernel(ctypes.byref(kernel), library, b"first") == 0
for _ in range(100):
    assert runtime.cudaLaunchKernel(kernel, Dim3(1, 1, 1), Dim3(64, 1, 1), None, ctypes.c_size_t(0), None) == 0
assert runtime.cudaDeviceSynchronize() == 0
