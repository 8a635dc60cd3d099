#!/usr/bin/env python3
"""Programs without torch, and without libcupti beside their CUDA: it is found where they have it installed. Skips, and says why, where
there are no headers."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import build
from recorded import Session

FOUND = build.installed()
FIRST = FOUND[0] if FOUND else None
# What CuPy, Numba and JAX have in common: a package that opens the driver by itself.
PACKAGE = '''
import ctypes
cuda = ctypes.CDLL('libcuda.so.1')
context, memory = ctypes.c_void_p(), ctypes.c_uint64()
assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0 and cuda.cuCtxSetCurrent(context) == 0
assert cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(4096)) == 0
for _ in range(7):
    assert cuda.cuMemcpyHtoD_v2(memory, bytes(4096), ctypes.c_size_t(4096)) == 0
'''


@unittest.skipUnless(FOUND, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class Found(unittest.TestCase):
    def setUp(self):
        build.Builder(FIRST).build()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cupti = f'libcupti.so.{FIRST.major}'
        self.link('driver', lambda name: 'cupti' not in name and 'cudart' not in name)
        self.site = self.folder / 'site'
        self.site.mkdir()
        (self.site / 'cupy.py').write_text(PACKAGE)

    def link(self, place, which=None):
        """The files of the played GPU, or its libcupti alone, in a folder."""
        folder = self.folder / place
        folder.mkdir(parents=True)
        for file in FIRST.folder.glob('*.so*'):
            if which is None and file.name == self.cupti or which is not None and which(file.name):
                shutil.copy(file, folder / file.name)  # a link would lead to the folder that has all of them

    def record(self, code='import cupy', python=(sys.executable,), **variables):
        elsewhere = dict.fromkeys(('CUDA_HOME', 'CUDA_PATH', 'CUDA_ROOT', 'CUDA_TOOLKIT_ROOT_DIR', 'CONDA_PREFIX'), '')
        return Session(FIRST, [*python, '-c', code], variables=elsewhere | {
            'LD_LIBRARY_PATH': f'{self.folder}/driver', **variables})

    def copies(self, session):
        self.assertEqual((session.reason, session.info['lost']), ('', 0))
        return len(session.of('gpu_memcpy'))

    def with_site(self, code='import cupy'):
        return f'import sys; sys.path.insert(0, {str(self.site)!r}); {code}'

    def test_in_packages_of_pip_on_a_path_of_the_programs_own(self):
        for package in (f'cu{FIRST.major}', 'cuda_cupti'):
            with self.subTest(package):
                self.link(f'site/nvidia/{package}/lib')
                self.assertEqual(self.copies(self.record(self.with_site())), 7)
                (self.site / 'nvidia' / package / 'lib' / self.cupti).unlink()

    def test_where_a_variable_says(self):
        self.link('home/extras/CUPTI/lib64')
        self.assertEqual(self.copies(self.record(self.with_site(), CUDA_HOME=f'{self.folder}/home')), 7)
        self.link('conda/lib')
        self.assertEqual(self.copies(self.record(self.with_site(), CONDA_PREFIX=f'{self.folder}/conda')), 7)

    def test_where_the_loader_looks(self):
        self.link('elsewhere')
        self.assertEqual(self.copies(self.record(self.with_site(),
                                                 LD_LIBRARY_PATH=f'{self.folder}/driver:{self.folder}/elsewhere')), 7)

    def test_where_there_is_none_the_places_are_named(self):
        around = ('unshare', '-m', 'sh', '-c', 'mount -t tmpfs tmpfs /usr/local && exec "$@"', 'sh')  # without its toolkit
        if subprocess.run([*around, 'true'], capture_output=True, check=False).returncode != 0:
            self.skipTest('mounting needs rights')
        session = self.record(self.with_site(), python=(*around, '/usr/bin/python3'), CUDA_HOME='/home/of/cuda')
        self.assertIn('there is no libcupti', session.reason)
        self.assertIn('/home/of/cuda/extras/CUPTI/lib64', session.reason)
        self.assertIn('/usr/local/cuda/extras/CUPTI/lib64', session.reason)


if __name__ == '__main__':
    unittest.main(verbosity=2)
