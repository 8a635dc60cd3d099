#!/usr/bin/env python3
"""Tables of a session in pandas, polars and Arrow, each the real one, where an interpreter has it (LANESCOPE_PYTHONS names those with
more than torch)."""
import os
import subprocess
import unittest
from pathlib import Path

from captured import BUILD, pythons

SESSION = Path(__file__).resolve().parents[2] / 'resources/demo/gpu.lanes'
SOURCE = f"""
import json, sys
import lanescope
run = lanescope.open({str(SESSION)!r})
tables = {{'operators': run.operators(), 'kernels': run.kernels(), 'slices': run.slices(), 'memory': run.memory()}}
tables |= {{by: run.operators(by=by) for by in ('shapes', 'module', 'stack', 'step', 'thread', 'category')}}
"""
ARROW = """
for name, table in tables.items():
    made = table.to_arrow()
    assert made.column_names == list(table) and made.num_rows == len(next(iter(table.values()), [])), name
    assert all(made[key].to_pylist() == table[key] for key in ('name', 'calls') if key in table), name
assert str(tables['slices'].to_arrow().schema.field('begin_ns').type) == 'int64'
assert str(tables['stack'].to_arrow().schema.field('stack').type) in ('list<item: string>', 'list<element: string>')
assert [json.loads(text) for text in tables['slices'].to_arrow()['arguments'].to_pylist()] == tables['slices']['arguments']
"""
POLARS = """
import polars
for name, table in tables.items():
    made = table.to_polars()
    assert made.columns == list(table) and made.height == len(next(iter(table.values()), [])), name
    assert all(made[key].to_list() == table[key] for key in ('name', 'calls') if key in table), name
slices = tables['slices'].to_polars()
assert slices['duration_ns'].dtype == polars.Int64
assert slices.filter(polars.col('category') == 'kernel')['duration_ns'].sum() == sum(
    ns for ns, category in zip(tables['slices']['duration_ns'], tables['slices']['category']) if category == 'kernel')
"""
PANDAS = """
for name, table in tables.items():
    made = table.to_pandas()
    assert list(made.columns) == list(table) and len(made) == len(next(iter(table.values()), [])), name
    assert all(list(made[key]) == table[key] for key in ('name', 'calls') if key in table), name
kernels = tables['kernels'].to_pandas()
assert kernels['total_ns'].sum() == sum(tables['kernels']['total_ns']) > 0
"""


class Tables(unittest.TestCase):
    def check(self, library, code):
        for python in pythons():
            if subprocess.run([python, '-c', f'import {library}'], capture_output=True, check=False).returncode == 0:
                break
        else:
            self.skipTest(f'no interpreter here has {library}')
        result = subprocess.run([python, '-c', SOURCE + code], capture_output=True, text=True, timeout=600, check=False,
                                env=os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python')})
        self.assertEqual(result.returncode, 0, result.stderr[-3000:])

    def test_arrow(self):
        self.check('pyarrow', ARROW)

    def test_polars(self):
        self.check('polars', POLARS)

    def test_pandas(self):
        self.check('pandas', PANDAS)


if __name__ == '__main__':
    unittest.main(verbosity=2)
