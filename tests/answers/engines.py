#!/usr/bin/env python3
"""The queries of resources/queries by DuckDB, Spark and Ray Data over one data set: all say the same, and what `lanescope ranks` and
`lanescope stats` say. `./test engines` runs it: the packages are 1 GB, and Spark wants a Java runtime (default-jre-headless)."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import rank_sessions

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/support'))
import pypi  # noqa: E402

BUILD = Path(os.environ.get('LANESCOPE_BUILD') or ROOT / 'build')
PROGRAM = BUILD / 'bin/lanescope-record'
QUERIES = {file.stem: file.read_text() for file in sorted((ROOT / 'resources/queries').glob('*.sql'))}
# Each prints a JSON object: query -> rows, numbers as they are.
DUCKDB = """
import json, sys, duckdb
from lanescope import dataset
folder, queries = json.load(sys.stdin)
connection = duckdb.connect()
for view in dataset.views(folder):
    connection.execute(view)
def answer(query):
    found = connection.execute(query)
    return [dict(zip([column[0] for column in found.description], row)) for row in found.fetchall()]
print(json.dumps({name: answer(query) for name, query in queries.items()}, default=float))
"""
SPARK = """
import json, sys
from pathlib import Path
from pyspark.sql import SparkSession
folder, queries = json.load(sys.stdin)
spark = SparkSession.builder.master('local[2]').config('spark.ui.enabled', 'false').config('spark.driver.bindAddress', '127.0.0.1').config(
    'spark.driver.host', '127.0.0.1').config('spark.sql.shuffle.partitions', '2').getOrCreate()
for table in Path(folder).iterdir():
    if table.is_dir():
        spark.read.option('mergeSchema', 'true').parquet(str(table)).createOrReplaceTempView(table.name)
print(json.dumps({name: [row.asDict() for row in spark.sql(query).collect()] for name, query in queries.items()}, default=float))
"""
# Ray Data has no SQL: the same by its own operations.
RAY = """
import json, os, sys, ray
folder, queries = json.load(sys.stdin)
ray.init(num_cpus=2, object_store_memory=200 << 20, include_dashboard=False, log_to_driver=False, logging_level='error')
ray.data.DataContext.get_current().enable_progress_bars = False
read = lambda table: ray.data.read_parquet(os.path.join(folder, table))
late = read('collectives').groupby(['job', 'last_rank']).sum('wait_ns').take_all()
peaks = read('memory').groupby(['job', 'rank', 'device_type', 'device']).max('total_allocated_bytes').take_all()
told = {'stragglers': [{'job': row['job'], 'rank': row['last_rank'], 'caused_ns': row['sum(wait_ns)']} for row in late if row['sum(wait_ns)'] > 0],
        'memory_by_rank': [{'job': row['job'], 'rank': row['rank'], 'device': row['device'], 'allocated_bytes': row['max(total_allocated_bytes)']}
                           for row in peaks if row['max(total_allocated_bytes)'] is not None],
        'exposed_communication': read('ranks').select_columns(['job', 'rank', 'communication_ns', 'exposed_ns']).take_all()}
print(json.dumps(told, default=float))
"""


class Engines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.python, why = pypi.environment('engines', 'pyarrow', 'duckdb', 'pyspark', 'ray[data]')
        if cls.python is None:
            raise unittest.SkipTest(why)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        job = rank_sessions.Job(11, ranks=4, collectives=20)
        cls.files = [job.write(cls.folder, rank)[0] for rank in range(4)]
        cls.data = cls.folder / 'data'
        for name, files in (('four', cls.files), ('demo', [ROOT / 'resources/demo/gpu.lanes'])):
            subprocess.run([str(word) for word in (PROGRAM, 'dataset', *files, '-o', cls.data, '--job', name, '--python', cls.python)], check=True,
                           capture_output=True, timeout=200)
        cls.expected = cls.by(DUCKDB)

    @classmethod
    def by(cls, code):
        begin = time.monotonic()
        done = subprocess.run([cls.python, '-c', code], input=json.dumps([str(cls.data), QUERIES]), capture_output=True, text=True, timeout=500,
                              check=False, env=os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python'), 'HOME': str(cls.folder),
                                                             'RAY_USAGE_STATS_ENABLED': '0', 'RAY_TMPDIR': str(cls.folder)})
        assert done.returncode == 0, done.stderr[-4000:]
        print(f'{time.monotonic() - begin:.1f} s', file=sys.stderr)
        return json.loads(done.stdout.splitlines()[-1])

    def assert_same(self, found, expected, name):
        key = lambda row: json.dumps([value for value in row.values() if isinstance(value, (str, int))], default=str)
        found, expected = sorted(found, key=key), sorted(expected, key=key)
        self.assertEqual(len(found), len(expected), name)
        for one, other in zip(found, expected):
            self.assertEqual(list(one), list(other), name)
            for column in one:
                if isinstance(other[column], (int, float)):
                    self.assertAlmostEqual(float(one[column]), float(other[column]), delta=1e-9 * abs(float(other[column])) + 1e-6, msg=(name, column))
                else:
                    self.assertEqual(one[column], other[column], name)

    def test_duckdb_says_what_the_commands_do(self):
        ranks = json.loads(subprocess.run([PROGRAM, 'ranks', *self.files, '--format', 'json'], capture_output=True, check=True, timeout=200).stdout)
        self.assertEqual({str(row['rank']): row['caused_ns'] for row in self.expected['stragglers']},
                         {rank: caused for rank, caused in ranks['caused'].items() if caused > 0})
        self.assertEqual({str(row['rank']): row['exposed_ns'] for row in self.expected['exposed_communication'] if row['job'] == 'four'},
                         {rank: of['exposed_ns'] for rank, of in ranks['overlap'].items()})

    @unittest.skipUnless(shutil.which('java'), 'Spark wants a Java runtime: apt-get install default-jre-headless')
    def test_spark(self):
        found = self.by(SPARK)
        self.assertEqual(list(found), list(QUERIES))
        for name in QUERIES:
            self.assert_same(found[name], self.expected[name], name)

    def test_ray_data(self):
        for name, rows in self.by(RAY).items():
            columns = list(rows[0])
            self.assert_same(rows, [{column: row[column] for column in columns} for row in self.expected[name]], name)


if __name__ == '__main__':
    unittest.main(verbosity=2)
