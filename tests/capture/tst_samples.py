"""`lanescope record --python sample`: what functions of Python all threads are in, below each thread, and no harm done."""
import json
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, versions


class Samples(unittest.TestCase):
    def record(self, python, *arguments, how='sample:200', program='sampled.py'):
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            run = subprocess.run([RECORDER, 'record', '--python', how, '-o', session, '--', python, PROGRAMS / program,
                                  *arguments], capture_output=True, text=True, timeout=300)
            self.assertEqual((run.returncode, run.stdout), (0, '45\n'), run.stderr)
            self.assertIn(', 0 lost\n', run.stderr)
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            events = json.loads(trace.read_text())['traceEvents']
        self.names = {event['tid']: event['args']['name'] for event in events if event['name'] == 'thread_name'}
        return [event for event in events if event.get('cat') == 'python_function' and event.get('ph') == 'X']

    def seconds(self, slices, function):
        found = [event for event in slices if event['name'].rpartition(': ')[2] == function]
        self.assertTrue(found, sorted({event['name'] for event in slices}))
        return sum(event['dur'] for event in found) / 1e6

    def test_functions_last_as_long_as_they_do(self):
        for python in pythons():
            with self.subTest(versions(python)[0]):
                slices = self.record(python)
                # A busy machine makes everything longer, never shorter.
                for function, lasts in (('outer', 0.9), ('sleep', 0.9), ('helper', 0.6), ('call_leaves', 0.3)):
                    self.assertGreater(self.seconds(slices, function), 0.9 * lasts)
                self.assertLess(self.seconds(slices, 'helper'), 1.5)
                by_thread = {}
                for event in slices:
                    by_thread.setdefault(event['tid'], []).append(event)
                    self.assertRegex(event['name'], r'^.+\(\d+\): .+$')
                [helper] = {event['tid'] for event in slices if event['name'].endswith(': helper')}
                self.assertEqual(self.names[helper], 'the helper')
                self.assertFalse([event for event in by_thread[helper] if event['name'].endswith(': outer')])
                main = next(event['tid'] for event in slices if event['name'].endswith(': outer'))
                self.check_nesting(by_thread[main])
                depths = [event for event in by_thread[main] if event['name'].endswith(': deep')]
                self.assertGreaterEqual(len(depths), 101)
                inside = [event for event in by_thread[main] if event['name'].endswith(': spin')]
                self.assertTrue(any(event['ts'] >= depth['ts'] and event['dur'] <= depth['dur'] for event in inside
                                    for depth in depths))
                self.assertTrue([event for event in by_thread[main] if event['name'].endswith(': generate')])

    def check_nesting(self, slices):
        open_slices = []
        for event in sorted(slices, key=lambda event: (event['ts'], -event['dur'])):
            while open_slices and open_slices[-1]['ts'] + open_slices[-1]['dur'] <= event['ts'] + 1e-3:
                open_slices.pop()
            if open_slices:
                outer = open_slices[-1]
                self.assertLessEqual(event['ts'] + event['dur'], outer['ts'] + outer['dur'] + 1e-3)
            open_slices.append(event)

    def test_code_and_threads_that_come_and_go(self):
        """A thousand times a second beside three busy threads, while others and their code live for a moment."""
        for python in pythons():
            with self.subTest(versions(python)[0]):
                slices = self.record(python, '6', how='sample:1000')
                known = {'<listcomp>', '<module>', 'spin', 'sleep', 'outer', 'helper', 'leaf', 'call_leaves', 'short_lived', 'hard'}
                own = {event['name'].rpartition(': ')[2].rpartition('.')[2] for event in slices if 'sampled.py(' in event['name']}
                self.assertFalse({name for name in own if name not in known}, own)
                self.assertGreater(self.seconds(slices, 'call_leaves'), 15)

    def test_forked_children_are_sampled_too(self):
        for python in pythons():
            with self.subTest(versions(python)[0]):
                slices = self.record(python, 'fork', how='sample:500', program='sampled_on.py')
                self.assertGreater(self.seconds(slices, 'in_child'), 0.5)
                self.assertGreater(len({event['pid'] for event in slices}), 1)

    def test_a_killed_recorder_leaves_the_program_alone(self):
        for python in pythons():
            with self.subTest(versions(python)[0]), tempfile.TemporaryDirectory() as folder:
                run = subprocess.run([RECORDER, 'record', '--python', 'sample:1000', '-o', Path(folder) / 'run.lanes', '--', python,
                                      PROGRAMS / 'sampled_on.py', 'kill'], capture_output=True, text=True, timeout=300)
                self.assertEqual((run.returncode, run.stdout), (-signal.SIGKILL, '45\n'), run.stderr)

    def test_off_by_default(self):
        slices = self.record(pythons()[0], how='off')
        self.assertEqual(slices, [])


if __name__ == '__main__':
    unittest.main()
