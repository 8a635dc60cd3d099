#!/usr/bin/env python3
"""Programs that are attached to while they run: what they did from then on is in the session, what they compute is what they
compute without, and after they have been detached nothing of ours is left in them.

LANESCOPE_ATTACH_TIMES: how often one training is attached to and detached (3).
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path

from captured import BUILD, PROGRAMS, RECORDER, pythons, skip_unless_attachable, with_each_python

PATIENCE = 300
TIMES = int(os.environ.get('LANESCOPE_ATTACH_TIMES', '3'))
ENVIRONMENT = os.environ | {'LANESCOPE_PACKAGE': str(BUILD / 'lib/lanescope/python'), 'OMP_NUM_THREADS': '1'}


def eventually(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, 'it did not happen'
        time.sleep(0.05)


def ask(*words):
    return subprocess.run([RECORDER, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)


def calls(session):
    rows = json.loads(ask('stats', session, '--by', 'name', '--top', '0', '--format', 'json').stdout)
    return Counter({row['name']: row['calls'] for row in rows})


def threads(session):
    trace = subprocess.run([RECORDER, 'convert', '-q', session, '-'], check=True, capture_output=True, timeout=PATIENCE)
    return {event['args']['name'] for event in json.loads(trace.stdout)['traceEvents'] if event['name'] == 'thread_name'}


class Attached(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.session = self.folder / 'run.lanes'

    def start(self, python, *words, **options):
        program = subprocess.Popen([python, PROGRAMS / 'attached.py', *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, **options)

        def end():
            program.kill()
            program.communicate()
        self.addCleanup(end)
        self.assertEqual(program.stdout.readline(), 'ready\n')
        return program

    def say(self, program):
        program.stdin.write('\n')
        program.stdin.flush()
        self.assertEqual(program.stdout.readline(), 'ready\n')

    def attach(self, program, *options, session=None, before=()):
        """Records when this returns."""
        recorder = subprocess.Popen([*before, RECORDER, 'attach', str(program.pid), '-o', session or self.session, *options],
                                    stderr=subprocess.PIPE, text=True)

        def end():
            recorder.kill()
            recorder.communicate()
        self.addCleanup(end)
        line = recorder.stderr.readline()
        self.assertIn(f'recording process {program.pid} into', line)
        return recorder

    def events(self, program):
        """That its recorder has by now; 0 without a recorder."""
        found = re.search(r'events +([\d,\s]*\d)', ask('ctl', program.pid, 'status').stdout)
        return int(re.sub(r'\D', '', found[1])) if found else 0

    def wait_for_events(self, program, count=100):
        eventually(lambda: self.events(program) > count)

    def detach(self, program, recorder):
        """What the recorder said."""
        result = ask('detach', program.pid)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.ended(recorder)

    def ended(self, recorder):
        said = recorder.communicate(timeout=PATIENCE)[1]
        self.assertEqual(recorder.returncode, 0, said)
        return said

    def refused(self, *words):
        result = ask(*words)
        self.assertEqual((result.returncode, result.stdout), (1, ''), result.stderr)
        return result.stderr

    def ends(self, program, said=''):
        """What the program has computed; it ended as it does without us."""
        out, err = program.communicate(said, timeout=PATIENCE)
        self.assertEqual((program.returncode, err), (0, ''))
        result, names = json.loads(out.splitlines()[-1])
        self.assertEqual(names, ['MainThread'])
        return result

    def facts(self, program):
        """What is to be as it was. Code that may be written to is Python's own, of ctypes."""
        maps = Path(f'/proc/{program.pid}/maps').read_text().splitlines()
        return {'threads': len(os.listdir(f'/proc/{program.pid}/task')),
                'files': sorted(os.readlink(file) for file in Path(f'/proc/{program.pid}/fd').iterdir()),
                'code': sum(1 for line in maps if line.split()[1] == 'r-xp' and len(line.split()) < 6),
                'traced': re.search(r'TracerPid:\s*(\d+)', Path(f'/proc/{program.pid}/status').read_text())[1]}

    def wait_for_facts(self, program, expected):
        end = time.monotonic() + PATIENCE
        while self.facts(program) != expected and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.facts(program), expected)

    @with_each_python
    def test_again_and_again_beside_busy_threads(self, python):
        program = self.start(python, 'train')
        before = self.facts(program)
        for time_ in range(TIMES):
            recorder = self.attach(program)
            self.wait_for_events(program, 2000)
            said = self.detach(program, recorder)
            self.assertIn(' 0 lost', said)
            self.assertNotIn('not recorded', said)
            if time_ in (0, TIMES - 1):
                found = calls(self.session)
                self.assertGreater(found['aten::linear'], 10)
                self.assertGreater(found['AddmmBackward0'], 10)
                self.assertGreaterEqual(threads(self.session), {f'busy {index}' for index in range(4)})
            self.wait_for_facts(program, before)
        digests = self.ends(program)
        alone = self.start(python, 'train')
        for thread, computed in self.ends(alone).items():
            common = min(len(computed), len(digests[thread]))
            self.assertGreater(common, 2)
            self.assertEqual(computed[:common], digests[thread][:common])

    @with_each_python
    def test_a_program_that_never_waits(self, python):
        program = self.start(python, 'steps')
        recorder = self.attach(program)
        self.wait_for_events(program)
        self.detach(program, recorder)
        self.assertGreater(calls(self.session)['aten::eye'], 10)
        self.assertTrue(self.ends(program, 'x'), 'its environment or its paths have changed')

    def test_a_program_of_another_user(self):
        """As `sudo lanescope attach` does."""
        nobody = {'user': 65534, 'group': 65534, 'extra_groups': []}
        needed = [pythons()[0], PROGRAMS / 'attached.py', BUILD / 'lib/lanescope/boot/lanescope_probe/liblanescope_probe.so']
        if os.geteuid() != 0 or subprocess.run(['head', '-qc1', *needed], capture_output=True, check=False, **nobody).returncode:
            self.skipTest('this takes root, and files that another user can read')
        program = self.start(pythons()[0], 'steps', **nobody)
        before = self.facts(program)
        for _ in range(2):
            recorder = self.attach(program)
            self.wait_for_events(program)
            self.assertIn(str(program.pid), ask('ctl', 'list').stdout)
            said = self.detach(program, recorder)
            self.assertNotIn('not recorded', said)
            self.assertGreater(calls(self.session)['aten::eye'], 10)
            self.wait_for_facts(program, before)
        self.assertTrue(self.ends(program, 'x'))

    def test_torch_that_comes_later(self):
        program = self.start(pythons()[0], 'late')
        recorder = self.attach(program)
        self.say(program)
        self.say(program)
        self.detach(program, recorder)
        self.say(program)
        self.assertEqual(calls(self.session)['aten::relu'], 1)
        self.ends(program)

    def test_what_it_forks_is_recorded_and_what_it_starts_is_not(self):
        program = self.start(pythons()[0], 'child')
        recorder = self.attach(program)
        self.say(program)
        self.detach(program, recorder)
        found = calls(self.session)
        self.assertEqual((found['aten::relu'], found['aten::diag']), (1, 0))
        self.ends(program)

    def test_ctrl_c_ends_the_recording_and_so_does_its_duration(self):
        program = self.start(pythons()[0], 'steps')
        recorder = self.attach(program)
        recorder.send_signal(signal.SIGINT)
        self.assertIn(' events, 0 lost', self.ended(recorder))
        recorder = self.attach(program, '--duration', '300ms', '--no-stacks')
        self.assertIn(' events, 0 lost', self.ended(recorder))
        self.assertGreater(calls(self.session)['aten::eye'], 10)
        self.assertTrue(self.ends(program, 'x'))

    def test_a_recorder_under_nohup_survives_the_end_of_its_terminal(self):
        program = self.start(pythons()[0], 'steps')
        recorder = self.attach(program, before=['env', '--ignore-signal=HUP'])
        recorder.send_signal(signal.SIGHUP)
        for _ in range(3):
            before = self.events(program)
            eventually(lambda: recorder.poll() is not None or self.events(program) > before)
        self.assertIsNone(recorder.poll())
        self.assertIn(' 0 lost', self.detach(program, recorder))
        recorder = self.attach(program)
        recorder.send_signal(signal.SIGHUP)
        self.assertIn(' 0 lost', self.ended(recorder))
        self.assertTrue(self.ends(program, 'x'))

    def test_the_program_ends_while_it_is_recorded(self):
        program = self.start(pythons()[0], 'steps')
        recorder = self.attach(program)
        self.ends(program, 'x')
        self.assertIn(' 0 lost', self.ended(recorder))

    def test_a_recorder_that_is_killed_can_be_followed_by_another(self):
        program = self.start(pythons()[0], 'steps')
        self.attach(program).kill()
        self.assertEqual(ask('detach', program.pid).returncode, 0)
        recorder = self.attach(program, session=self.folder / 'second.lanes')
        self.wait_for_events(program)
        self.detach(program, recorder)
        self.assertGreater(calls(self.folder / 'second.lanes')['aten::eye'], 10)
        self.assertTrue(self.ends(program, 'x'))

    def test_a_program_that_wants_to_record_itself_is_told_that_it_is_recorded(self):
        program = self.start(pythons()[0], 'records_itself')
        recorder = self.attach(program)
        program.stdin.write(f'{self.folder}/own.lanes')
        _, err = program.communicate(timeout=PATIENCE)
        self.assertEqual(program.returncode, 0, err)
        self.assertIn('is being recorded already; that recording goes on', err)
        self.ended(recorder)
        self.assertGreater(calls(self.session)['aten::eye'], 0)
        self.assertFalse((self.folder / 'own.lanes').exists())

    def test_what_cannot_be_is_said_and_leaves_nothing(self):
        program = self.start(pythons()[0], 'steps')
        self.assertIn('No recording of process', self.refused('detach', program.pid))
        recorder = self.attach(program)
        said = self.refused('attach', program.pid, '-o', self.folder / 'second.lanes')
        self.assertIn('it is being recorded already; `lanescope ctl`', said)
        self.assertEqual([path.name for path in self.folder.iterdir()], ['run.lanes'])
        self.assertIn(str(program.pid), ask('ctl', 'list').stdout)
        self.detach(program, recorder)
        program.send_signal(signal.SIGSTOP)
        eventually(lambda: ') T ' in Path(f'/proc/{program.pid}/stat').read_text())
        self.assertIn(f'kill -CONT {program.pid}', self.refused('attach', program.pid))
        program.send_signal(signal.SIGCONT)
        self.assertTrue(self.ends(program, 'x'))
        self.assertIn('There is no process', self.refused('attach', program.pid))
        self.assertEqual(ask('attach').returncode, 2)

    def test_the_list_says_which_programs_there_are(self):
        program = self.start(pythons()[0], 'steps')
        row = next(line for line in ask('attach', '--list').stdout.splitlines() if line.split()[:1] == [str(program.pid)])
        self.assertIn('attached.py steps', row)
        self.assertNotIn('*', row)
        program.send_signal(signal.SIGSTOP)
        eventually(lambda: f'* Process {program.pid} is stopped' in ask('attach', '--list').stdout)
        program.send_signal(signal.SIGCONT)
        self.ends(program, 'x')


def setUpModule():
    skip_unless_attachable()


if __name__ == '__main__':
    unittest.main(verbosity=2)
