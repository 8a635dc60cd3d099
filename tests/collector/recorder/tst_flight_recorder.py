#!/usr/bin/env python3
"""Recordings that keep their newest stretch: when it is saved, what is in it, and what is left when something goes wrong."""
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from recorder_program import FAKE, PATIENCE, RECORDER, command, info, wait_for


class Flight:
    """A program with a recording that keeps its newest stretch."""

    def __init__(self, test, what, *options, program=None, before=''):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.test, self.folder = test, Path(folder.name)
        self.session = self.folder / 'run.lanes'
        words = [RECORDER, 'record', *options, '-o', self.session, '--', *(program or [FAKE, what])]
        if before:
            words = ['sh', '-c', f'{before}; exec "$@"', 'sh', *words]
        self.recorder = subprocess.Popen(words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        test.addCleanup(self.recorder.communicate)
        test.addCleanup(self.recorder.kill)

    def step(self):
        self.recorder.stdin.write('\n')
        self.recorder.stdin.flush()
        self.recorder.stdout.readline()

    def status(self):
        """What `ctl status` says, once there is a recording that can be asked."""
        lines = wait_for(lambda: command('ctl', self.recorder.pid, 'status').stdout).splitlines()
        return dict(line.split(None, 1) for line in lines if len(line.split(None, 1)) == 2)

    def wait_for_events(self):
        wait_for(lambda: not self.status()['events'].startswith('0,'))

    def kill_program(self):
        os.kill(int(self.status()['program'].split(':')[0]), signal.SIGKILL)

    def end_input(self):
        self.recorder.stdin.close()
        self.recorder.stdin = None

    def saved(self, number=1):
        return wait_for(lambda: (path := self.folder / f'run-{number}.lanes').exists() and path.stat().st_size and path)

    def finish(self, code=0):
        _, errors = self.recorder.communicate(timeout=PATIENCE)
        self.test.assertEqual(self.recorder.returncode, code, errors)
        return errors

    def names(self):
        return sorted(file.name for file in self.folder.iterdir())


class Saves(unittest.TestCase):
    def whole(self, session):
        said = info(session)
        self.assertTrue(said['complete'])
        self.assertLessEqual(set(said['notes']), {'let-go'})
        self.assertEqual(command('check', session).returncode, 0)
        return said

    def test_nothing_happens_nothing_is_saved(self):
        run = Flight(self, 'ops', '--keep', '60s')
        self.assertIn('nothing happened that was to be saved', run.finish())
        self.assertEqual(run.names(), [])

    def test_a_command_saves(self):
        run = Flight(self, 'halves', '--keep', '60s')
        run.recorder.stdout.readline()
        run.wait_for_events()
        for number in (1, 2):
            self.assertIn('Saving', command('ctl', run.recorder.pid, 'save').stdout)
            said = self.whole(run.saved(number))
            self.assertEqual(said['slices'], 100)
        wait_for(lambda: 'run-2.lanes' in run.status().get('saved', ''))
        run.recorder.stdin.write('go on\n')
        run.recorder.stdin.flush()
        errors = run.finish()
        self.assertIn('run-1.lanes: asked for by lanescope ctl', errors)
        self.assertEqual(run.names(), ['run-1.lanes', 'run-2.lanes'])

    def test_a_recording_without_keep_has_nothing_to_save(self):
        run = Flight(self, 'halves')
        run.recorder.stdout.readline()
        refused = command('ctl', run.recorder.pid, 'save')
        self.assertEqual(refused.returncode, 1)
        self.assertIn('--keep', refused.stderr)

    def test_a_death_saves(self):
        for what, code, why, status in (('abort', -signal.SIGABRT, 'signal 6', 134), ('exit', 9, 'code 9', 9)):
            run = Flight(self, what, '--keep', '60s')
            self.assertIn(f'run-1.lanes: the program {"was ended by" if code < 0 else "ended with"} {why}', run.finish(code))
            said = self.whole(run.saved())
            self.assertEqual((said['slices'], said['exit_status']), (2000, status))
            self.assertEqual(run.names(), ['run-1.lanes'])

    def test_a_killed_program_saves(self):
        run = Flight(self, 'stream', '--keep', '60s')
        run.wait_for_events()
        run.kill_program()
        self.assertIn('signal 9', run.finish(-signal.SIGKILL))
        self.whole(run.saved())

    def test_a_killed_recorder_leaves_what_it_kept(self):
        run = Flight(self, 'halves', '--keep', '60s')
        run.recorder.stdout.readline()
        wait_for(lambda: run.session.exists() and info(run.session)['slices'] == 100)
        run.recorder.kill()
        run.recorder.communicate()
        self.assertEqual(run.names(), ['run.lanes'])
        self.assertEqual(info(run.session)['notes'], {'unfinished-session': 1})

    def test_a_slow_step_saves(self):
        # Far from what a busy machine does to the steps before.
        for condition in ('step>4s', 'step>10x'):
            run = Flight(self, 'steps', '--keep', '60s', '--when', condition)
            for _ in range(8):
                run.step()
                time.sleep(0.3)
            time.sleep(6)
            run.step()
            session = run.saved()
            run.end_input()
            self.assertRegex(run.finish(), r'run-1.lanes: step 9 took \d+\.')
            self.assertEqual(self.whole(session)['slices'], 9)

    def test_a_full_disk_ends_the_recording_alone(self):
        run = Flight(self, 'stream', '--keep', '60s', before='ulimit -f 32768')
        wait_for(lambda: run.session.exists() and run.session.stat().st_size > 12 << 20)
        time.sleep(2)
        run.kill_program()
        errors = run.finish(-signal.SIGKILL)
        self.assertIn('cannot be written: File too large', errors)
        # What was kept stays where it is, and there is no half session.
        self.assertEqual(run.names(), ['run.lanes'])
        self.assertGreater(info(run.session)['slices'], 0)

    def test_only_the_newest_is_kept(self):
        run = Flight(self, 'stream', '--keep', '1s')
        inode = wait_for(lambda: run.session.exists() and run.session.stat().st_ino)
        for _ in range(2):
            inode = wait_for(lambda: run.session.exists() and (now := run.session.stat().st_ino) != inode and now)
        command('ctl', run.recorder.pid, 'save')
        said = self.whole(run.saved())
        since = int(said['properties']['kept.since_ns'])
        self.assertGreater(since, 0)
        self.assertIn('let-go', said['notes'])
        run.end_input()
        run.finish()


class Schedule(unittest.TestCase):
    def test_a_schedule_without_torch_pauses_until_its_step(self):
        run = Flight(self, 'steps', '--wait', '2', '--active', '3', '--repeat', '1')
        for expected in ('paused', 'recording', 'recording', 'recording', 'paused', 'paused'):
            run.step()
            wait_for(lambda: run.status()['state'] == expected)
        run.end_input()
        run.finish()


class Options(unittest.TestCase):
    def test_what_makes_no_sense_is_refused(self):
        for words, say in ((['--when', 'oom'], '--keep 60s'), (['--keep=1s', '--when', 'sun'], 'none of'),
                           (['--keep=1s', '--when', 'step>0.5x'], 'more than once'), (['--keep=soon'], 'no length of time'),
                           (['--wait=3'], 'need --active'), (['--active=3', '--delay=1s'], 'leave one out'),
                           (['--config', '/nowhere'], 'cannot be read')):
            ran = command('record', *words, '--', 'true')
            self.assertEqual(ran.returncode, 2, words)
            self.assertIn(say, ran.stderr)

    def test_options_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder) / 'lanes.conf'
            config.write_text('# as on the command line\n\n--env ONE=1\n--env=TWO=2 words\n--duration   5min\n-o ' + folder + '/a.lanes\n')
            ran = command('record', '--config', config, '--duration=1min', '--', 'sh', '-c', 'echo "$ONE,$TWO"')
            self.assertEqual((ran.returncode, ran.stdout), (0, '1,2 words\n'), ran.stderr)
            self.assertTrue((Path(folder) / 'a.lanes').exists())
            config.write_text('keep 60s\n')
            self.assertIn('is no option', command('record', f'--config={config}', '--', 'true').stderr)

    def test_without_children(self):
        for words, processes in (([], 2), (['--no-children'], 1)):
            run = Flight(self, 'fork', *words)
            run.finish()
            self.assertEqual(len(info(run.session)['processes']), processes)


if __name__ == '__main__':
    unittest.main()
