#!/usr/bin/env python3
"""Python that is run in programs that run already: whatever they are in, they do not notice, and nothing is left; not even if
what runs it is killed at any moment. Where it may not be done, that is said with the remedy, and nothing was done.

LANESCOPE_ATTACH_TIMES: how often the busy program is borrowed from (20).
"""
import ctypes
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'capture'))
from captured import BUILD, skip_unless_attachable, with_each_python

INJECT = BUILD / 'tests/inject_python'
PROGRAM = Path(__file__).resolve().parent / 'injected.py'
PATIENCE = 600
TIMES = int(os.environ.get('LANESCOPE_ATTACH_TIMES', '20'))
NOBODY = 65534
SOURCE = '''
try:
    import os, sys, threading
    REPLY = f'{os.getpid()} {threading.get_native_id()} {sys.version.split()[0]}'
except BaseException as problem:
    REPLY = repr(problem)
'''
WAITS = ['poll', 'epoll', 'select', 'read', 'recv', 'wait', 'sleep', 'join']


def eventually(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, 'nothing happened'
        time.sleep(0.02)


class Injecting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.source = Path(folder.name) / 'source.py'
        self.source.write_text(SOURCE)

    def start(self, kind, *arguments, python=sys.executable, **options):
        program = subprocess.Popen([python, PROGRAM, kind, *map(str, arguments)], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True, **options)

        def end():
            program.kill()
            program.wait()
            program.stdin.close()
            program.stdout.close()
        self.addCleanup(end)
        self.assertEqual(program.stdout.readline(), 'ready\n')
        return program

    def inject(self, pid, *options, **others):
        return subprocess.run([INJECT, str(pid), self.source, *map(str, options)], capture_output=True, text=True,
                              timeout=PATIENCE, **others)

    def injected(self, program, *options):
        """The way it went, how long a thread stood still in microseconds, and the reply's words."""
        result = self.inject(program.pid, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        route, stood_still, *reply = result.stdout.split()
        self.assertEqual(reply[0], str(program.pid), result.stdout)
        return route, int(stood_still), reply

    def refused(self, pid, *options, **others):
        result = self.inject(pid, *options, **others)
        self.assertEqual((result.returncode, result.stdout), (1, ''), result.stderr)
        return result.stderr

    def ends_unharmed(self, program):
        out, _ = program.communicate('x', timeout=PATIENCE)
        self.assertEqual(program.returncode, 0)
        self.assertIn('unharmed 1 thread', out)
        return out

    def facts(self, program):
        """What must not grow: threads, open files, code that belongs to no file."""
        maps = Path(f'/proc/{program.pid}/maps').read_text().splitlines()
        return {'threads': len(os.listdir(f'/proc/{program.pid}/task')), 'files': len(os.listdir(f'/proc/{program.pid}/fd')),
                'code': sum(1 for line in maps if 'x' in line.split()[1] and len(line.split()) < 6),
                'tracer': re.search(r'TracerPid:\s*(\d+)', Path(f'/proc/{program.pid}/status').read_text())[1]}

    def waits(self, process):
        """How often it has waited: it does so between two looks."""
        status = Path(f'/proc/{process.pid}/status').read_text()
        return int(re.search(r'^voluntary_ctxt_switches:\s*(\d+)', status, re.MULTILINE)[1])


class Programs(Injecting):
    @with_each_python
    def test_whatever_a_program_waits_in_it_runs_there_and_the_program_goes_on(self, python):
        for kind in WAITS:
            with self.subTest(kind):
                program = self.start(kind, python=python)
                before = self.facts(program)
                threads = set()
                for _ in range(3):
                    threads.add(self.injected(program, '--route', 'direct')[2][1])
                self.assertNotIn(str(program.pid), threads)  # a thread of its own
                eventually(lambda: self.facts(program) == before)
                self.ends_unharmed(program)

    @with_each_python
    def test_where_no_thread_waits_the_main_thread_is_asked(self, python):
        program = self.start('compute', python=python)
        before = self.facts(program)
        for _ in range(3):
            self.assertEqual(self.injected(program)[0], 'pending')
        eventually(lambda: self.facts(program) == before)
        self.ends_unharmed(program)

    @with_each_python
    def test_again_and_again_beside_busy_threads_nothing_changes_and_nothing_is_left(self, python):
        digest = self.start('busy', 2000, python=python).communicate(timeout=PATIENCE)[0]
        rounds = 200_000
        program = self.start('busy', rounds, python=python)
        stops, before = [], self.facts(program)
        for _ in range(TIMES):
            stops.append(self.injected(program)[1])
        eventually(lambda: self.facts(program) == before)
        self.assertIsNone(program.poll(), 'it ended before all was done')
        program.kill()
        print(f'{python}: {len(stops)} times, a thread stood still for {statistics.median(stops)} us, at worst {max(stops)}',
              file=sys.stderr)
        program = self.start('busy', 2000, python=python)
        while program.poll() is None:
            if self.inject(program.pid).returncode != 0:
                break  # it has ended meanwhile
        self.assertEqual(program.communicate(timeout=PATIENCE)[0], digest)

    @with_each_python
    def test_native_code_that_holds_the_interpreters_lock_is_waited_for_only_so_long(self, python):
        program = self.start('hold', 6, python=python)
        before = self.facts(program)
        self.source.write_text(SOURCE + '\nos.write(1, b"it ran\\n")\n')
        said = self.refused(program.pid, '--lock-seconds', 1)
        self.assertIn("native code holds the interpreter's lock", said)
        eventually(lambda: self.facts(program) == before)  # our thread too, once it has got the lock
        self.assertNotIn('it ran', self.ends_unharmed(program))

    def test_a_machine_that_stands_still_is_not_taken_for_native_code(self):
        program = self.start('hold', 4)
        injecting = subprocess.Popen([INJECT, str(program.pid), self.source, '--lock-seconds', '3'],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        eventually(lambda: self.facts(program)['threads'] == 2)  # ours, which waits for the lock
        for stopped in (injecting, program):
            stopped.send_signal(signal.SIGSTOP)
        time.sleep(4)  # longer than it would be patient
        injecting.send_signal(signal.SIGCONT)
        looks = self.waits(injecting)
        eventually(lambda: injecting.poll() is not None or self.waits(injecting) > looks + 5)
        program.send_signal(signal.SIGCONT)
        said = injecting.communicate(timeout=PATIENCE)
        self.assertEqual(injecting.returncode, 0, said)
        self.ends_unharmed(program)

    def test_a_thread_in_a_signals_handler_is_left_alone(self):
        program = self.start('handler', 5)
        self.assertIn('is in the handler of a signal', self.refused(program.pid, '--route', 'direct'))
        self.ends_unharmed(program)

    def test_what_a_handler_that_is_over_left_on_the_stack_is_nothing(self):
        for words in ('alone', 'many'):
            with self.subTest(words):
                program = self.start('returned', words)
                self.injected(program, '--route', 'direct')
                self.ends_unharmed(program)


class Killed(Injecting):
    """What injects is killed at each of its system calls, from the one on that begins to stop the program."""

    def kill_at_each(self, kind, *options, python):
        program = self.start(kind, python=python)
        for at in range(1, 1000):
            result = self.inject(program.pid, *options, '--killed-at', at)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIsNone(program.poll(), f'killed at call {at}, the program ended with {program.returncode}')
            if 'finished' in result.stdout:
                break
        self.assertGreater(at, 40)  # steps that there are at least
        self.assertIn('finished', result.stdout)
        self.assertEqual(self.facts(program)['tracer'], '0')
        self.injected(program, *options)
        eventually(lambda: self.facts(program)['threads'] == 1)
        self.ends_unharmed(program)
        return at

    @with_each_python
    def test_a_program_that_waits_survives(self, python):
        for kind in ('sleep', 'read'):
            with self.subTest(kind):
                self.kill_at_each(kind, '--route', 'direct', python=python)

    @with_each_python
    def test_a_program_that_runs_survives(self, python):
        self.kill_at_each('compute', '--route', 'pending', python=python)

    def test_busy_threads_compute_the_same(self):
        rounds = 60_000 if os.environ.get('LANESCOPE_SANITIZE') else 6000  # each try takes longer then
        digest = self.start('busy', rounds).communicate(timeout=PATIENCE)[0]
        program, kills = self.start('busy', rounds), 0
        while program.poll() is None:
            result = self.inject(program.pid, '--killed-at', kills % 70 + 1)
            kills += 'killed' in result.stdout
        print(f'killed {kills} times beside busy threads', file=sys.stderr)
        self.assertEqual((program.returncode, program.communicate(timeout=PATIENCE)[0]), (0, digest))
        self.assertGreater(kills, 5)


class Refusals(Injecting):
    def test_what_is_no_process_or_no_python(self):
        ended = subprocess.Popen(['true'])
        eventually(lambda: ') Z ' in Path(f'/proc/{ended.pid}/stat').read_text())
        self.assertIn('has ended', self.refused(ended.pid))
        ended.wait()
        self.assertIn(f'There is no process {ended.pid}', self.refused(ended.pid))
        shell = subprocess.Popen(['sleep', '600'])
        self.addCleanup(lambda: (shell.kill(), shell.wait()))
        self.assertIn('attach to the processes that it has started', self.refused(shell.pid))

    def test_the_number_of_a_thread(self):
        program = self.start('join')
        thread = max(map(int, os.listdir(f'/proc/{program.pid}/task')))
        self.assertIn(f'{thread} is a thread of process {program.pid}: attach to {program.pid}', self.refused(thread))
        self.ends_unharmed(program)

    def test_a_stopped_program(self):
        program = self.start('sleep')
        program.send_signal(signal.SIGSTOP)
        eventually(lambda: ') T ' in Path(f'/proc/{program.pid}/stat').read_text())
        self.assertIn(f'kill -CONT {program.pid}', self.refused(program.pid))
        program.send_signal(signal.SIGCONT)
        self.ends_unharmed(program)

    def test_a_program_under_a_debugger(self):
        program = self.start('sleep')
        seize, detach, interrupt = 0x4206, 17, 0x4207
        libc = ctypes.CDLL(None, use_errno=True)
        arguments = program.pid, ctypes.c_void_p(0), ctypes.c_void_p(0)
        self.assertEqual(libc.ptrace(seize, *arguments), 0, os.strerror(ctypes.get_errno()))
        self.assertIn(f'is traced by process {os.getpid()}', self.refused(program.pid))
        libc.ptrace(interrupt, *arguments)
        os.waitpid(program.pid, os.WUNTRACED)
        libc.ptrace(detach, *arguments)
        self.ends_unharmed(program)

    def test_strict_seccomp(self):
        program = self.start('seccomp')
        eventually(lambda: 'Seccomp:\t1' in Path(f'/proc/{program.pid}/status').read_text())
        self.assertIn('strict seccomp', self.refused(program.pid))
        program.communicate('x')
        self.assertEqual(program.returncode, 0)

    def test_a_program_that_may_make_nothing_executable(self):
        try:
            program = self.start('no_execution', stderr=subprocess.PIPE)
        except AssertionError:
            self.skipTest('this kernel does not know PR_SET_MDWE')
        program.stderr.close()
        before = self.facts(program), len(Path(f'/proc/{program.pid}/maps').read_text().splitlines())
        self.assertIn('MemoryDenyWriteExecute', self.refused(program.pid))
        self.assertEqual((self.facts(program), len(Path(f'/proc/{program.pid}/maps').read_text().splitlines())), before)
        self.ends_unharmed(program)

    @unittest.skipIf(os.geteuid() != 0, 'needs root, to be somebody else')
    def test_another_users_program(self):
        program = self.start('poll')
        self.assertIn('it belongs to user 0. Run lanescope as that user, or with sudo', self.refused_for_nobody(program))
        self.ends_unharmed(program)

    @unittest.skipIf(os.geteuid() != 0, 'needs root, to be somebody else')
    def test_a_program_that_is_not_dumpable(self):
        program = self.start('not_dumpable', user=NOBODY, python='/usr/bin/python3')
        self.assertIn('CAP_SYS_PTRACE', self.refused_for_nobody(program))
        self.ends_unharmed(program)

    @unittest.skipIf(os.geteuid() != 0, 'needs root, to be somebody else')
    def test_a_program_that_can_start_no_thread(self):
        program = self.start('no_threads', user=NOBODY, python='/usr/bin/python3')
        self.assertIn('can start no more threads', self.refused(program.pid))
        self.ends_unharmed(program)

    def refused_for_nobody(self, program):
        copy = self.source.with_name('inject_python')
        copy.write_bytes(INJECT.read_bytes())
        copy.chmod(0o755)
        result = subprocess.run([copy, str(program.pid), self.source], capture_output=True, text=True, user=NOBODY)
        self.assertEqual((result.returncode, result.stdout), (1, ''), result.stderr)
        return result.stderr


def setUpModule():
    skip_unless_attachable()


if __name__ == '__main__':
    unittest.main(verbosity=2)
