#!/usr/bin/env python3
"""lanescope dataset: what DuckDB answers over the Parquet is what the commands say of the files, also after a kill in the middle."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import rank_sessions

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/support'))
import pypi  # noqa: E402

BUILD = Path(os.environ['LANESCOPE_BUILD'])
PROGRAM = BUILD / 'bin/lanescope-record'
DEMO = ROOT / 'resources/demo/gpu.lanes'
QUERIES = ROOT / 'resources/queries'
# Standard input: [folder, queries]. What DuckDB answers.
ASK = """
import json, sys
import duckdb
from lanescope import dataset
folder, queries = json.load(sys.stdin)
connection = duckdb.connect()
for view in dataset.views(folder):
    connection.execute(view)
answers = []
for query in queries:
    found = connection.execute(query)
    names = [column[0] for column in found.description]
    answers.append([dict(zip(names, row)) for row in found.fetchall()])
print(json.dumps(answers, default=float))
"""
# Writes in blocks of one rank, and is killed when the files of the second one have begun to take their names.
KILLED = """
import os, sys
from lanescope import dataset
dataset.RANKS_IN_BLOCK = 1
if sys.argv[1] == 'killed':
    replace, done = os.replace, []
    def dying(part, name):
        replace(part, name)
        done.append(str(name))
        if 'block=1' in str(name) and len([one for one in done if 'block=1' in one]) == 3:
            os.kill(os.getpid(), 9)
    os.replace = dying
dataset.write(sys.argv[3:], sys.argv[2])
"""


def said(*words):
    return json.loads(subprocess.run([str(word) for word in (PROGRAM, *words, '--format', 'json')], capture_output=True, check=True, timeout=200).stdout)


def slices_of(file):
    done = subprocess.run([PROGRAM, 'sql', file, 'select count(*) as n from slice', '--format', 'json'], capture_output=True, check=True, timeout=200)
    return json.loads(done.stdout)[0]['n']


class DataSet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.python, why = pypi.environment('tables-duckdb', 'pyarrow', 'pandas', 'polars', 'numpy', 'duckdb')
        if cls.python is None:
            raise unittest.SkipTest(why)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        job = rank_sessions.Job(5, ranks=3, collectives=12)
        cls.files = [Path(job.write(cls.folder, rank)[0]) for rank in range(3)]
        cls.data = cls.folder / 'data'
        cls.write(cls.files, '--job', 'three')
        cls.write([DEMO], '--job', 'de mo')

    @classmethod
    def write(cls, files, *options, code=0, python=None):
        done = subprocess.run([str(word) for word in (PROGRAM, 'dataset', *files, '-o', cls.data, '--python', python or cls.python, *options)],
                              capture_output=True, text=True, timeout=200, check=False)
        assert done.returncode == code, done.stderr
        return done.stderr

    def python_says(self, code, *words, given='', code_is=0):
        done = subprocess.run([self.python, '-c', code, *map(str, words)], input=given, capture_output=True, text=True, timeout=200, check=False,
                              env=os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python')})
        self.assertEqual(done.returncode, code_is, done.stderr[-3000:])
        return done.stdout

    def ask(self, *queries, data=None):
        return json.loads(self.python_says(ASK, given=json.dumps([str(data or self.data), queries])))

    def test_queries_answer_as_the_commands_do(self):
        names = ('stragglers', 'exposed_communication', 'slowest_layers', 'memory_by_rank', 'drift_over_steps')
        self.assertEqual(sorted(names), sorted(file.stem for file in QUERIES.glob('*.sql')))
        late, exposed, layers, memory, drift = self.ask(*((QUERIES / f'{name}.sql').read_text() for name in names))
        ranks = said('ranks', *self.files)
        self.assertEqual({str(row['rank']): row['caused_ns'] for row in late if row['job'] == 'three'}, ranks['caused'])
        self.assertEqual({str(row['rank']): (row['communication_ns'], row['exposed_ns']) for row in exposed if row['job'] == 'three'},
                         {rank: (of['communication_ns'], of['exposed_ns']) for rank, of in ranks['overlap'].items()})
        modules = {}
        for row in said('stats', DEMO, '--by', 'module', '--top', '0'):
            calls, device, cpu = modules.get(row['name'], (0, 0, 0))
            modules[row['name']] = (calls + row['calls'], device + row['self_device_ns'], cpu + row['self_cpu_ns'])
        found = {row['name']: (row['calls'], row['device_ns'], row['cpu_ns']) for row in layers if row['job'] == 'de mo'}
        self.assertEqual(found, {name: modules[name] for name in found})
        self.assertEqual(len(found), min(50, len(modules) - ('' in modules)))
        peak = said('memory', DEMO)['devices']['1:0']
        self.assertEqual([(row['allocated_bytes'], row['reserved_bytes']) for row in memory], [(peak['peak_allocated'], peak['peak_reserved'])])
        steady = [row['range_ns'] for row in said('stats', DEMO, '--by', 'step_time', '--top', '0') if row['kind'] == 'steady']
        self.assertEqual(sum(row['steps'] for row in drift), len(steady))
        self.assertAlmostEqual(sum(row['steps'] * row['mean_ns'] for row in drift), sum(steady), delta=1)

    def test_tables_have_every_row_of_every_rank(self):
        for rank, file in enumerate(self.files):
            kernels, slices, offset = self.ask(f"select name, calls, total_ns from kernels where job = 'three' and rank = {rank}",
                                               f"select name, begin_ns, duration_ns from slices where job = 'three' and rank = {rank}",
                                               f"select offset_ns, host, session from ranks where job = 'three' and rank = {rank}")
            self.assertEqual([tuple(row.values()) for row in kernels],
                             [(row['name'], row['calls'], row['total_ns']) for row in said('stats', file, '--by', 'kernel', '--top', '0')])
            self.assertEqual(len(slices), slices_of(file))
            self.assertEqual([row['begin_ns'] for row in slices], sorted(row['begin_ns'] for row in slices))
            self.assertEqual((offset[0]['offset_ns'], offset[0]['session']), (said('ranks', *self.files)['ranks'][rank]['offset_ns'], file.name))
        manifest = json.loads((self.data / 'manifest.json').read_text())
        self.assertEqual((manifest['schema'], sorted(manifest['jobs']), manifest['jobs']['three']['ranks']), (1, ['de mo', 'three'], 3))
        for job, entry in manifest['jobs'].items():
            for name, file in [pair for block in (*entry['blocks'].values(), entry) for pair in block['files'].items()]:
                self.assertEqual(self.ask(f"select count(*) as n from read_parquet('{self.data}/{file['file']}')")[0][0]['n'], file['rows'], (job, name))
        # Engines leave out row groups by their statistics.
        groups, = self.ask(f"select row_group_id, stats_min_value as low, stats_max_value as high from parquet_metadata('{self.data}/slices/job=three/block=0/"
                           "part.parquet') where path_in_schema = 'rank' order by row_group_id")
        self.assertEqual([(int(row['low']), int(row['high'])) for row in groups], [(0, 0), (1, 1), (2, 2)])

    def test_a_killed_run_goes_on(self):
        data = self.folder / 'killed'
        self.python_says(KILLED, 'killed', data, *self.files, code_is=-9)
        first = data / 'slices/job=job/block=0/part.parquet'
        before = first.stat().st_mtime_ns
        self.python_says(KILLED, 'again', data, *self.files)
        self.assertEqual(first.stat().st_mtime_ns, before)  # a block that was whole is not read again
        tables = ('slices', 'kernels', 'steps', 'collectives', 'ranks')
        counts = [f'select count(*) as n from {name}' for name in tables]
        whole = [f"select count(*) as n from {name} where job = 'three'" for name in tables]
        self.assertEqual(self.ask(*counts, data=data), self.ask(*whole))
        # Nothing has changed, and nothing is written; a rank that is no more goes.
        self.python_says(KILLED, 'again', data, *self.files[:2])
        self.assertEqual(self.ask('select distinct rank from slices order by 1', data=data), [[{'rank': 0}, {'rank': 1}]])
        self.assertEqual(sorted(path.name for path in data.rglob('.*')), [])

    def test_ranks_of_one_session_are_told_apart(self):
        session = ROOT.parent / 'shared/device/ddp.lanes'
        if not session.exists():
            self.skipTest(f'{session} is not there')
        data = self.folder / 'one'
        self.python_says(KILLED, 'again', data, session)
        ranks, counts = self.ask('select rank from ranks order by 1', 'select rank, count(*) as n from slices group by rank order by 1', data=data)
        found = said('ranks', session)['ranks']
        self.assertEqual([row['rank'] for row in ranks], [row['rank'] for row in found])
        self.assertEqual(sum(row['n'] for row in counts), slices_of(session))
        self.assertLessEqual({row['rank'] for row in ranks}, {row['rank'] for row in counts})

    def test_what_cannot_be_done_is_said(self):
        self.assertIn('nowhere.lanes', self.write(['/nowhere.lanes'], code=1))
        self.assertIn('becomes a folder', self.write([DEMO], '--job', '../up', code=1))
        self.assertIn('could not be started', self.write([DEMO], code=1, python='/nowhere/python'))
        strange = self.folder / 'strange'
        strange.mkdir()
        (strange / 'file').touch()
        done = subprocess.run([PROGRAM, 'dataset', DEMO, '-o', strange, '--python', self.python], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, sorted(path.name for path in strange.iterdir())), (1, ['file']))
        self.assertIn('not empty', done.stderr)


if __name__ == '__main__':
    unittest.main(verbosity=2)
