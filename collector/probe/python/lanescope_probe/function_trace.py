"""Puts the probe's callbacks of Python's functions in and takes them out: sys.monitoring where there is that, which leaves other
tools alone, else a profile function of each thread that has none of the program's own."""
import ctypes
import os
import sys
import threading

from lanescope_probe.native import Interpreter, MainThreadCall, ProfileInterface, Source, Uncalibrated, builtin, only, start, word_at

TOOLS = (3, 4)  # of sys.monitoring, that are nobody's by name
STATE_BYTES = 512


class _Monitoring:
    """One tool of sys.monitoring, for all threads."""

    def __init__(self, library):
        events = sys.monitoring.events
        first = library.monitoring_callbacks(id(None))
        self._callbacks = {}  # by event
        for place, of in enumerate(((events.PY_START, events.PY_RESUME, events.PY_THROW),
                                    (events.PY_RETURN, events.PY_YIELD, events.PY_UNWIND))):
            callback = builtin(first + place * 4 * ctypes.sizeof(ctypes.c_void_p))
            self._callbacks.update(dict.fromkeys(of, callback))
        self._tool = None

    def take(self):
        monitoring = sys.monitoring
        self._tool = next((tool for tool in TOOLS if monitoring.get_tool(tool) is None), None)
        if self._tool is None:
            raise Uncalibrated('the program uses all tools of sys.monitoring itself')
        monitoring.use_tool_id(self._tool, 'lanescope')
        for event, callback in self._callbacks.items():
            monitoring.register_callback(self._tool, event, callback)

    def turn(self, on):
        sys.monitoring.set_events(self._tool, sum(self._callbacks) if on else 0)

    def thread_starts(self):
        pass

    def forget(self):
        for event in self._callbacks:
            sys.monitoring.register_callback(self._tool, event, None)
        sys.monitoring.free_tool_id(self._tool)


class _Profiling:
    """A profile function of each thread."""

    def __init__(self, library):
        self._library, self._on = library, False
        api = ctypes.PyDLL(None)  # the program may have made ctypes.pythonapi's functions its own
        api.PyInterpreterState_Get.restype = api.PyThreadState_Get.restype = ctypes.c_void_p
        address = lambda name: ctypes.cast(getattr(api, name), ctypes.c_void_p).value
        self._interface = ProfileInterface(api.PyInterpreterState_Get(), *map(address, (
            'PyInterpreterState_ThreadHead', 'PyThreadState_Next', 'PyThreadState_Get', '_PyEval_SetProfile', 'PyCapsule_New',
            'PyCapsule_GetPointer', 'Py_DecRef', 'Py_IsInitialized')), self._place_of_function(api))

    def _place_of_function(self, api):
        """Where a thread's state has its profile function: tried with one that does nothing, in a thread of ours."""
        nothing = ctypes.cast(self._library.lanes_probe_profile_nothing, ctypes.c_void_p)
        set_profile = api._PyEval_SetProfile
        set_profile.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
        image, found = ctypes.create_string_buffer(STATE_BYTES), []

        def look():
            state = api.PyThreadState_Get()
            try:
                self._library.peek(state, image, STATE_BYTES)
                before = image.raw
                set_profile(state, nothing, None)
                self._library.peek(state, image, STATE_BYTES)
            finally:
                set_profile(state, None, None)
            found.extend(offset for offset in range(0, STATE_BYTES, 8)
                         if word_at(image.raw, offset) == nothing.value != word_at(before, offset))
        thread = threading.Thread(target=look, daemon=True)
        thread.start()
        thread.join()
        return only('profile function of a thread', found)

    def take(self):
        pass

    def turn(self, on):
        self._on = on
        self._library.profile_all(ctypes.byref(self._interface), on)

    def thread_starts(self):
        if self._on:
            self._library.profile_this(ctypes.byref(self._interface))

    def forget(self):
        pass


class FunctionTrace:
    """Of this process, from start() to forget()."""

    def __init__(self, library):
        self._library = library
        self._way = _Monitoring(library) if hasattr(sys, 'monitoring') else _Profiling(library)
        self._on = self._started = False
        self._callable = self._follow
        self._call = MainThreadCall(Interpreter.own(), None, id(self._callable))
        os.register_at_fork(after_in_child=self._go_on)

    def start(self):
        self._way.take()
        self._started = True
        self._library.follow_functions_by(ctypes.byref(self._call))
        for thread in threading.enumerate():
            if thread.native_id is not None:
                self.name(thread.native_id, thread.name.encode('utf-8', 'replace'))
        start(self._library, Source.FUNCTIONS)
        self._library.record(Source.FUNCTIONS, 1)
        self._follow()

    def name(self, thread, name):
        self._library.name_traced(thread, name)

    def thread_starts(self):
        """In the thread that does."""
        try:
            self._way.thread_starts()
        except Exception:
            pass  # it runs without

    def forget(self):
        """The library has stopped: nothing comes any more."""
        self._started = False
        self._way.forget()

    def _follow(self):
        """On the main thread, between two instructions of the program, or while the source stops."""
        try:
            on = self._library.wants_functions() != 0
            if on != self._on:
                self._on = on
                self._way.turn(on)
                if not on:
                    self._library.end_functions()
        except Exception:
            pass  # none of it is the program's

    def _go_on(self):
        """A forked child: what watches is a thread, which is the parent's."""
        try:
            if self._started and self._library.is_recorded():
                start(self._library, Source.FUNCTIONS)
        except Exception:
            pass  # the child has operators all the same
