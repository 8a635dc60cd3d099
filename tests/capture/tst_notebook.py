#!/usr/bin/env python3
"""%%lanescope in a real kernel, driven as a notebook drives it: with an interpreter that has torch, ipykernel and jupyter_client
(LANESCOPE_PYTHONS names those with more than torch)."""
import base64
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, pythons

PATIENCE = 600
ENVIRONMENT = os.environ | {'PYTHONPATH': str(BUILD / 'lib/lanescope/python'), 'JUPYTER_PLATFORM_DIRS': '1'}


def info(session):
    return json.loads(subprocess.run([RECORDER, 'info', '--json', session], check=True, capture_output=True, text=True,
                                     timeout=PATIENCE).stdout)


def calls(session):
    rows = subprocess.run([RECORDER, 'stats', session, '--top', '0', '--format', 'json'], check=True, capture_output=True, text=True,
                          timeout=PATIENCE).stdout
    return {row['name']: row['calls'] for row in json.loads(rows)}


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """All cells run once, in one kernel and the one after its restart: starting torch takes seconds."""
        for python in pythons():
            if subprocess.run([python, '-c', 'import ipykernel, jupyter_client, torch'], capture_output=True, check=False,
                              timeout=PATIENCE).returncode == 0:
                break
        else:
            raise unittest.SkipTest('no interpreter here has ipykernel and jupyter_client')
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        result = subprocess.run([python, PROGRAMS / 'notebook.py', cls.folder], capture_output=True, text=True, check=False,
                                timeout=PATIENCE, env=ENVIRONMENT | {'JUPYTER_DATA_DIR': str(cls.folder / 'jupyter')}, cwd=cls.folder)
        assert result.returncode == 0, result.stderr[-3000:]
        cls.cells = json.loads(result.stdout.splitlines()[-1])

    def shown(self, cell, kind):
        return [output[kind] for output in self.cells[cell]['outputs'] if kind in output]

    def test_a_cell_is_recorded_and_says_so_below_it(self):
        cell = self.cells['trained']
        self.assertEqual(cell['status'], 'ok', cell)
        self.assertIn('printed by the cell', cell['stream'])
        self.assertEqual(calls(self.folder / 'trained.lanes')['aten::addmm'], 20)
        html, = self.shown('trained', 'text/html')
        self.assertIn('trained.lanes', html)
        self.assertIn('<td style="text-align:left">aten::addmm</td>', html)
        self.assertIn('Advice', html)

    def test_the_picture_is_one_of_the_timeline(self):
        if not (BUILD / 'bin/lanescope').is_file():
            self.skipTest('the window is not built here')
        picture = base64.b64decode(self.shown('trained', 'image/png')[0])
        self.assertEqual(picture[:8], b'\x89PNG\r\n\x1a\n')
        self.assertEqual((int.from_bytes(picture[16:20], 'big'), int.from_bytes(picture[20:24], 'big')), (1100, 480))

    def test_without_the_window_it_says_why_there_is_no_picture(self):
        self.assertEqual(self.shown('without window', 'image/png'), [])
        self.assertIn('There is no picture: the window is not installed here', self.shown('without window', 'text/html')[0])

    def test_what_the_cell_defines_stays(self):
        self.assertIn("'x' is 7", self.cells['afterwards']['stream'])

    def test_options_are_the_recordings(self):
        html, = self.shown('without stacks', 'text/html')
        self.assertIn('cell.lanes', html)
        where = subprocess.run([RECORDER, 'search', self.folder / 'cell.lanes', '--where', 'addmm', '--details', '--format', 'json'],
                               check=True, capture_output=True, text=True).stdout
        self.assertEqual({len(event['stack']) for event in json.loads(where)['events']}, {0})

    def test_a_wrong_option_is_a_usage_error(self):
        self.assertEqual(self.cells['wrong option']['error'], 'UsageError')

    def test_a_cell_that_fails_is_recorded_and_fails(self):
        cell = self.cells['fails']
        self.assertEqual((cell['status'], cell['error']), ('error', 'ValueError'))
        self.assertEqual(calls(self.folder / 'fails.lanes')['aten::addmm'], 1)
        self.assertEqual(len(self.shown('fails', 'text/html')), 1)
        self.assertEqual(cell['tracebacks'], 1)

    def test_an_interrupt_ends_the_cell_and_leaves_a_whole_session(self):
        cell = self.cells['interrupted']
        self.assertEqual((cell['status'], cell['error']), ('error', 'KeyboardInterrupt'))
        self.assertGreater(calls(self.folder / 'interrupted.lanes')['aten::addmm'], 1)
        self.assertTrue(info(self.folder / 'interrupted.lanes')['complete'])
        self.assertEqual(self.cells['after the interrupt']['status'], 'ok', 'the next cell records again')
        self.assertEqual(calls(self.folder / 'again.lanes')['aten::addmm'], 1)

    def test_interrupts_while_the_end_waits_leave_the_kernel_and_what_it_holds_alive(self):
        cell = self.cells['held up']
        self.assertEqual((cell['status'], cell['error']), ('error', 'KeyboardInterrupt'))
        self.assertEqual((self.cells['after the held up']['status'], self.cells['after the held up']['stream']), ('ok', '1 16\n'))
        self.assertEqual(calls(self.folder / 'held.lanes')['aten::addmm'], 1)
        self.assertEqual(self.cells['recorded after the held up']['status'], 'ok')
        self.assertEqual(calls(self.folder / 'later.lanes')['aten::addmm'], 1)

    def test_a_restart_while_a_cell_runs_leaves_a_whole_session_and_the_new_kernel_records(self):
        self.assertTrue(info(self.folder / 'restarted.lanes')['complete'])
        self.assertGreater(calls(self.folder / 'restarted.lanes')['aten::addmm'], 1)
        self.assertEqual(self.cells['after the restart']['status'], 'ok')
        self.assertEqual(calls(self.folder / 'new.lanes')['aten::addmm'], 1)


if __name__ == '__main__':
    unittest.main(verbosity=2)
