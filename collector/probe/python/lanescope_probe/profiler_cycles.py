"""The last way to see operators: torch.profiler, switched on and off in cycles by the main thread.

It keeps in memory what it has seen and takes its time when it is switched off. So a cycle ends after a few hundred
operators, and then the program runs for as long without it as that has taken: neither grows with the program. The probe's
own hook counts them, if torch takes it; time ends the cycle as well, but on a busy machine the worker gets its turn late.
It sees the main thread and what runs for it in autograd's threads.
"""
import _thread
import atexit
import ctypes
import functools
import os
import threading
import time
from multiprocessing import util

from lanescope_probe.native import Interpreter, MainThreadCall, ProfilerSwitch, Source, Uncalibrated, start
from lanescope_probe.profiler_events import Clock, gap, records_of

OPERATORS_PER_CYCLE = 300
SHORTEST, LONGEST = 0.002, 0.05  # seconds of a cycle
RETRY = 0.05
LOG_VARIABLE = 'KINETO_LOG_LEVEL'


class _Turn:
    """One cycle's result on its way from the main thread to the worker and back."""

    def __init__(self, result, clock):
        self.result, self.clock, self.records = result, clock, None
        self.ready = _thread.allocate_lock()
        self.ready.acquire()


class ProfilerCycles:
    def __init__(self, library, torch, fail):
        """`fail`: called with the reason when recording has to end."""
        self._library, self._torch, self._fail = library, torch, fail
        self._seconds, self._stall = LONGEST / 8, 0.0
        self._gap, self._turn, self._over = None, None, False  # _gap: the ticks since when nothing has been recorded
        self._left = True  # the worker, or it has not come yet

    def start(self):
        """On the main thread. Raises if it cannot work here."""
        if threading.get_ident() != threading.main_thread().ident:
            raise Uncalibrated('torch was not imported by the main thread')
        self._bind()
        self._prove()
        self._make_way()
        atexit.register(self._end)
        self._library.set_arguments(0)  # the hook only counts
        self._library.add_hook()
        self._library.use_profiler(ctypes.byref(self._switch))
        start(self._library, Source.PROFILER)
        self._library.record(Source.PROFILER, 1)
        self._switch.enough, self._switch.most = ctypes.addressof(self._call), OPERATORS_PER_CYCLE
        os.register_at_fork(before=self._before_fork, after_in_parent=self._after_fork, after_in_child=self._begin)
        util.register_after_fork(self, lambda cycles: util.Finalize(cycles, cycles._end, exitpriority=100))
        self._begin()

    def _bind(self):
        from torch._C._autograd import _disable_profiler, _enable_profiler, _prepare_profiler
        from torch._C._profiler import _ExperimentalConfig
        from torch.autograd import ProfilerActivity, ProfilerConfig, ProfilerState
        arguments = (ProfilerConfig(ProfilerState.KINETO, True, False, False, False, False, _ExperimentalConfig()),
                     {ProfilerActivity.CPU})
        self._kept = (functools.partial(_prepare_profiler, *arguments), functools.partial(_enable_profiler, *arguments),
                      _disable_profiler, self._after_turn)
        *functions, after_turn = map(id, self._kept)
        self._switch = ProfilerSwitch(Interpreter.own(), *functions)
        self._call = MainThreadCall(Interpreter.own(), ctypes.pointer(self._switch), after_turn)

    def _prove(self):
        """One cycle around an operator that is known. Kineto's messages would stand in the program's own output."""
        quiet = LOG_VARIABLE not in os.environ
        if quiet:
            os.environ[LOG_VARIABLE] = '99'
        try:
            self._switch_to(True)
            self._torch.ones(2, 3).add(self._torch.ones(2, 3))
            self._switch_to(False)
        finally:
            if quiet:
                del os.environ[LOG_VARIABLE]
        result, clock = self._take_result()
        records_of(result.events(), clock, 0)
        if not any(event.name() == 'aten::add' and event.shapes()[:2] == [[2, 3], [2, 3]] for event in result.events()):
            raise Uncalibrated('it did not see an operator that ran')

    def _begin(self):
        """Also in a forked child, which has neither the worker nor its locks."""
        self._left = True
        if self._over:
            return
        self._thread, self._gap, self._turn, self._switch.result = threading.get_native_id(), None, None, None
        self._turned = _thread.allocate_lock()
        self._turned.acquire()
        self._switch_to(True)
        self._left = False
        _thread.start_new_thread(self._work, ())

    # On the main thread.

    def _switch_to(self, on):
        self._library.turn_profiler(ctypes.byref(self._switch), on)
        if self._switch.failed:
            raise Uncalibrated('it could not be switched ' + ('on' if on else 'off'))

    def _take_result(self):
        """What the last cycle brought, once; or None."""
        address, self._switch.result = self._switch.result, None
        if address is None:
            return None
        result = ctypes.cast(address, ctypes.py_object).value
        ctypes.pythonapi.Py_DecRef(ctypes.c_void_p(address))
        self._gap = self._switch.end.ticks
        return result, Clock(self._switch.begin, self._switch.end)

    def _record(self, records):
        if records:
            self._library.record_whole(records, len(records))

    def _close_at_once(self):
        """Without the worker: at the end, before a fork, and when the program wants torch.profiler for itself."""
        self._switch_to(False)
        taken = self._take_result()
        if taken is not None:
            self._record(records_of(taken[0].events(), taken[1], self._thread))

    def _after_turn(self):
        """Called by the interpreter, between two instructions of the program, after the profiler has been switched.

        The worker converts while this waits. What a signal's handler raises meanwhile passes through into the program.
        """
        turn = None
        try:
            taken = self._take_result()
            if taken is not None:
                turn = self._turn = _Turn(*taken)
            elif self._switch.running and self._gap is not None:
                since, self._gap = self._gap, None
                self._record(gap(since, self._switch.begin.ticks, self._thread))
        finally:
            if self._turned.locked():  # a second call follows one that a handler's exception has cut off
                self._turned.release()
            self._switch.waiting = 0
        if turn is not None:
            self._await(turn)
            self._record(turn.records)

    def _await(self, turn):
        """A cycle that enough operators have ended may come when recording has ended, and the worker with it."""
        while not turn.ready.acquire(timeout=RETRY):
            if self._left and not turn.ready.acquire(blocking=False):
                self._convert(turn)
                return

    # The worker.

    def _work(self):
        try:
            self._serve()
        finally:
            self._left = True

    def _serve(self):
        turned, switch = self._turned, self._switch
        while not self._over and not switch.ended:
            if switch.running:
                due = not turned.acquire(timeout=self._seconds)  # else enough operators have run before
            else:
                time.sleep(max(self._stall, SHORTEST))
                due = True
            if due:
                switch.wanted, switch.waiting = not switch.running, True
                while not self._library.call_soon(ctypes.byref(self._call)):
                    time.sleep(RETRY)
                turned.acquire()  # may take as long as the main thread is busy elsewhere
            turn, self._turn = self._turn, None
            if turn is not None:
                self._convert(turn)
            if switch.failed:
                self._stop_for_good('it could not be switched')

    def _convert(self, turn):
        begin = time.monotonic()
        try:
            turn.records = records_of(turn.result.events(), turn.clock, self._thread)
            wanted = self._seconds * OPERATORS_PER_CYCLE / max(1, len(turn.records))
            self._seconds = max(SHORTEST, min(wanted, 2 * self._seconds, LONGEST))
        except Exception as problem:
            self._stop_for_good(problem)
        finally:
            turn.result = None
            turn.ready.release()
            self._stall = time.monotonic() - begin

    def _stop_for_good(self, problem):
        self._over = True
        self._switch.held = 1
        self._fail(problem)

    # What the program does.

    def _make_way(self):
        """The program's own torch.profiler comes first: a second one on a thread is an error."""
        module = self._torch.autograd.profiler

        def ahead(original):
            def call(*arguments, **keywords):
                self._hold()
                return original(*arguments, **keywords)
            return call

        def after(original):
            def call(*arguments, **keywords):
                try:
                    return original(*arguments, **keywords)
                finally:
                    self._switch.held = self._over
            return call
        for name, change in (('_prepare_profiler', ahead), ('_enable_profiler', ahead), ('_disable_profiler', after)):
            if hasattr(module, name):
                setattr(module, name, change(getattr(module, name)))

    def _hold(self):
        self._switch.held = 1
        if threading.current_thread() is threading.main_thread():
            self._close_at_once()

    def _end(self):
        self._over = True
        self._switch.held = 1
        self._close_at_once()

    def _before_fork(self):
        """What torch.profiler keeps must not be copied in the middle of its work."""
        self._reopen = self._switch.running and threading.current_thread() is threading.main_thread()
        if self._reopen:
            self._close_at_once()

    def _after_fork(self):
        if self._reopen:
            self._switch_to(True)
