"""`lanescope record --python trace`: every call of a function of Python, however it ends, below its thread."""
import json
import signal
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from captured import PROGRAMS, RECORDER, skip_unless_attachable, with_each_python

SECONDS = 300  # that a program may take on a busy machine
COUNTS = {'leaf': 3017, 'fails': 3, 'unwinds': 21, 'recursive': 51, '<lambda>': 10, 'in_thread': 3, 'catches': 1, 'waits': 8,
          'delegates': 8, 'everything': 1, '<module>': 1}


def own_profile_functions(python):
    """Whether this Python has one profile function for each thread, which is all that there is."""
    return subprocess.run([python, '-c', 'import sys; sys.exit(hasattr(sys, "monitoring"))'], check=False).returncode == 0


class Functions(unittest.TestCase):
    def record(self, python, what, steer=None, still_open=0):
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / 'run.lanes'
            with subprocess.Popen([RECORDER, 'record', '--python', 'trace', '-o', session, '--', python, PROGRAMS / 'traced.py', what],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
                if steer is not None:
                    steer(run)
                out, self.errors = run.communicate(timeout=SECONDS)
            self.assertEqual((run.returncode, out), (0, '45\n'), self.errors)
            self.assertIn(', 0 lost\n', self.errors)
            info = json.loads(subprocess.run([RECORDER, 'info', '--json', session], check=True, capture_output=True,
                                             text=True).stdout)
            self.assertEqual(info['open_slices'], still_open)
            self.kinds = {entry['kind'] for entry in info['diagnostics']}
            return self.calls_in(session)

    def calls_in(self, session):
        trace = session.with_suffix('.json')
        subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
        events = json.loads(trace.read_text())['traceEvents']
        self.names = {event['tid']: event['args']['name'] for event in events if event['name'] == 'thread_name'}
        return [event for event in events if event.get('cat') == 'python_function' and event.get('ph') == 'X']

    @staticmethod
    def own(calls):
        """Of the program itself, how often."""
        return Counter(event['name'].rpartition(': ')[2].rpartition('.')[2] for event in calls if 'traced.py(' in event['name'])

    def check_nesting(self, calls):
        by_thread = {}
        for event in sorted(calls, key=lambda event: (event['ts'], -event['dur'])):
            opened = by_thread.setdefault(event['tid'], [])
            while opened and opened[-1][1] <= event['ts'] + 1e-3:
                opened.pop()
            if opened:
                self.assertLessEqual(event['ts'] + event['dur'], opened[-1][1] + 1e-3, event)
            opened.append((event['name'], event['ts'] + event['dur']))

    @with_each_python
    def test_every_call_is_there_however_it_ends(self, python):
        calls = self.record(python, 'everything')
        counts = self.own(calls)
        self.assertEqual({name: counts[name] for name in COUNTS}, COUNTS)
        self.assertIn(counts['generates'], (9, 10))  # from 3.13 on one that is closed at a yield does not run again
        self.assertEqual(self.kinds, set())
        self.check_nesting(calls)
        for event in calls:
            self.assertRegex(event['name'], r'^.+\(\d+\): .+$')
        threads = Counter(self.names[event['tid']] for event in calls if event['name'].endswith(': in_thread'))
        self.assertEqual(threads, {'helper 0': 1, 'helper 1': 1, 'helper 2': 1})
        module = next(event for event in calls if event['name'].endswith('traced.py(1): <module>'))
        whole = next(event for event in calls if event['name'].endswith(': everything'))
        self.assertLessEqual(module['ts'], whole['ts'])
        self.assertGreaterEqual(module['dur'], whole['dur'])

    @with_each_python
    def test_a_profiler_of_the_program_is_left_alone(self, python):
        counts = self.own(self.record(python, 'cprofile'))  # which has counted all of its calls
        self.assertEqual(counts['with_cprofile'], 1)
        if own_profile_functions(python):
            self.assertIn('the program has a profile function of its own', self.errors)
            self.assertEqual(counts['fails'], 0)
        else:
            self.assertNotIn('profile function', self.errors)
            self.assertEqual(counts['fails'], 3)

    @with_each_python
    def test_forked_children_are_traced_too(self, python):
        calls = self.record(python, 'fork', still_open=2)  # what the child was in when it left by os._exit()
        child = [event for event in calls if event['name'].endswith(': in_child')]
        self.assertEqual(len(child), 1)  # the other ran before the child had anything to record
        inside = Counter(event['name'].rpartition(': ')[2] for event in calls
                         if (event['pid'], event['tid']) == (child[0]['pid'], child[0]['tid']))
        self.assertEqual(inside['leaf'], 7, inside)
        self.assertEqual(len({event['pid'] for event in calls}), 2)

    @with_each_python
    def test_a_pause_ends_all_and_begins_with_what_runs_then(self, python):
        def steer(run):
            for command, word in (('stop', 'stopped'), ('start', 'started')):
                process = run.stdout.readline().split()[1]
                subprocess.run([RECORDER, 'ctl', process, command], check=True, capture_output=True, timeout=SECONDS)
                run.stdin.write(word + '\n')
                run.stdin.flush()
        calls = self.record(python, 'steered', steer)
        counts = self.own(calls)
        self.assertEqual([counts[name] for name in ('before_pause', 'in_pause', 'after_pause')], [1, 0, 1])
        self.assertEqual((counts['steered'], counts['leaf']), (2, 2), counts)
        self.check_nesting(calls)

    @with_each_python
    def test_a_recorder_that_comes_and_goes_leaves_nothing(self, python):
        skip_unless_attachable()
        with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
                [python, PROGRAMS / 'traced.py', 'attached'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            session = Path(folder) / 'run.lanes'

            def tell(word):
                program.stdin.write(word + '\n')
                program.stdin.flush()
            process = program.stdout.readline().split()[1]
            with subprocess.Popen([RECORDER, 'attach', '--python', 'trace', '-o', session, process], stderr=subprocess.PIPE,
                                  text=True) as recorder:
                self.assertIn('recording process', recorder.stderr.readline())
                tell('attached')
                self.assertEqual(program.stdout.readline().split(), ['at', process])
                subprocess.run([RECORDER, 'detach', process], check=True, capture_output=True, timeout=SECONDS)
                recorder.communicate(timeout=SECONDS)
            tell('detached')
            self.assertEqual((program.communicate(timeout=SECONDS)[0], program.returncode), ('45\n', 0))
            counts = self.own(self.calls_in(session))
        self.assertEqual([counts[name] for name in ('before_pause', 'after_pause', 'in_pause')], [0, 1, 0], counts)

    @with_each_python
    def test_a_killed_recorder_leaves_nothing_in_the_program(self, python):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([RECORDER, 'record', '--python', 'trace', '-o', Path(folder) / 'run.lanes', '--', python,
                                  PROGRAMS / 'traced.py', 'killed'], capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual((run.returncode, run.stdout), (-signal.SIGKILL, '45\n'), run.stderr)


if __name__ == '__main__':
    unittest.main()
