#!/usr/bin/env python3
"""Recordings that must not outgrow a size: what lies on the disk at any moment, and what is in the session afterwards."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from recorder_program import FAKE, PATIENCE, RECORDER, command, info

LIMIT = 8 << 20
# What is written at once must fit into a quarter of LIMIT: whoever is that slow has more.
unless_slow = unittest.skipIf(os.environ.get('LANESCOPE_SANITIZE'), 'a recorder under a sanitizer writes too much at once')


class Stream:
    """A program that writes until it is told to end, into a session of at most LIMIT bytes."""

    def __init__(self, test, *options, what='stream'):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.test, self.folder = test, Path(folder.name)
        self.session, self.left, self.largest = self.folder / 'run.lanes', 'run.lanes', 0
        self.recorder = subprocess.Popen([RECORDER, 'record', *options, '-o', self.session, '--', FAKE, what], text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        test.addCleanup(self.recorder.communicate)
        test.addCleanup(self.recorder.kill)

    def size(self):
        """Bytes of all files, the one included that is to take the session's place."""
        total = 0
        for entry in os.scandir(self.folder):
            try:
                total += entry.stat().st_size
            except FileNotFoundError:
                pass  # it has got its name meanwhile
        return total

    def watch(self, until):
        """Looks at sizes until `until` rewrites have been seen."""
        rewrites, inode, end = 0, None, time.monotonic() + PATIENCE
        while rewrites < until:
            self.test.assertLess(time.monotonic(), end, 'too little was written')
            self.test.assertIsNone(self.recorder.poll(), 'the recorder has ended')
            self.largest = max(self.largest, self.size())
            try:
                now = self.session.stat().st_ino
            except FileNotFoundError:
                continue
            rewrites, inode = rewrites + (inode is not None and now != inode), now
            time.sleep(0.001)

    def memory(self):
        """Resident bytes of the recorder."""
        status = Path(f'/proc/{self.recorder.pid}/status').read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith('VmRSS:')) << 10

    def finish(self):
        written, errors = self.recorder.communicate('', timeout=PATIENCE)
        self.test.assertEqual(self.recorder.returncode, 0, errors)
        self.largest = max(self.largest, self.size())
        self.test.assertEqual([file.name for file in self.folder.iterdir()], [self.left])
        return int(written.split()[-1]), errors


class MaxSize(unittest.TestCase):
    # A rewrite comes each time that a quarter of LIMIT has been written.
    TEN_TIMES = 40

    @unless_slow
    def test_ten_times_the_size_stay_within_it(self):
        run = Stream(self, '--max-size', '8M')
        run.watch(self.TEN_TIMES)
        written, _ = run.finish()
        self.assertLessEqual(run.largest, LIMIT)
        self.assertGreater(run.session.stat().st_size, LIMIT // 4)
        said = info(run.session)
        self.assertEqual(set(said['notes']), {'let-go'})
        self.assertTrue(said['complete'])
        # Nothing is lost but what is said to be gone: of each operator a slice and two changes of memory.
        kept = said['slices'] + said['memory_events']
        self.assertEqual(said['notes']['let-go'] + kept, 3 * written)
        # From the moment on that the session names, all is there: memory changes twice in each operator.
        since = int(said['properties']['kept.since_ns']) / 1000
        trace = run.session.with_suffix('.json')
        self.assertEqual(command('convert', run.session, trace).returncode, 0)
        events = json.loads(trace.read_text())['traceEvents']
        starts = [event['ts'] for event in events if event['name'] == 'aten::linear']
        first = min(start for start in starts if start >= since)
        changes = sum(event['name'] == '[memory]' and event['ts'] >= first for event in events)
        self.assertEqual(changes, 2 * sum(start >= first for start in starts))
        self.assertGreater(changes, 1000)

    @unless_slow
    def test_a_killed_recorder_leaves_a_whole_session(self):
        run = Stream(self, '--max-size', '8M')
        run.watch(3)
        run.recorder.send_signal(signal.SIGKILL)
        run.recorder.communicate()
        said = info(run.session)
        self.assertLessEqual(set(said['notes']), {'let-go', 'unfinished-session', 'truncated-tail'})
        self.assertIn('let-go', said['notes'])
        self.assertGreater(said['slices'], 1000)
        self.assertLessEqual(run.size(), LIMIT)

    def test_the_check_says_what_is_gone(self):
        run = Stream(self, '--max-size', '8M')
        run.watch(1)
        run.finish()
        for word in ('check', 'info'):
            self.assertIn('Older events were dropped', command(word, run.session).stdout, word)

    def test_what_is_no_size_is_refused(self):
        for size in ('', '10', '1M', '-1G', '9999999G', 'all', '8MB'):
            self.assertEqual(command('record', f'--max-size={size}', '--', 'true').returncode, 2, size)


class Names(unittest.TestCase):
    """A program that makes new names without end: the probe knows 131,072 of them at once."""
    UNTIL_ALL_SLOTS_ARE_TAKEN = 12
    MORE = 12

    def names_of_kept_events(self, session):
        trace = session.with_suffix('.json')
        self.assertEqual(command('convert', session, trace).returncode, 0)
        events = [event for event in json.loads(trace.read_text())['traceEvents'] if event.get('ph') == 'X']
        ranges = sorted((event for event in events if event['cat'] == 'user_annotation'), key=lambda event: event['ts'])
        numbers = [int(event['name'].split()[0]) for event in ranges]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
        self.assertEqual({len(event['name'].split()) for event in ranges}, {9})
        stacks = {str(event['args'].get('Call stack')) for event in events if event['name'] == 'aten::linear'}
        self.assertEqual(stacks, {'/home/user/train.py(12): step;/home/user/train.py(40): main;'})
        return numbers

    @unless_slow
    def test_endless_names_stay_within_a_size(self):
        run = Stream(self, '--max-size', '8M', what='names')
        run.watch(self.UNTIL_ALL_SLOTS_ARE_TAKEN)
        before = run.memory()
        run.watch(self.MORE)
        grown = run.memory() - before
        run.finish()
        numbers = self.names_of_kept_events(run.session)
        self.assertLessEqual(run.largest, LIMIT)
        self.assertGreater(len(numbers), 10_000)
        self.assertLess(grown, 8 << 20)

    def test_endless_names_of_the_newest_stretch(self):
        run = Stream(self, '--keep', '1s', what='names')
        run.watch(2)
        self.assertIn('Saving', command('ctl', run.recorder.pid, 'save').stdout)
        run.left = 'run-1.lanes'
        run.finish()
        numbers = self.names_of_kept_events(run.folder / run.left)
        self.assertGreater(numbers[0], 0)


if __name__ == '__main__':
    unittest.main()
