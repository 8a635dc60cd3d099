"""Trainings with one planted fault each, recorded: `lanescope advice` names its line first; the mended program does not get that
advice."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, with_each_python

PROGRAM = PROGRAMS / 'planted.py'
LINES = {match[1]: number for number, line in enumerate(PROGRAM.read_text().splitlines(), 1)
         if (match := re.search(r'# planted: (\w+)$', line))}


class PlantedFaults(unittest.TestCase):
    def advise(self, python, fault, kind, *options):
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / 'run.lanes'
            run = subprocess.run([RECORDER, 'record', '-o', session, *options, '--', python, PROGRAM, fault, kind],
                                 capture_output=True, text=True, timeout=600)
            self.assertEqual((run.returncode, run.stdout), (0, 'done\n'), run.stderr)
            self.assertIn(', 0 lost\n', run.stderr)
            said = subprocess.run([RECORDER, 'advice', session, '--format', 'json'], check=True, capture_output=True, text=True)
            return json.loads(said.stdout)

    def check(self, python, fault, rules, line, *options):
        """`line`: the mark of the line, or what stands in the place's own name."""
        found = self.advise(python, fault, 'planted', *options)
        self.assertTrue(found, fault)
        first = found[0]
        self.assertIn(first['rule'], rules, [(one['rule'], one['seen']) for one in found])
        place = first['where'][0]
        wanted = f'planted.py({LINES[line]}): ' if line in LINES else line
        own = [frame for frame in [place['name'], *place['stack']] if 'planted.py(' in frame]
        self.assertIn(wanted, own[0])
        self.assertIn('planted.py', first['seen'])
        mended = self.advise(python, fault, 'mended', *options)
        self.assertFalse(set(rules) & {finding['rule'] for finding in mended}, [one['seen'] for one in mended])
        return first

    @with_each_python
    def test_slow_items(self, python):
        first = self.check(python, 'slow_items', ['data-loading'], 'operators')
        self.assertIn('num_workers', first['remedy'])

    @with_each_python
    def test_items_that_wait(self, python):
        """Where no operator runs, samples of Python know the function."""
        self.check(python, 'waiting_items', ['data-loading'], ': Images.__getitem__' if self.is_qualified(python) else ': __getitem__',
                   '--python', 'sample')

    @with_each_python
    def test_a_worker_too_few(self, python):
        first = self.check(python, 'few_workers', ['data-loading'], 'fetch')
        self.assertRegex(first['remedy'], r'num_workers=[2-9] instead of 1')  # how many, this machine's load has a say in

    @with_each_python
    def test_values_read_in_a_loop(self, python):
        """Without a device there is nothing to wait for: it is the loop that costs."""
        self.check(python, 'read_values', ['python-loop', 'needless-sync'], 'values')

    @with_each_python
    def test_zeroed_gradients(self, python):
        first = self.check(python, 'zeroed_gradients', ['zeroed-gradients'], 'gradients')
        self.assertIn('set_to_none', first['remedy'])

    @with_each_python
    def test_gradients_zeroed_by_hand(self, python):
        """Nothing there is called zero_grad."""
        first = self.check(python, 'cleared_by_hand', ['zeroed-gradients'], 'clearing')
        self.assertIn('p.grad = None', first['remedy'])

    @with_each_python
    def test_a_loop_of_small_operators(self, python):
        self.check(python, 'small_operators', ['python-loop'], 'loop')

    @with_each_python
    def test_a_collection_in_every_step(self, python):
        first = self.check(python, 'collections', ['garbage-collection'], 'collections')
        self.assertIn(' collections in ', first['seen'])

    @staticmethod
    def is_qualified(python):
        """Functions are known by their class from Python 3.11 on."""
        return subprocess.run([python, '-c', 'import sys; sys.exit(sys.version_info < (3, 11))'], check=False).returncode == 0


if __name__ == '__main__':
    unittest.main()
