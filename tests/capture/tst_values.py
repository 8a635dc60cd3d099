#!/usr/bin/env python3
"""Real torch with --outputs and --nonfinite: what operators give back, and which of them make NaN and Inf."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions, with_each_python

PATIENCE = 600
OPTIONS = ('--outputs', '--nonfinite')


class Values:
    """programs/values.py, recorded with these options."""

    def __init__(self, python, *options, program=('values.py', '--compile')):
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            run = subprocess.run([RECORDER, 'record', *options, '-o', session, '--', python, PROGRAMS / program[0], *program[1:]],
                                 capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.code, self.stdout, self.stderr = run.returncode, run.stdout, run.stderr
            info = subprocess.run([RECORDER, 'info', '--json', session], check=True, capture_output=True, text=True).stdout
            self.diagnostics = {entry['kind']: entry for entry in json.loads(info)['diagnostics']}
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            self.events = json.loads(trace.read_text())['traceEvents']
        self.operators = [event for event in self.events if event.get('cat') == 'cpu_op']
        self.found = [event for event in self.events if event.get('cat') == 'non_finite']
        self._ranges = [event for event in self.events if event.get('cat') == 'user_annotation' and 'dur' in event]

    def inside(self, event):
        """The ranges around an event."""
        return [one['name'] for one in self._ranges if one['ts'] <= event['ts'] <= one['ts'] + one['dur']]

    def names(self, case):
        return [event['name'] for event in self.found if case in self.inside(event)]


class ValuesCase(unittest.TestCase):
    python = None
    made = {}  # recordings, by interpreter

    def recorded(self):
        if self.python not in self.made:
            self.made[self.python] = Values(self.python, *OPTIONS)
        return self.made[self.python]

    def test_the_program_computes_what_it_does_alone(self):
        run = self.recorded()
        alone = subprocess.run([self.python, PROGRAMS / 'values.py', '--compile'], check=True, capture_output=True, text=True)
        self.assertEqual((run.code, run.stdout), (0, alone.stdout), run.stderr)
        self.assertIn('0 lost', run.stderr)
        self.assertNotIn('malformed-record', run.diagnostics)

    def test_the_first_that_made_one_is_told_with_its_shapes_module_and_line(self):
        run = self.recorded()
        first = run.found[0]
        self.assertEqual(first['name'], 'Inf made by aten::log')
        arguments = first['args']
        self.assertEqual((arguments['Operator'], arguments['Inputs'], arguments['NaN'], arguments['Inf'], arguments['Elements']),
                         ('aten::log', 'finite', 0, 15, 15))
        self.assertEqual((arguments['Input Dims'], arguments['Output Dims']), ([[3, 5]], [[3, 5]]))
        line = 1 + (PROGRAMS / 'values.py').read_text().splitlines().index('        return torch.log(x - 1)')
        self.assertIn(f'values.py({line})', arguments['Call stack'])
        self.assertIn(f'values.py:{line} in Net.head (Head)', run.diagnostics['non-finite']['message'])

    def test_the_first_of_each_kind_is_marked(self):
        marks = [event['name'] for event in self.recorded().events if event.get('ph') == 'i' and event['cat'] == 'user_annotation']
        self.assertEqual(marks[:2], ['Inf made by aten::log', 'NaN made by aten::sqrt'])
        self.assertEqual(len(marks), 2)

    def test_operators_that_make_them_are_found_however_they_do(self):
        run = self.recorded()
        for case, made in {'made nan': ['NaN made by aten::sqrt'], 'made inf': ['Inf made by aten::div'],
                           'nan of inf': ['NaN made by aten::sub'], 'in place': ['Inf made by aten::div_'],
                           'out': ['Inf made by aten::div'], 'strided': ['Inf made by aten::reciprocal_'],
                           'lists': ['Inf made by aten::reciprocal_'], 'backward': ['Inf made by aten::div']}.items():
            self.assertEqual(run.names(case), made, case)
        sub, = [event for event in run.found if 'nan of inf' in run.inside(event)]
        self.assertEqual(sub['args']['Inputs'], 'held Inf')

    def test_of_every_type_of_numbers(self):
        run = self.recorded()
        names = run.names('types')
        _, version = versions(self.python)
        self.assertIn('Inf made by aten::mul', names)  # bfloat16
        self.assertTrue(any(name.endswith('aten::div') for name in names), names)  # complex
        eights = 1 if version >= (2, 1) else 0
        self.assertGreaterEqual(len([name for name in names if name.endswith('aten::copy_')]), 1 + eights, names)  # half, float8

    def test_what_only_hands_them_on_or_has_not_been_filled_is_none(self):
        run = self.recorded()
        for case in ('only handed on', 'unfilled', 'views', 'scalars', 'kinds'):
            self.assertEqual(run.names(case), [], case)

    def test_each_of_many_threads(self):
        self.assertEqual(self.recorded().names('threads'), ['Inf made by aten::div'] * 600)

    def test_operators_say_what_they_give_back(self):
        run = self.recorded()
        log = next(event for event in run.operators if event['name'] == 'aten::log')
        self.assertEqual((log['args']['Output Dims'], log['args']['Output type'], log['args']['Output Strides']),
                         ([[3, 5]], ['float'], [[5, 1]]))
        stack = next(event for event in run.operators if event['name'] == 'aten::stack')
        self.assertEqual(stack['args']['Output Dims'], [[2, 3, 5]])
        meta = [event for event in run.operators if 'kinds' in run.inside(event) and event['name'] == 'aten::div']
        self.assertIn([[3]], [event['args'].get('Output Dims') for event in meta])
        without = [event['name'] for event in run.operators if 'Output Dims' not in event['args'] and
                   event['name'].startswith('aten::') and not event['name'].startswith('aten::_foreach')]
        scalars = {'aten::_local_scalar_dense', 'aten::item', 'aten::is_nonzero', 'aten::backward', 'aten::_backward',
                   'aten::requires_grad_', 'aten::is_floating_point'}
        untold = run.diagnostics.get('outputs-untold', {'count': 0})['count']  # that ran for long, as imports do
        self.assertLessEqual(len([name for name in without if name not in scalars]), untold)

    def test_neither_is_there_unasked(self):
        run = Values(self.python)
        self.assertEqual(run.found, [])
        self.assertFalse(any('Output Dims' in event['args'] for event in run.operators))

    def test_without_shapes_stacks_and_memory_they_are_there_all_the_same(self):
        run = Values(self.python, *OPTIONS, '--no-shapes', '--no-stacks', '--no-memory')
        self.assertEqual(run.found[0]['name'], 'Inf made by aten::log')
        self.assertEqual(run.found[0]['args']['Output Dims'], [[3, 5]])

    def test_the_first_that_comes_in_from_elsewhere_is_told_once(self):
        run = Values(self.python, '--nonfinite', program=('values_come_in.py',))
        self.assertEqual(run.code, 0, run.stderr)
        self.assertEqual([event['name'] for event in run.found], ['NaN came into aten::mul'])
        self.assertIn('values_come_in.py', run.diagnostics['non-finite']['message'])

    def test_below_a_module_only(self):
        run = Values(self.python, *OPTIONS, '--where', 'module:head')
        self.assertEqual([event['name'] for event in run.found], ['Inf made by aten::log'])


def load_tests(loader, standard, pattern):
    """Each interpreter with torch has a case of its own."""
    cases = [type(f'Values on {versions(python)[0]}', (ValuesCase,), {'python': python}) for python in pythons()]
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases)


if __name__ == '__main__':
    unittest.main()
