"""Records this process while a block of it runs."""
import atexit
import contextlib
import functools
import os
import select
import socket
import subprocess
import sys
import threading
import warnings
from typing import Optional, Sequence

from lanescope.errors import LanescopeError
from lanescope.installed import boot_folder, probe_library, probe_module, recorder

ANSWER_BYTES = 4096  # as much as a recording's socket gives
START_SECONDS, ANSWER_SECONDS = 60, 60  # how long the recorder may take to begin, and to answer
END_SECONDS = 300  # and to write the rest of a session, which is much on a slow disk


class _Environment:
    """What processes that are started meanwhile need in order to be recorded too. Afterwards everything is as it was."""

    def __init__(self, folder):
        boot = boot_folder()
        library = str(boot / 'lanescope_probe' / 'liblanescope_probe.so')
        path = os.environ.get('PYTHONPATH')
        wanted = {'LANESCOPE_RINGS': folder, 'PYTHONPATH': f'{boot}:{path}' if path else str(boot)}
        wanted.update({name: library for name in ('CUDA_INJECTION64_PATH', 'NVTX_INJECTION64_PATH')
                       if name not in os.environ})
        self._wanted, self._before = wanted, {name: os.environ.get(name) for name in wanted}

    def set(self):
        os.environ.update(self._wanted)

    def restore(self):
        for name, value in self._before.items():
            if os.environ.get(name) != self._wanted[name]:
                continue  # the program has changed it: it is the program's
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class _Recorder:
    """The process that writes the session, a child of ours."""

    def __init__(self, options):
        self._process = subprocess.Popen(
            [recorder(), 'record', *options, '--for', str(os.getpid())], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)  # Ctrl-C is for the program
        self._over = False
        begun, _, _ = select.select([self._process.stdout], [], [], START_SECONDS)
        self.folder = os.fsdecode(self._process.stdout.readline().rstrip(b'\n')) if begun else ''
        if not self.folder:
            self.let_go()
            raise LanescopeError(self.end())

    def ask(self, request):
        """What the recorder answers to a command of `lanescope ctl`."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
            connection.settimeout(ANSWER_SECONDS)
            connection.connect(os.path.join(self.folder, 'control'))
            connection.send(request.encode())
            verdict, _, text = connection.recv(ANSWER_BYTES).decode('utf-8', 'replace').partition('\n')
        if verdict != 'ok':
            raise LanescopeError(text)
        return text

    def let_go(self):
        """The recording is over. A byte says so: the end of the pipe does not come while a forked child has it open."""
        if not self._over:
            self._over = True
            try:
                self._process.stdin.write(b'.')
                self._process.stdin.flush()
            except OSError:
                pass  # it has ended already

    def end(self):
        """What it says in the end, which it has been told."""
        try:
            _, said = self._process.communicate(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            for pipe in self._process.stdin, self._process.stdout, self._process.stderr:
                pipe.close()
            return (f'the recorder, process {self._process.pid}, has not ended within {END_SECONDS} s and goes on by itself; the session is '
                    'whole when it has')
        return said.decode('utf-8', 'replace').replace('lanescope: ', '').strip()


@functools.lru_cache(maxsize=1)
def _membership():
    probe_library()
    return probe_module('membership').Membership()


class record(contextlib.ContextDecorator):
    """Records this process and those that it starts, while a `with` block or a decorated function runs:

        with lanescope.record("run.lanes"):
            train()

    torch may be imported before or within it. `shapes`, `stacks` and `memory` leave out what costs the program most;
    `outputs` adds shapes of what operators give back, `nonfinite` which of them make NaN and Inf, `allocator` segments of CUDA memory,
    `exceptions` those that the program catches, too.
    `where`: only what runs below these modules and ranges, as `lanescope record --where` has them. `cupti` says who gets the records of a GPU where torch.profiler wants them too, as `lanescope record --cupti` does. A
    process has one recording at a time; where it is recorded already, by `lanescope record` for one, that recording goes on,
    this one warns and does nothing. What was lost, and what could not be recorded, is warned of at the end.

    `path`: the session; an older one of that name is replaced. Without it, it is named after the program and the time.
    """

    _active = threading.Lock()  # a process can be in one

    def __init__(self, path: 'Optional[str | os.PathLike[str]]' = None, *, shapes: bool = True, stacks: bool = True,
                 memory: bool = True, outputs: bool = False, nonfinite: bool = False, allocator: bool = False, exceptions: bool = False, start_paused: bool = False, cupti: str = 'share',
                 where: 'str | Sequence[str]' = ()) -> None:
        self._options = ['--cupti', cupti] + [
            option for option, given in (('--no-shapes', not shapes), ('--no-stacks', not stacks),
                                         ('--no-memory', not memory), ('--outputs', outputs),
                                         ('--nonfinite', nonfinite), ('--allocator', allocator), ('--exceptions', exceptions),
                                         ('--start-paused', start_paused)) if given]
        for pattern in [where] if isinstance(where, str) else where:
            self._options += ['--where', pattern]
        if path is not None:
            self._options += ['-o', os.fspath(path)]
        #: Where the session is, once it has begun; None: there is none.
        self.path: Optional[str] = None
        self._recorder = None

    def start(self) -> 'record':
        """From here on."""
        recorded = os.path.isdir(os.environ.get('LANESCOPE_RINGS', '')) or self._is_recorded_otherwise()
        if recorded or not record._active.acquire(blocking=False):
            warnings.warn('lanescope: this process is being recorded already; that recording goes on', stacklevel=2)
            return self
        try:
            self._begin()
        except BaseException as problem:  # Ctrl-C, too
            self._give_up()
            if not isinstance(problem, Exception):
                raise
            if not isinstance(problem, LanescopeError):
                problem = LanescopeError(f'not recording: {problem}')
            raise problem from None
        return self

    @staticmethod
    def _is_recorded_otherwise():
        """By `lanescope attach`, of which the environment knows nothing."""
        return 'lanescope_probe' in sys.modules and _membership().is_recorded()

    def _begin(self):
        self._process, self._environment = os.getpid(), None
        self._recorder = _Recorder(self._options)
        self._environment = _Environment(self._recorder.folder)
        self._environment.set()
        atexit.register(self.stop)
        _membership().join(self._recorder.folder)
        status = dict(line.partition('=')[::2] for line in self._recorder.ask('status').splitlines())
        self.path = status['session']

    def stop(self) -> None:
        """The session is whole when this returns. In a forked child nothing happens: its parent's recording goes on."""
        if self._recorder is None or self._process != os.getpid():
            return
        _membership().leave()
        said = self._give_up().splitlines()
        for line in said[1:] + [line for line in said[:1] if not line.endswith(' 0 lost')]:
            warnings.warn(f'lanescope: {line}', stacklevel=2)

    def _give_up(self):
        """What the recorder had to say. Who does not wait for that, by Ctrl-C, may record again all the same."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.let_go()
            if self._environment is not None:
                self._environment.restore()
            atexit.unregister(self.stop)
        record._active.release()
        return recorder.end() if recorder is not None else ''

    def pause(self) -> None:
        """Nothing is recorded until resume(); operators run at their own speed."""
        if self._recorder is not None:
            self._recorder.ask('stop')

    def resume(self) -> None:
        """Goes on after a pause, or after `start_paused`, within some milliseconds."""
        if self._recorder is not None:
            self._recorder.ask('start')

    def __enter__(self) -> 'record':
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
