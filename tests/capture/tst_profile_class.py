#!/usr/bin/env python3
"""lanescope.profile where torch.profiler.profile was: the same names, calls, shapes and bytes, and the same turns."""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, pythons, versions

sys.path.insert(0, str(BUILD / 'lib/lanescope/python'))
import lanescope  # noqa: E402

ENVIRONMENT = os.environ | {'LANESCOPE_PACKAGE': str(BUILD / 'lib/lanescope/python')}


def calls(rows, version):
    """By name and shapes. Operators' own bytes too, but of a torch that keeps their moments in rounded microseconds; those of
    ranges are not, in which torch takes functions of Python for children, and memory of no operator is a row of its own."""
    exact = version >= (2, 10)
    return sorted((key, str([[] if shape and isinstance(shape[0], list) else shape for shape in shapes or []]), count,
                   own if exact and key.startswith('aten::') else 0) for key, shapes, count, _, own, _ in rows if key != '[memory]')


class TheClass(unittest.TestCase):
    maxDiff = 4000

    def test_it_says_what_torch_says(self):
        for python in pythons():
            name, version = versions(python)
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.check(python, version, Path(folder))

    def check(self, python, version, folder):
        result = subprocess.run([python, PROGRAMS / 'profiled.py', folder], env=ENVIRONMENT, timeout=900, text=True,
                                capture_output=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        theirs, ours = (json.loads((folder / f'{module}.said').read_text()) for module in ('torch.profiler', 'lanescope'))
        self.assertEqual(ours['missing'], [], 'names of torch.profiler that lanescope lacks')
        for grouped in ('names', 'shapes'):
            found = calls(ours['whole'][grouped], version)
            self.assertGreater(sum(row[2] for row in found), 150)
            self.assertEqual(found, calls(theirs['whole'][grouped], version))
        self.assertEqual([step for step, _ in ours['scheduled']], [step for step, _ in theirs['scheduled']])
        for (_, mine), (_, its) in zip(ours['scheduled'], theirs['scheduled']):
            self.assertEqual(calls(mine, version), calls(its, version))
        self.check_exports(ours['whole'], folder)
        self.check_tables(folder / 'lanescope.lanes')

    def check_exports(self, said, folder):
        self.assertIn('Self CPU time total', said['table'])
        self.assertEqual(len(said['table'].splitlines()), 5 + 3 + 2)
        with gzip.open(folder / 'lanescope.json.gz') as file:
            trace = json.load(file)
        self.assertEqual((trace['run'], trace['sizes']), ('17', [2, 3]))
        self.assertTrue(any(event['name'] == 'aten::addmm' for event in trace['traceEvents']))
        stacks = (folder / 'lanescope.stacks').read_text().splitlines()
        self.assertTrue(any('profiled.py' in line and line.rsplit(' ', 1)[1].isdigit() for line in stacks))
        times, sizes = json.loads((folder / 'lanescope.memory.json').read_text())
        self.assertEqual(len(times), len(sizes))
        self.assertEqual(times, sorted(times))
        self.assertGreater(max(sizes), 4 * 3 * 8 * 8 * 2)

    def check_tables(self, session):
        """lanescope.open(), in this process, which has no torch."""
        opened = lanescope.open(session)
        operators, slices, memory = opened.operators(), opened.slices(), opened.memory()
        called = dict(zip(operators['name'], operators['calls']))
        self.assertEqual(called['aten::mm'], slices['name'].count('aten::mm'))
        self.assertEqual(len(slices['begin_ns']), len(slices['name']))
        self.assertGreater(max(memory['bytes']), 0)
        self.assertEqual((opened.kernels().rows, opened.kernels()['name']), (0, []))
        self.assertNotIn('torch', sys.modules)
        with self.assertRaisesRegex(lanescope.LanescopeError, 'nowhere.lanes'):
            lanescope.open('nowhere.lanes')


if __name__ == '__main__':
    unittest.main(verbosity=2)
