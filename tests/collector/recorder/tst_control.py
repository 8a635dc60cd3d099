#!/usr/bin/env python3
"""Commands for a running recording, and what a hostile or broken client can do to it: nothing."""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from recorder_program import FAKE, PATIENCE, RECORDER, command, wait_for

NOBODY = 65534


class Recording:
    """A program that prints one line, waits for another one, and ends."""

    def __init__(self, test, *options):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.test, self.session = test, Path(folder.name) / 'run.lanes'
        self.recorder = subprocess.Popen([RECORDER, 'record', *options, '-o', self.session, '--', FAKE, 'halves'], text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        test.addCleanup(self.kill)
        self.recorder.stdout.readline()
        self.pid = self.recorder.pid
        self.program, self.folder = wait_for(self.recorded)

    def recorded(self):
        """The program and its folder: of the recorder's children the one that has been told of it."""
        for child in Path(f'/proc/{self.pid}/task/{self.pid}/children').read_text().split():
            try:
                environment = Path(f'/proc/{child}/environ').read_bytes()
            except OSError:
                continue  # it has ended
            if found := re.search(rb'LANESCOPE_RINGS=([^\0]+)', environment):
                return int(child), found[1].decode()
        return None

    def ctl(self, *words, pid=None):
        return command('ctl', pid or self.pid, *words)

    def connect(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.test.addCleanup(connection.close)
        connection.connect(f'{self.folder}/control')  # waits while others do
        connection.settimeout(PATIENCE)
        return connection

    def ask(self, message):
        connection = self.connect()
        connection.send(message)
        answer = connection.recv(1 << 16)
        connection.close()
        return answer

    def finish(self):
        """What `info` and the Chrome trace say of the session."""
        _, errors = self.recorder.communicate('go on\n', timeout=PATIENCE)
        self.test.assertEqual(self.recorder.returncode, 0, errors)
        info = json.loads(command('info', '--json', self.session).stdout)
        trace = self.session.with_suffix('.json')
        self.test.assertEqual(command('convert', self.session, trace).returncode, 0)
        return info, json.loads(trace.read_text())['traceEvents']

    def kill(self):
        for pid in (self.program, self.pid) if self.recorder.poll() is None else ():
            try:
                os.kill(pid, signal.SIGCONT)
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.recorder.communicate()


def named(events, name):
    return [event for event in events if event['name'] == name]


class Commands(unittest.TestCase):
    def test_a_pause_and_a_mark_stand_in_the_session(self):
        run = Recording(self)
        self.assertEqual(run.ctl('stop').stdout, 'Recording is paused.\n')
        self.assertIn('paused', run.ctl('status').stdout)
        self.assertEqual(run.ctl('stop').stdout, 'It is paused already.\n')
        self.assertEqual(run.ctl('mark', 'epoch', '3\n\x1b').stdout, 'Marked.\n')
        self.assertEqual(run.ctl('start').stdout, 'Recording goes on.\n')
        self.assertEqual(run.ctl('start').stdout, 'It is recording already.\n')
        self.assertIn('recording', run.ctl('status').stdout)
        info, events = run.finish()
        pause, mark = named(events, 'Recording paused'), named(events, 'epoch 3\n\x1b')
        self.assertEqual((len(pause), len(mark)), (1, 1))
        self.assertGreater(mark[0]['ts'], pause[0]['ts'])
        self.assertLess(mark[0]['ts'], pause[0]['ts'] + pause[0]['dur'])
        notes = {entry['kind']: entry['count'] for entry in info['diagnostics']}
        self.assertEqual(notes, {'recording-paused': 1})
        self.assertIn('paused        1 time', command('info', run.session).stdout)

    def test_a_pause_ends_with_the_recording(self):
        run = Recording(self)
        run.ctl('stop')
        info, events = run.finish()
        self.assertEqual(info['open_slices'], 0)
        self.assertEqual(len(named(events, 'Recording paused')), 1)

    def test_any_process_of_it_names_a_recording(self):
        run = Recording(self)
        for pid in (run.pid, run.program):
            answer = run.ctl('status', pid=pid)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn(f'recorder {run.pid}\n', answer.stdout)
            self.assertIn(f'program  {run.program}: {FAKE} halves', answer.stdout)
            self.assertIn(str(run.session), answer.stdout)

    def test_list_shows_every_recording(self):
        runs = [Recording(self), Recording(self)]
        for words in (['list'], [runs[0].pid, 'list']):
            listed = command('ctl', *words).stdout
            for run in runs:
                self.assertRegex(listed, rf'(?m)^{run.pid} +{run.program} +recording +{run.session} ')

    def test_one_recording_does_not_hear_anothers_command(self):
        one, two = Recording(self), Recording(self)
        one.ctl('stop')
        self.assertIn('recording', two.ctl('status').stdout.splitlines()[0])

    def test_a_program_that_is_not_recorded_is_told_so(self):
        for pid in (os.getpid(), 1 << 30):
            answer = command('ctl', pid, 'status')
            self.assertEqual(answer.returncode, 1)
            self.assertIn(f'No recording of process {pid} is running', answer.stderr)

    def test_wrong_words_are_refused(self):
        run = Recording(self)
        for words in ([], ['mark'], ['stop', 'now'], ['pause'], ['dump']):
            self.assertEqual(run.ctl(*words).returncode, 2, words)
        for pid in ('12x', '-1', '0', '99999999999999999999', 'stop'):
            self.assertEqual(command('ctl', pid, 'status').returncode, 2, pid)
        refused = run.ctl('mark', 'x' * 5000)
        self.assertEqual(refused.returncode, 1)
        self.assertIn('say it shorter', refused.stderr)


class Faults(unittest.TestCase):
    def still_works(self, run):
        self.assertTrue(run.ask(b'status').startswith(b'ok\nstate=recording\n'))
        info, events = run.finish()
        self.assertEqual(len(named(events, 'aten::addmm')), 100)
        self.assertEqual(info['diagnostics'], [])

    def test_junk_is_answered_with_an_error(self):
        run = Recording(self)
        for junk in (b'\0', b'startx', b'mark', b'mark ', b'\xff' * 4096, b'x' * 5000, b'{"a": 1}', b'stop\n'):
            self.assertTrue(run.ask(junk).startswith(b'error\n'), junk)
        self.still_works(run)

    def test_a_mark_of_broken_bytes_is_repaired(self):
        run = Recording(self)
        self.assertEqual(run.ask(b'mark a\xff\xc3b'), b'ok\nMarked.')
        _, events = run.finish()
        self.assertEqual(len(named(events, 'a\ufffd\ufffdb')), 1)

    def test_two_clients_at_once(self):
        run = Recording(self)
        one, two = run.connect(), run.connect()
        for connection in (one, two):
            connection.send(b'status')
        for connection in (two, one):
            self.assertTrue(connection.recv(4096).startswith(b'ok\n'))
        self.still_works(run)

    def test_clients_that_only_connect_make_room(self):
        run = Recording(self)
        idle = [run.connect() for _ in range(64)]
        self.assertTrue(run.ask(b'status').startswith(b'ok\n'))
        self.assertEqual(idle[0].recv(10), b'')  # closed: it was the oldest
        self.still_works(run)

    def test_a_client_that_takes_no_answers_is_left(self):
        run = Recording(self)
        deaf = run.connect()
        with self.assertRaises((BrokenPipeError, ConnectionResetError)):
            while True:
                deaf.send(b'status')
        self.still_works(run)

    def test_a_client_that_stands_still_holds_nothing_up(self):
        run = Recording(self)
        client = subprocess.Popen([sys.executable, '-c', f'''
import os, signal, socket
connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
connection.connect({run.folder + '/control'!r})
connection.send(b'status')
os.kill(os.getpid(), signal.SIGSTOP)
'''])
        self.addCleanup(client.wait)
        self.addCleanup(client.kill)
        wait_for(lambda: Path(f'/proc/{client.pid}/stat').read_text().rsplit(')')[1].split()[0] == 'T')
        self.still_works(run)

    def test_a_recorder_that_stands_still_is_named(self):
        run = Recording(self)
        os.kill(run.pid, signal.SIGSTOP)
        answer = run.ctl('status')
        self.assertEqual(answer.returncode, 1)
        self.assertIn('does not answer', answer.stderr)
        listed = command('ctl', 'list')
        self.assertEqual(listed.returncode, 1)
        self.assertIn(run.folder, listed.stderr)
        os.kill(run.pid, signal.SIGCONT)
        self.still_works(run)

    def test_a_dead_recorder_is_no_recording(self):
        run = Recording(self)
        run.recorder.kill()
        run.recorder.wait()
        for pid in (run.pid, run.program):
            answer = run.ctl('status', pid=pid)
            self.assertEqual(answer.returncode, 1)
            self.assertIn('No recording of process', answer.stderr)
        self.assertNotIn(str(run.session), command('ctl', 'list').stdout)
        os.kill(run.program, signal.SIGKILL)

    @unittest.skipIf(os.geteuid() != 0, 'only root can be another user')
    def test_another_user_is_not_heard(self):
        run = Recording(self)
        self.assertEqual(os.stat(f'{run.folder}/control').st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(run.folder).st_mode & 0o777, 0o700)
        # Even where the files let them in.
        os.chmod(run.folder, 0o777)
        os.chmod(f'{run.folder}/control', 0o777)

        def ask(say):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            connection.connect(f'{run.folder}/control')
            try:
                connection.send(b'stop')
                say(connection.recv(100) or b'closed')
            except (BrokenPipeError, ConnectionResetError):
                say(b'closed')
        self.assertEqual(self.as_nobody(ask), b'closed')
        self.still_works(run)

    @unittest.skipIf(os.geteuid() != 0, 'only root can be another user')
    def test_another_users_socket_is_not_believed(self):
        run = Recording(self)
        path = f'{run.folder}/control'
        os.unlink(path)
        os.chmod(run.folder, 0o777)

        def pose(say):
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            listener.bind(path)
            os.chmod(path, 0o777)
            listener.listen()
            say(b'ready')
            connection, _ = listener.accept()
            with listener, connection:
                connection.send(b'ok\nstate=owned')
                connection.recv(100)
        self.assertEqual(self.as_nobody(pose), b'ready')
        answer = run.ctl('status')
        self.assertEqual(answer.returncode, 1)
        self.assertIn("another user's", answer.stderr)
        self.assertNotIn('owned', answer.stdout)

    def as_nobody(self, work):
        """What `work` says first, in a process of another user that ends with this test."""
        heard, says = os.pipe()
        if (child := os.fork()) == 0:
            try:
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
                work(lambda text: os.write(says, text))
            finally:
                os._exit(0)
        os.close(says)
        self.addCleanup(os.waitpid, child, 0)
        self.addCleanup(os.kill, child, signal.SIGKILL)
        with open(heard, 'rb', buffering=0) as said:
            return said.read(100)


class Options(unittest.TestCase):
    def refused(self, *words):
        answer = command('record', *words, '--', 'true')
        self.assertEqual(answer.returncode, 2, words)
        self.assertEqual(answer.stdout, '')
        return answer.stderr

    def test_what_makes_no_sense_is_refused_with_a_sentence(self):
        for value in ('10', '0s', '-1s', 'soon', '1e400s', 'nan'):
            for option in ('--delay', '--duration'):
                self.assertIn(f'{option}: "{value}" is no length of time', self.refused(f'{option}={value}'))
        self.assertIn('leave one of them out', self.refused('--start-paused', '--delay', '1s'))
        for value in ('NAME', '=x'):
            self.assertIn('is no NAME=VALUE', self.refused(f'--env={value}'))

    def test_a_duration_ends_recording_but_not_the_program(self):
        run = Recording(self, '--duration', '1ms')
        wait_for(lambda: run.ctl('status').stdout.startswith('state    paused\n'))
        self.assertEqual(run.ctl('start').stdout, 'Recording goes on.\n')
        info, _ = run.finish()
        self.assertEqual(info['pauses'], 1)

    def test_a_delay_is_a_pause_that_ends_by_itself(self):
        run = Recording(self, '--delay', '10ms')
        wait_for(lambda: run.ctl('status').stdout.startswith('state    recording\n'))
        info, _ = run.finish()
        self.assertEqual(info['pauses'], 1)
        self.assertGreaterEqual(info['paused_ns'], 10_000_000)

    def test_a_recording_that_starts_paused_waits_for_a_command(self):
        run = Recording(self, '--start-paused', '--duration=100min')
        self.assertIn('paused', run.ctl('status').stdout)
        run.ctl('start')
        self.assertEqual(run.finish()[0]['pauses'], 1)

    def test_the_programs_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = command('record', '-o', f'{folder}/a.lanes', '--env', 'ONE=1=1', '--env', 'TWO=', '--', 'sh', '-c',
                          'echo "$ONE,$TWO,${TWO+set}"')
        self.assertEqual(ran.stdout, '1=1,,set\n')


if __name__ == '__main__':
    unittest.main()
