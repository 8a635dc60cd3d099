#!/usr/bin/env python3
"""The wheel for aarch64, without such a machine: its programs run under qemu's user emulation, in a tree of Debian's own packages for
arm64 (LANESCOPE_AARCH64_TREE), into whose torch the probe goes. What only a real machine can show - operators, its clocks, its memory
model, what recording costs there - is not shown here. `./test wheel --arch aarch64`."""
import os
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / 'resources/demo/gpu.lanes'
TREE = Path(os.environ['LANESCOPE_AARCH64_TREE'])
LIBRARIES = TREE / 'usr/lib/aarch64-linux-gnu'
QEMU = '/usr/bin/qemu-aarch64-static'
PATIENCE = 900
AARCH64 = 183  # number of a machine in ELF
# What a program of the tree finds there and not here.
INSIDE = {'QEMU_LD_PREFIX': str(TREE), 'PYTHONHOME': str(TREE / 'usr'), 'OPENBLAS_NUM_THREADS': '1', 'OMP_NUM_THREADS': '1',
          'LD_LIBRARY_PATH': ':'.join(str(LIBRARIES / part) for part in ('', 'blas', 'lapack'))}
PACKAGES = str(TREE / 'usr/lib/python3/dist-packages')
# qemu passes what it is started with to what the program starts, which is a program of this machine then.
SETTINGS = [word for name, value in INSIDE.items() if name != 'QEMU_LD_PREFIX' for word in ('-E', f'{name}={value}')]
PROGRAM = f'''import sys
sys.path.append({PACKAGES!r})
import torch
layer = torch.nn.Linear(4, 4)
for _ in range(5):
    layer(torch.ones(2, 4)).sum().backward()
'''


class TheWheelForAarch64(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not Path(QEMU).exists():
            raise unittest.SkipTest(f'{QEMU} is missing: install qemu-user-static')
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        with zipfile.ZipFile(os.environ['LANESCOPE_WHEEL']) as wheel:
            wheel.extractall(cls.folder)
        cls.bundle = cls.folder / 'lanescope/bundle'
        cls.recorder = cls.bundle / 'bin/lanescope-record'
        cls.recorder.chmod(0o755)
        cls.session = cls.folder / 'run.lanes'

    def run_there(self, program, *arguments):
        return subprocess.run([QEMU, '-L', TREE, *SETTINGS, program, *arguments], capture_output=True, text=True, timeout=PATIENCE,
                              check=False, cwd=self.folder)

    def test_every_binary_is_for_it(self):
        binaries = [path for path in self.folder.rglob('*') if path.is_file() and path.read_bytes()[:4] == b'\x7fELF']
        self.assertIn(self.bundle / 'lib/lanescope/lanescope-nvml', binaries)
        for path in binaries:
            self.assertEqual(int.from_bytes(path.read_bytes()[18:20], 'little'), AARCH64, path)
        self.assertTrue(os.environ['LANESCOPE_WHEEL'].endswith('-py3-none-manylinux_2_17_aarch64.whl'))

    def test_the_helper_that_asks_nvml_starts(self):
        helper = self.bundle / 'lib/lanescope/lanescope-nvml'
        helper.chmod(0o755)
        self.assertEqual(self.run_there(helper, '10').stdout, 'problem libnvidia-ml.so.1 is not there\n')

    def test_it_answers_as_here(self):
        here = ROOT / 'build/bin/lanescope-record'
        if not here.is_file():
            self.skipTest('build/ has no recorder of this machine to compare with: ./run --build')
        for words in (('info', '--json'), ('stats', '--format', 'json', '--top', '0'), ('check', '--format', 'json'), ('path',),
                      ('advice', '--format', 'json'), ('convert', '-q')):
            arguments = [words[0], *words[1:], str(DEMO), *(['-'] if words[0] == 'convert' else [])]
            ours = subprocess.run([here, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)
            theirs = self.run_there(self.recorder, *arguments)
            self.assertEqual((theirs.returncode, theirs.stdout), (ours.returncode, ours.stdout), words)

    def test_its_probe_records_what_torch_does(self):
        """Memory, that is: operators are calibrated through process_vm_readv, which qemu's emulation does not have."""
        program = self.folder / 'program.py'
        program.write_text(PROGRAM)
        result = self.run_there(self.recorder, 'record', '-o', str(self.session), '--', QEMU, '-L', TREE, *SETTINGS,
                                TREE / 'usr/bin/python3.11', program)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(' 0 lost', result.stderr)
        said = self.run_there(self.recorder, 'info', self.session).stdout
        self.assertRegex(said, r'\nmemory +[1-9]\d+ events\n')
        self.assertIn('torch 1.13.0', said)
        self.assertIn('this process may not read its own memory by process_vm_readv', said)

    def test_tables_are_checked_there(self):
        code = f'''import sys
sys.path.insert(0, {str(self.folder)!r})
import platform, lanescope
from lanescope import installed
assert platform.machine() == "aarch64"
import subprocess
real = subprocess.run
installed.subprocess.run = lambda words, **more: real([{QEMU!r}, *map(str, words)], **more)
table = lanescope.open({str(DEMO)!r}).slices()
print(table.rows, sum(table["duration_ns"]) > 0, table.__arrow_c_stream__())
'''
        said = self.run_there(TREE / 'usr/bin/python3.11', '-c', code)
        self.assertRegex(said.stdout, r'^\d{3,} True <capsule object "arrow_array_stream"', said.stderr)

    def test_what_it_cannot_do_it_says(self):
        said = self.run_there(self.recorder, 'attach', str(os.getpid())).stderr
        self.assertIn('Only programs on x86-64 can be attached to', said)


if __name__ == '__main__':
    unittest.main(verbosity=2)
