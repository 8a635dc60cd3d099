#!/usr/bin/env python3
"""Modules of own captures by their places, "Net.layers.1.attn (Linear)", with every torch that is installed."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, pythons, versions


def lanescope(*arguments):
    return subprocess.run([RECORDER, *arguments], check=True, capture_output=True, text=True, timeout=120).stdout


class Names(unittest.TestCase):
    """Run once per torch by the classes that load_tests makes."""
    python = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.session = Path(folder.name) / 'run.lanes'
        result = subprocess.run([RECORDER, 'record', '-o', cls.session, '--', cls.python, PROGRAMS / 'modules.py'],
                                capture_output=True, text=True, timeout=300)
        assert result.returncode == 0, result.stderr
        cls.ranges = {event['name']: event for event in cls.found('/^(first|second|backward|other|thread|added|softmax|new)$/')}

    @classmethod
    def found(cls, where, *options):
        return json.loads(lanescope('search', cls.session, '--where', where, '--format', 'json', '--top', '0', *options))['events']

    def modules(self, name, where='aten::addmm'):
        """Of each operator within a range of the program's, from the innermost module on."""
        around = self.ranges[name]
        begin, end = around['start_ns'], around['start_ns'] + around['duration_ns']
        return [[frame['module'] for frame in event['stack'] if 'module' in frame]
                for event in self.found(where, '--details') if begin < event['start_ns'] < end]

    def layers(self, model, count):
        """Of the matrix products of a model of that name, in their order."""
        expected = []
        for layer in range(count):
            block = f'{model}.layers.{layer} (' + ('Tall' if layer == 2 else 'Block') + ')'
            path = f'{model}.layers.{layer}'
            expected += [[f'{path}.attn (Linear)', block, model],
                         [f'{path}.mlp.0 (Linear)', f'{path}.mlp (Sequential)', block, model]]
        return expected

    def test_each_call_says_which_module_it_is(self):
        self.assertEqual(self.modules('second'), self.layers('Net', 3) + [['Linear', 'Net']])

    def test_the_first_call_is_named_from_its_first_operators_on(self):
        self.assertEqual(self.modules('first')[1:], self.modules('second')[1:])

    def test_backward_work_belongs_to_the_modules_of_its_forward(self):
        found = self.modules('backward', '/^AddmmBackward0$/')
        self.assertEqual(sorted(map(tuple, found)), sorted(map(tuple, self.modules('second'))))

    def test_a_second_model_of_the_class_has_a_number(self):
        self.assertEqual(self.modules('other'), self.layers('Net_1', 3) + [['Linear_1', 'Net_1']])

    def test_of_any_thread(self):
        self.assertEqual(self.modules('thread'), self.modules('other'))

    def test_what_is_added_later_gets_its_place(self):
        self.assertEqual(self.modules('added'), self.layers('Net', 4) + [['Linear', 'Net']])

    def test_what_takes_the_address_of_one_that_died_has_its_own_name(self):
        self.assertEqual(self.modules('new'), self.layers('Net', 3) + [['Linear', 'Net']])
        for modules in self.modules('softmax', 'aten::softmax'):
            self.assertEqual(modules, ['Softmax'])

    def test_filters_and_tables_know_them(self):
        self.assertEqual(self.modules('second', 'module:layers.1.attn op:addmm'),
                         [['Net.layers.1.attn (Linear)', 'Net.layers.1 (Block)', 'Net']])
        self.assertEqual(len(self.modules('second', 'module:Tall op:addmm')), 2)
        self.assertEqual(self.modules('other', 'module:Net.layers op:addmm'), [])

    def test_statistics_by_module(self):
        rows = json.loads(lanescope('stats', self.session, '--by', 'module', '--format', 'json', '--top', '0'))
        names = {row['module'] for row in rows}
        self.assertLessEqual({'Net.layers.1.attn (Linear)', 'Net_1.layers.2.mlp.0 (Linear)', 'Softmax'}, names)
        self.assertFalse([name for name in names if name.startswith('Softmax_')], 'a name whose module died is given again')


def load_tests(loader, _, pattern):
    suite = unittest.TestSuite()
    for python in pythons():
        made = type(f'Names ({versions(python)[0]})', (Names,), {'python': python})
        suite.addTests(loader.loadTestsFromTestCase(made))
    return suite


if __name__ == '__main__':
    unittest.main(verbosity=2)
