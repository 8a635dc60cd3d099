"""What each thread of a real program does: on a CPU, waiting for one, or waiting, and what for."""
import json
import subprocess
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons

SECOND = 1e9
WAITS = {'lock': ('Waiting for a lock', {'State': 'lock', 'System call': 'futex'}),
         'pipe': ('Waiting for a pipe', {'System call': 'read'}),
         'sleep': ('Sleeping', {}),
         'connection': ('Waiting for a socket', {'System call': 'recvfrom'}),
         'events': ('Waiting for events', {}),
         'child': ('Waiting for a process', {'System call': 'wait4'})}


class States(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            cls.file = str(Path(folder) / 'written.bin')
            run = subprocess.run([RECORDER, 'record', '-o', session, '--', pythons()[0], PROGRAMS / 'waits.py', cls.file],
                                 capture_output=True, text=True, timeout=600)
            assert run.returncode == 0, run.stderr
            cls.said = run.stderr
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            overview = subprocess.run([RECORDER, 'overview', session, '--format', 'json'], check=True, capture_output=True, text=True)
            cls.overview = json.loads(overview.stdout)
            events = json.loads(trace.read_text())['traceEvents']
        names = {(event['pid'], str(event['tid'])): event['args']['name'] for event in events if event['name'] == 'thread_name'}
        cls.states, cls.operators = defaultdict(list), defaultdict(list)
        for event in events:
            key = event.get('pid'), str(event.get('tid')).removesuffix(' state')
            if event.get('cat') == 'thread_state':
                cls.states[names[key]].append(event)
            elif event.get('cat') == 'cpu_op':
                cls.operators[names[key]].append(event)

    def times(self, thread, keys=()):
        """Nanoseconds by state, and by what else is told of it."""
        sums = Counter()
        for state in self.states[thread]:
            sums[(state['name'], *(state.get('args', {}).get(key) for key in keys))] += state['dur'] * 1000
        return sums

    def waited(self, thread):
        """From the end of the thread's first operator to the begin of its last."""
        first, last = self.operators[thread][0], self.operators[thread][-1]
        return (last['ts'] - first['ts'] - first['dur']) * 1000

    def test_what_a_thread_waits_for_is_told(self):
        for thread, (name, details) in WAITS.items():
            with self.subTest(thread):
                times = self.times(thread, details)
                self.assertGreater(times[(name, *details.values())], 0.7 * self.waited(thread), times)

    def test_a_wait_names_its_pipe_and_the_kernels_function(self):
        wait = max(self.states['pipe'], key=lambda state: state['dur'])
        self.assertRegex(wait['args']['On'], r'^pipe:\[\d+\]$')
        self.assertIn('pipe_read', wait['args']['Kernel function'])

    def test_a_thread_that_starves_of_cpu(self):
        """It has a quarter of a CPU: it waits three times as long as it runs, or longer where others run, too."""
        times = self.times('starve')
        self.assertGreater(times[('Waiting for a CPU',)], 0.4 * SECOND, times)

    def test_a_thread_that_computes_is_never_said_to_wait_for_anything(self):
        times = self.times('compute')
        computing = times[('Running',)] + times[('Waiting for a CPU',)]  # whatever else the machine does
        self.assertGreater(computing, 0.7 * self.waited('compute'), times)

    def test_a_write_that_waits_for_the_disk_names_its_file(self):
        """Where the folder is in memory no write waits."""
        on = self.times('disk', ['On'])
        if not any(name == 'Waiting for a disk' for name, _ in on):
            self.skipTest('nothing was waited for: the folder is no disk')
        self.assertIn(('Waiting for a disk', self.file), on)

    def test_states_follow_each_other_without_overlap(self):
        for thread, states in self.states.items():
            states.sort(key=lambda state: state['ts'])
            for before, after in zip(states, states[1:]):
                self.assertGreater(before['dur'], 0, thread)
                self.assertGreaterEqual(round(after['ts'] * 1000), round((before['ts'] + before['dur']) * 1000), thread)

    def test_states_are_no_work(self):
        """Two of nine seconds compute; in the others nothing was done, whatever states say of them."""
        split = self.overview['split_ns']
        self.assertGreater(split['idle'], 5 * SECOND, split)
        self.assertLess(split['other'], SECOND, split)

    def test_nothing_is_said_to_be_missing(self):
        self.assertNotIn('system calls', self.said)


if __name__ == '__main__':
    unittest.main()
