"""What `lanescope doctor` records: a moment of torch, on the GPU where there is one. Writes what it finds out on the way into the
file that its argument names, as lines key=value."""
import ctypes
import os
import platform
import re
import sys


class CudaNotes:
    """Which driver and which libcupti this process has. Asked only once CUDA works here: libcupti 13.2 crashes without a driver."""

    def __init__(self, note):
        version = ctypes.c_int()
        if ctypes.CDLL('libcuda.so.1').cuDriverGetVersion(ctypes.byref(version)) == 0:
            note('driver.cuda', version.value)
        path = self._mapped('libcupti.so')
        note('cupti.path', path)
        version = ctypes.c_uint32()
        if path and ctypes.CDLL(path).cuptiGetVersion(ctypes.byref(version)) == 0:
            note('cupti.version', version.value)
        note('cupti.package', self._package())

    @staticmethod
    def _mapped(name):
        with open('/proc/self/maps', encoding='utf-8', errors='replace') as maps:
            for line in maps:
                path = line.rstrip('\n').split(' ', 5)[-1].strip()
                if os.path.basename(path).startswith(name):
                    return path
        return ''

    @staticmethod
    def _package():
        """The version of pip's package: it tells what old libraries don't."""
        from importlib import metadata
        for name in ('nvidia-cuda-cupti', 'nvidia-cuda-cupti-cu12', 'nvidia-cuda-cupti-cu11'):
            try:
                return metadata.version(name)
            except metadata.PackageNotFoundError:
                pass
        return ''


def look(note):
    note('python', platform.python_version())
    note('python.path', sys.executable)
    note('python.implementation', sys.implementation.name)
    import torch
    note('torch', torch.__version__)
    note('torch.cuda', torch.version.cuda or '')
    torch.ones(4).add(1)
    if not torch.version.cuda:
        return
    note('cuda', 'tried')
    x = torch.ones(4, device='cuda').add(1)
    torch.cuda.synchronize()
    note('cuda', 'works')
    note('devices', ', '.join(torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())))
    CudaNotes(note)
    del x


def main(path):
    with open(path, 'w', encoding='utf-8', buffering=1) as facts:
        def note(key, value):
            facts.write(f'{key}={re.sub(chr(10), " ", str(value))}\n')
        try:
            look(note)
        except Exception as problem:
            lines = str(problem).strip().splitlines()
            note('problem', f'{type(problem).__name__}: {lines[0] if lines else ""}')
        note('done', 1)


main(sys.argv[1])
