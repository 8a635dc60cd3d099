#!/usr/bin/env python3
"""lanescope metrics and record --metrics: the parsers of prometheus_client take the text, and its figures are those of other commands."""
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/support'))
import pypi  # noqa: E402

BUILD = Path(os.environ['LANESCOPE_BUILD'])
PROGRAM = BUILD / 'bin/lanescope-record'
DEMO = ROOT / 'resources/demo/gpu.lanes'
DASHBOARD = ROOT / 'resources/grafana-dashboard.json'
SOURCE = ROOT / 'model/base/OpenMetrics.cpp'
# Both parsers' samples: OpenMetrics's own, and that of Prometheus's text, which node_exporter reads files with.
PARSE = """
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as strict
from prometheus_client.parser import text_string_to_metric_families as plain
text = sys.stdin.read()
told = lambda parser: sorted((sample.name, sorted(sample.labels.items()), sample.value) for family in parser(text) for sample in family.samples)
assert [sample for sample in told(strict)] == [sample for sample in told(plain)], (told(strict), told(plain))
print(json.dumps({'samples': told(strict), 'types': {family.name: [family.type, family.unit] for family in strict(text)}}))
"""
TRAIN = """
import torch
from torch.utils.data import DataLoader
net = torch.nn.Linear(64, 64)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in DataLoader(torch.rand(120, 64), batch_size=10):
    net(batch).sum().backward()
    optimizer.step()
"""


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=200, check=False)


class Metrics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.python, why = pypi.environment('metrics', 'prometheus_client')
        if cls.python is None:
            raise unittest.SkipTest(why)

    def parsed(self, text):
        done = subprocess.run([self.python, '-c', PARSE], input=text, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:] + text)
        told = json.loads(done.stdout)
        return {(name, *(f'{key}={value}' for key, value in labels if key in ('quantile', 'device', 'rank'))): value
                for name, labels, value in told['samples']}, told['types']

    def of(self, *words):
        done = run(PROGRAM, 'metrics', *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.parsed(done.stdout)

    def test_figures_are_those_of_the_other_commands(self):
        found, types = self.of(DEMO)
        overview = json.loads(run(PROGRAM, 'overview', DEMO, '--scope', 'steady', '--format', 'json').stdout)
        memory = json.loads(run(PROGRAM, 'memory', DEMO, '--format', 'json').stdout)
        self.assertEqual(types['lanescope_step_seconds'], ['summary', 'seconds'])
        self.assertEqual(types['lanescope_gpu_energy_joules'], ['counter', 'joules'])
        steady, seconds = overview['steady'], overview['range_ns'] / 1e9
        self.assertEqual(found['lanescope_step_seconds_count',], steady['steps'])
        self.assertAlmostEqual(found['lanescope_step_seconds', 'quantile=0.5'], steady['median_ns'] / 1e9)
        self.assertAlmostEqual(found['lanescope_step_seconds', 'quantile=0.95'], steady['p95_ns'] / 1e9)
        self.assertAlmostEqual(found['lanescope_session_seconds',], seconds)
        self.assertAlmostEqual(found['lanescope_data_wait_ratio',] * seconds, overview['split_ns']['data_loading'] / 1e9)
        gpu = overview['devices']['0']
        self.assertAlmostEqual(found['lanescope_gpu_busy_ratio',] * seconds, gpu['busy_ns'] / 1e9)
        self.assertAlmostEqual(found['lanescope_gpu_communication_ratio',] * seconds, gpu['communication_ns'] / 1e9)
        self.assertAlmostEqual(found['lanescope_gpu_exposed_communication_ratio',] * seconds, (gpu['communication_ns'] - gpu['overlap_ns']) / 1e9)
        whole, _ = self.of(DEMO, '--scope', 'all')
        self.assertEqual(whole['lanescope_memory_peak_bytes', 'device=cuda:0'], memory['devices']['1:0']['peak_allocated'])
        self.assertEqual(whole['lanescope_lost_records_total',], 0)
        energy = json.loads(run(PROGRAM, 'sql', DEMO, "select max(value) - min(value) as j from counter c join counter_track t on t.id = c.track_id "
                                f"where t.name like 'Energy%' and c.ts between {steady['begin_ns']} and {steady['end_ns']}", '--format', 'json').stdout)[0]['j']
        self.assertAlmostEqual(found['lanescope_gpu_energy_joules_total',], energy)

    def test_ranks_have_samples_of_their_own(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for rank in (0, 1):
                files.append(Path(folder) / f'rank{rank}.json')
                events = [{'ph': 'X', 'cat': 'user_annotation', 'name': f'ProfilerStep#{step}', 'pid': 1, 'tid': 1, 'ts': step * 1000,
                           'dur': 1000 + rank * 100} for step in range(8)]
                events += [{'ph': 'X', 'cat': 'kernel', 'name': name, 'pid': 0, 'tid': 7, 'ts': begin, 'dur': 1000, 'args': {'device': 0, 'stream': 7}}
                           for name, begin in (('ncclDevKernel_AllReduce_Sum_f32', 2000), ('gemm "quoted"\\n', 3000))]
                files[-1].write_text(json.dumps({'traceEvents': events, 'distributedInfo': {'rank': rank, 'world_size': 2}}))
            found, _ = self.of(*files, '--scope', 'all')
        for rank in ('rank=0', 'rank=1'):
            self.assertAlmostEqual(found['lanescope_gpu_exposed_communication_ratio', rank] * found['lanescope_session_seconds',], 0.001)
            self.assertIn(('lanescope_step_seconds', 'quantile=0.95', rank), found)

    def test_a_recording_rewrites_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file, session, program = Path(folder) / 'lanescope.prom', Path(folder) / 'run.lanes', Path(folder) / 'train.py'
            program.write_text(TRAIN)
            seen = Path(folder) / 'seen'
            done = run(PROGRAM, 'record', '--metrics', file, '-o', session, '--', '/bin/sh', '-c',
                       f'cp {file} {seen}; exec /usr/bin/python3 {program}')
            self.assertEqual(done.returncode, 0, done.stderr)
            first, _ = self.parsed(seen.read_text())
            last, _ = self.parsed(file.read_text())
            self.assertEqual((first['lanescope_recording',], last['lanescope_recording',]), (1, 0))
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o644)  # whoever scrapes is another user
            self.assertEqual([path.name for path in Path(folder).iterdir() if path.name.endswith('.part')], [])
            self.assertEqual(last['lanescope_lost_records_total',], 0)
            self.assertEqual(last['lanescope_step_seconds_count',], 11)  # from the first step of the optimizer on
            whole, _ = self.of(session, '--scope', 'all')
        waited = [found['lanescope_data_wait_ratio',] * found['lanescope_session_seconds',] for found in (last, whole)]
        self.assertGreater(waited[0], 0)
        self.assertAlmostEqual(waited[0], waited[1], delta=waited[1] / 50)

    def test_the_file_is_where_the_command_was_given(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / 'inside').mkdir()
            done = subprocess.run([PROGRAM, 'record', '--metrics', 'lanescope.prom', '--folder', 'inside', '-o', 'run.lanes', '--', 'pwd'], cwd=folder,
                                  capture_output=True, text=True, timeout=200, check=False)
            self.assertEqual((done.returncode, done.stdout.strip()), (0, str(Path(folder).resolve() / 'inside')), done.stderr)
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), ['inside', 'lanescope.prom', 'run.lanes'])

    def test_what_cannot_be_written_is_said_before_the_program_starts(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(Path(folder) / 'pipe')
            for name, why in (('none/lanescope.prom', 'No such file'), ('pipe', 'is no file'), ('.', 'is no file')):
                done = run(PROGRAM, 'record', '--metrics', Path(folder) / name, '-o', Path(folder) / 'run.lanes', '--', 'touch', Path(folder) / 'ran')
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(why, done.stderr)
            self.assertFalse((Path(folder) / 'ran').exists())
            # One that goes away while it is recorded harms nothing.
            place = Path(folder) / 'place'
            place.mkdir()
            done = run(PROGRAM, 'record', '--metrics', place / 'lanescope.prom', '-o', Path(folder) / 'run.lanes', '--',
                       '/bin/sh', '-c', f'rm -r {place}; exit 7')
            self.assertEqual(done.returncode, 7, done.stderr)

    def test_the_dashboard_asks_for_what_is_written(self):
        written = set(re.findall(r'\{"(lanescope_\w+)", "(\w+)"', SOURCE.read_text()))
        names = {name + ('_total' if kind == 'counter' else '') for name, kind in written}
        names |= {name + suffix for name, kind in written if kind == 'summary' for suffix in ('_count', '_sum')}
        asked = set()
        panels = json.loads(DASHBOARD.read_text())['panels']
        for target in (target for panel in panels for target in panel['targets']):
            asked |= set(re.findall(r'lanescope_\w+', target['expr']))
        self.assertEqual(asked - names, set())
        self.assertEqual({name for name, kind in written} - {re.sub('_total$', '', name) for name in asked} - {'lanescope_session_seconds'}, set())


if __name__ == '__main__':
    unittest.main(verbosity=2)
