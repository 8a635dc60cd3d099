#!/usr/bin/env python3
"""The wheel as a user gets it: installed by pip into a fresh environment beside the system's torch, then used. `./test wheel`."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

PATIENCE = 600
PROGRAM = 'import torch\nfor _ in range(5):\n    torch.eye(3)\n'
SELF_RECORDED = 'import lanescope\nwith lanescope.record({session!r}):\n    import torch\n    torch.eye(3)\n'

# malloc that fails on demand for the library that lies in a range of addresses, and counts how often it did.
MALLOC = '''#include <stddef.h>
extern void* __libc_malloc(size_t);
unsigned long from, to, failures;
void* malloc(size_t bytes) {
    unsigned long caller = (unsigned long)__builtin_return_address(0);
    if (caller - from < to - from) {
        ++failures;
        return NULL;
    }
    return __libc_malloc(bytes);
}
'''
OUT_OF_MEMORY = '''import ctypes, threading, torch
torch.eye(3)
lines = [line.split() for line in open('/proc/self/maps') if 'liblanescope_probe.so' in line]
ends = [int(end, 16) for line in lines for end in line[0].split('-')]
malloc = ctypes.CDLL({library!r})
ulong = lambda name: ctypes.c_ulong.in_dll(malloc, name)
def work():
    torch.ones(3)
ulong('to').value, ulong('from').value = max(ends), min(ends)
thread = threading.Thread(target=work)
thread.start()
thread.join()
ulong('to').value = ulong('from').value = 0
print('refused', ulong('failures').value)
'''
# What a driver's NVML has at least, with one device.
NVML = '''#include <stdio.h>
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { *count = 1; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) { *device = (void*)1; return 0; }
int nvmlDeviceGetUUID(void* device, char* text, unsigned bytes) { snprintf(text, bytes, "GPU-7"); return 0; }
int nvmlDeviceGetName(void* device, char* text, unsigned bytes) { snprintf(text, bytes, "A GPU"); return 0; }
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) { *milliwatts = 71500; return 0; }
'''


class TheWheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        subprocess.run([sys.executable, '-m', 'venv', '--system-site-packages', cls.folder / 'venv'], check=True)
        cls.python, cls.lanescope = cls.folder / 'venv/bin/python', cls.folder / 'venv/bin/lanescope'
        subprocess.run([cls.python, '-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps',
                        os.environ['LANESCOPE_WHEEL']], check=True)
        cls.program = cls.folder / 'program.py'
        cls.program.write_text(PROGRAM)
        cls.session = cls.folder / 'run.lanes'

    def run_program(self, *command):
        # Nothing of ours but what pip has installed.
        return subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=PATIENCE,
                              env={'PATH': os.environ['PATH'], 'HOME': str(self.folder)})

    def record(self, *command):
        self.session.unlink(missing_ok=True)
        result = self.run_program(self.lanescope, 'record', '-o', self.session, '--', *command)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def operators(self):
        rows = self.run_program(self.lanescope, 'stats', self.session, '--top', '0', '--format', 'json').stdout
        return {row['name']: row['calls'] for row in json.loads(rows)}

    def test_the_command_line(self):
        self.assertIn('record', self.run_program(self.lanescope, '--help').stdout)
        self.assertIn('0 lost', self.record(self.python, self.program).stderr)
        self.assertEqual(self.operators()['aten::eye'] // 3, 5)
        said = self.run_program(self.python, '-m', 'lanescope', 'info', self.session).stdout
        self.assertIn('calibrated hook', said)
        trace = self.folder / 'run.json.gz'
        self.run_program(self.lanescope, 'convert', self.session, trace)
        self.assertIn('aten::eye', self.run_program(self.lanescope, 'stats', trace).stdout)
        self.assertIn('aten::eye', self.run_program(self.lanescope, 'search', self.session, '--where', '/^aten::e/').stdout)

    def test_a_console_script(self):
        script = self.folder / 'venv/bin/train'
        script.write_text(f'#!{self.python}\n{PROGRAM}')
        script.chmod(0o755)
        self.record(script)
        self.assertEqual(self.operators()['aten::eye'] // 3, 5)

    def test_import_lanescope(self):
        for options in ((), ('-I',), ('-E',)):
            with self.subTest(options):
                program = self.folder / 'self_recorded.py'
                program.write_text(SELF_RECORDED.format(session=str(self.session)))
                result = self.run_program(self.python, *options, program)
                self.assertEqual((result.returncode, result.stderr), (0, ''))
                self.assertEqual(self.operators()['aten::eye'] // 3, 1)

    def test_a_program_whose_memory_is_full_goes_on(self):
        source, library = self.folder / 'malloc.c', self.folder / 'malloc.so'
        source.write_text(MALLOC)
        subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-fno-builtin', '-o', library, source], check=True)
        program = self.folder / 'out_of_memory.py'
        program.write_text(OUT_OF_MEMORY.format(library=str(library)))
        said = self.record('env', f'LD_PRELOAD={library}', self.python, program)
        self.assertGreater(int(said.stdout.split()[-1]), 0)
        self.assertIn('1 thread', said.stderr)
        self.assertIn('aten::eye', self.operators())
        self.assertNotIn('aten::ones', self.operators())

    def test_tables(self):
        self.record(self.python, self.program)
        said = self.run_program(self.python, '-c', f'import lanescope; run = lanescope.open({str(self.session)!r})\n'
                                'table = run.slices(); print(table["name"].count("aten::eye"), table.__arrow_c_stream__())')
        self.assertRegex(said.stdout, r'^\d+ <capsule object "arrow_array_stream"', said.stderr)

    def test_a_folder_near_the_root(self):
        """As `pip install --target` makes one; a path of one folder cannot be had here, so it is told of one."""
        said = self.run_program(self.python, '-c', 'import pathlib, lanescope.installed as i; print(i.recorder()); '
                                'i.HERE = pathlib.Path("/lanescope"); i.recorder()')
        self.assertTrue(said.stdout.endswith('bundle/bin/lanescope-record\n'))
        self.assertIn('has lost its recorder', said.stderr)

    def test_what_keeps_the_probe_out_is_said(self):
        for option in ('-I', '-E'):
            said = self.record(self.python, option, self.program).stderr
            self.assertIn(f'was started with {option}, which keeps the probe out', said)
        said = self.record('env', '-i', self.python, self.program).stderr
        self.assertIn('its environment was cleared', said)

    def test_nvml_is_asked_by_a_helper_in_it(self):
        source, library = self.folder / 'nvml.c', self.folder / 'libnvidia-ml.so.1'
        source.write_text(NVML)
        subprocess.run(['cc', '-shared', '-fPIC', '-o', library, source], check=True)
        code = 'import lanescope, pathlib; print(*pathlib.Path(lanescope.__file__).parent.rglob("lanescope-nvml"))'
        helper = self.run_program(self.python, '-c', code).stdout.strip()
        with subprocess.Popen([helper, '10'], env={'LD_LIBRARY_PATH': str(self.folder)}, stdout=subprocess.PIPE, text=True) as asked:
            lines = [asked.stdout.readline() for _ in range(3)]
            asked.kill()
        self.assertEqual(lines[0], 'device 0 GPU-7 A GPU\n')
        for line in lines[1:]:
            self.assertRegex(line, r'^value \d+ 0 power_watts 71\.5\n$')

    def test_what_is_in_it(self):
        with zipfile.ZipFile(os.environ['LANESCOPE_WHEEL']) as wheel:
            names = set(wheel.namelist())
        for name in ('lanescope/py.typed', 'lanescope/bundle/bin/lanescope-record',
                     'lanescope/bundle/lib/lanescope/lanescope-nvml', 'lanescope/bundle/lib/lanescope/boot/sitecustomize.py',
                     'lanescope/bundle/lib/lanescope/arrow/liblanescope_table.so',
                     'lanescope/bundle/lib/lanescope/boot/lanescope_probe/liblanescope_probe.so'):
            self.assertIn(name, names)
        self.assertFalse([name for name in names if 'tests' in name or name.endswith('.pyc')])


if __name__ == '__main__':
    unittest.main(verbosity=2)
