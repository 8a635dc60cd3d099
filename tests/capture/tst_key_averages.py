#!/usr/bin/env python3
"""The operator table of an own capture is torch.profiler's key_averages(group_by_input_shape=True) of the same step of the
same run: names, shapes and calls are exact, with every torch that is installed."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'model/reference'))
import stats_truth  # noqa: E402

# torch 1 enters a range by an operator of its own, which makes a tensor: for the step that is before the step.
ENTRY = Counter({('aten::zeros', '[[], [], [], [], []]'): 1, ('aten::zero_', '[[1]]'): 1,
                 ('aten::empty', '[[], [], [], [], [], []]'): 1})


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=900).stdout


def flat(shapes):
    """torch's table has no shapes for lists of tensors, and none behind the last input that has some"""
    return json.dumps([[] if shape and isinstance(shape[0], list) else shape for shape in shapes])


class TheTable(unittest.TestCase):
    maxDiff = 4000

    def test_calls_by_name_and_shapes(self):
        for python in pythons():
            name, version = versions(python)
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                self.check(python, version, Path(folder))

    def check(self, python, version, folder):
        table, session, chrome = folder / 'table.json', folder / 'run.lanes', folder / 'run.json'
        run(RECORDER, 'record', '-o', session, '--', python, PROGRAMS / 'averaged.py', table)
        theirs = Counter()
        for key, shapes, count in json.loads(table.read_text()):
            if key != '[memory]':
                theirs[(key, flat(shapes or []))] += count
        if version < (2,):
            theirs -= ENTRY
        self.assertGreater(sum(theirs.values()), 150)
        run(RECORDER, 'convert', session, chrome)
        truth = self.step_of(stats_truth.Truth(chrome))
        with_rules = stats_truth.torch_rules(truth, True, '2.9')
        self.assertEqual({key: row['count'] for key, row in with_rules.items()}, dict(theirs))
        # and the product's own rows are those without torch's rules
        answer = json.loads(run(RECORDER, 'stats', session, '--by', 'shapes', '--step', '1', '--top', '0', '--format', 'json'))
        ours = {key: row['count'] for key, row in stats_truth.merge_rows(answer, True).items()}
        plain = {key: row['count'] for key, row in stats_truth.merged_names(truth, True).items()}
        self.assertEqual(ours, plain)
        self.assertLessEqual(sum(plain.values()) - sum(theirs.values()), sum(theirs.values()) // 10)

    def step_of(self, truth):
        around = next(s for s in truth.slices if s.name == 'ProfilerStep#1')
        inside = [s for s in truth.slices if around.start <= s.start < around.end]
        truth.slices = inside
        orders = {s.order for s in inside}
        truth.nodes = {place: [s for s in nodes if s.order in orders] for place, nodes in truth.nodes.items()}
        return truth


if __name__ == '__main__':
    unittest.main(verbosity=2)
