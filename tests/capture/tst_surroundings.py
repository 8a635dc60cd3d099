#!/usr/bin/env python3
"""A program is recorded whole beside what else may be in it: other allocators, the address sanitizer, Python's development mode, its own
profilers and coverage. Each says the same of the same program; what is not installed is skipped by name."""
import json
import os
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import RECORDER, pythons, versions

PATIENCE = 300
PROGRAM = """
import threading
import torch

def work():
    net = torch.nn.Linear(8, 8)
    for _ in range(20):
        net(torch.ones(4, 8)).sum().backward()

threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
work()
print('whole')
"""
OWN_PROFILER = PROGRAM.replace('\nwork()\n', """
import torch.profiler
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], record_shapes=True) as profiler:
    work()
assert [row.count for row in profiler.key_averages() if row.key == 'aten::linear'] == [20], profiler.key_averages()
""")
LIBRARIES = ('libjemalloc.so.2', 'libtcmalloc_minimal.so.4', 'libasan.so')
FOLDERS = [*os.environ.get('LANESCOPE_ALLOCATORS', '').split(':'), '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']


def library(name):
    """Where it is, or nothing."""
    for folder in filter(None, FOLDERS):
        if Path(folder, name).exists():
            return str(Path(folder, name))
    asked = subprocess.run(['gcc', f'-print-file-name={name}'], capture_output=True, text=True, check=False).stdout.strip()
    return os.path.realpath(asked) if os.path.isabs(asked) else None


class Surroundings(unittest.TestCase):
    python = None

    @classmethod
    def setUpClass(cls):
        cls.alone = cls.recorded(PROGRAM)

    @classmethod
    def recorded(cls, program, *options, **variables):
        """How often each operator was called, of the program's three threads together."""
        with tempfile.TemporaryDirectory() as folder:
            file, session, trace = Path(folder) / 'program.py', Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            file.write_text(program)
            words = [word.format(folder=folder) for word in options]
            given = [f'{name}={value}' for name, value in variables.items()]
            run = subprocess.run([RECORDER, 'record', '-o', session, '--', 'env', *given, cls.python, *words, file], capture_output=True,
                                 text=True, timeout=PATIENCE, check=False, cwd=folder)
            assert run.returncode == 0 and run.stdout.endswith('whole\n'), run.stderr
            assert ', 0 lost\n' in run.stderr and 'not recorded' not in run.stderr, run.stderr
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            events = json.loads(trace.read_text())['traceEvents']
        assert sum('program.py' in event.get('args', {}).get('Call stack', '') for event in events) > 60, 'no stacks'
        return Counter(event['name'] for event in events if event.get('cat') == 'cpu_op' and ('Backward' in event['name'] or event['name'] in (
            'aten::linear', 'aten::addmm', 'aten::sum', 'aten::ones')))

    def test_what_it_is_alone(self):
        self.assertEqual((self.alone['aten::linear'], self.alone['aten::ones']), (60, 60))

    def test_development_mode(self):
        self.assertEqual(self.recorded(PROGRAM, '-X', 'dev', '-W', 'ignore'), self.alone)

    def test_the_profiler_of_python(self):
        self.assertEqual(self.recorded(PROGRAM, '-m', 'cProfile', '-o', '{folder}/profile'), self.alone)

    def test_the_profiler_of_torch(self):
        self.assertEqual(self.recorded(OWN_PROFILER), self.alone)

    def test_coverage(self):
        if subprocess.run([self.python, '-c', 'import coverage'], capture_output=True, check=False).returncode != 0:
            self.skipTest('no coverage in this environment')
        self.assertEqual(self.recorded(PROGRAM, '-m', 'coverage', 'run', '--data-file={folder}/coverage'), self.alone)

    def test_other_allocators(self):
        found = [path for path in map(library, LIBRARIES) if path]
        if not found:
            self.skipTest(f'none of {", ".join(LIBRARIES)} is installed')
        for path in found:
            with self.subTest(path):
                self.assertEqual(self.recorded(PROGRAM, LD_PRELOAD=path, ASAN_OPTIONS='detect_leaks=0:verify_asan_link_order=0'), self.alone)


def load_tests(loader, _tests, _pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        suite.addTests(loader.loadTestsFromTestCase(type(f'Surroundings ({versions(python)[0]})', (Surroundings,), {'python': python})))
    return suite


if __name__ == '__main__':
    unittest.main(verbosity=2)
