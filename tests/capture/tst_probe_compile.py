#!/usr/bin/env python3
"""The probe while torch.compile traces and compiles: a minute or two per torch, with those that have it (2.x)."""
import json
import re
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import PROGRAMS, RECORDER, Capture, pythons, versions
from tst_probe import aten_calls, profiled_calls


def by_name(calls):
    total = Counter()
    for (name, _), count in calls.items():
        total[name] += count
    return total


class Compile(unittest.TestCase):
    python = None

    def check(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            events = Path(folder) / 'events.json'
            capture = Capture(self.python, 'compiled.py', events, *options,
                              environment={'TORCHINDUCTOR_CACHE_DIR': folder})
            self.assertEqual(capture.code, 0, capture.stderr)
            seen = profiled_calls(json.loads(events.read_text()))
        self.assertEqual(capture.lost, 0, capture.stderr)
        main = capture.named('all of it')[0]
        ours = aten_calls(o for o in capture.operators if o['process'] == main['process'] and o['tid'] == main['tid'])
        self.assertGreater(sum(seen.values()), 1000)
        if options:
            seen, ours = by_name(seen), by_name(ours)
        self.assertEqual(seen - ours, Counter())
        return capture

    def test_every_call_while_tracing_and_after(self):
        capture = self.check()
        self.assertGreater(len({o['stack'] for o in capture.operators}), 1000)
        regions = [o for o in capture.operators if 'Compiled' in o['op']]
        self.assertTrue(regions)
        outermost = {capture.frames(o)[-1][:2] for o in regions if o['stack']}
        self.assertEqual(outermost, {('compiled.py', '<module>')})

    def test_compilations_recompilations_and_breaks_are_told_with_their_reasons(self):
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            run = subprocess.run([RECORDER, 'record', '-o', session, '--', self.python, PROGRAMS / 'compiles.py'], capture_output=True,
                                 text=True, timeout=600, check=False)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(re.findall('raph', run.stdout + run.stderr), [])  # nothing is said that torch would not have said
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            events = json.loads(trace.read_text())['traceEvents']
        graphs, breaks = map(int, run.stdout.split())
        told = [event for event in events if event.get('ph') == 'X' and event.get('args', {}).get('Domain') == 'torch.compile']
        of = lambda word: [event['name'] for event in told if event['name'].startswith(word)]
        self.assertEqual(len(of('Graph break at ')), breaks)
        self.assertRegex(of('Graph break at ')[0], r'compiles\.py:\d+: '
                         r"(Call to `torch\._dynamo\.graph_break\(\)`|'skip function graph_break in file)")  # as torch words it
        self.assertEqual([name.split(' at ')[0] for name in of('Recompiles')], ['Recompiles whole'] * 2)
        self.assertRegex(of('Recompiles')[0], r'compiles\.py:\d+: .*size')
        self.assertGreaterEqual(len(of('Compiles ')), graphs)
        self.assertEqual([event for event in told if 'lanescope_probe' in event['args'].get('Call stack', '')], [])
        # On a row of their own, too, where they count in no sum.
        row = [event for event in events if event.get('cat') == 'compilation']
        same = lambda some: sorted((event['ts'], event['dur'], event['name']) for event in some)
        self.assertEqual(same(row), same(told))
        self.assertEqual({event['tid'] for event in row}, {'Compilation'})
        self.assertGreater(min(event['dur'] for event in told if event['name'].startswith('Compiles ')), 0)

    def test_sizes_that_are_symbols(self):
        """Sizes that are no numbers read as none or as one empty vector, so only names and counts are compared."""
        self.check('dynamic')


def load_tests(loader, _, pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        text, numbers = versions(python)
        if numbers >= (2, 0):
            suite.addTests(loader.loadTestsFromTestCase(type(f'Compile ({text})', (Compile,), {'python': python})))
        else:
            print(f'{text}: has no torch.compile, not tested here')
    return suite


if __name__ == '__main__':
    unittest.main(verbosity=2)
