"""Exceptions of the program as marks: those that nobody catches, and from Python 3.12 on those that end the call of a module, a backward pass
or an optimizer's step, whoever catches them; and where the recording asks for it all that are raised. No exception, traceback or frame is kept, none is changed, and no code of the program is called:
what a message is made of are texts and numbers, or it is left out."""
import atexit
import sys
import threading

from lanescope_probe.frame_locals import local_of

MOST_TEXT = 400
MOST_FRAMES = 2000
TOOLS = (4, 3)  # of sys.monitoring, that are nobody's by name; function_trace takes 3 first
PLAIN = (str, int, float, bool, bytes, type(None))
MOST_MESSAGES = 10_000  # different ones of caught exceptions: a session keeps each
HOW_LOOPS_END = (StopIteration, StopAsyncIteration, GeneratorExit)
MODULE, BACKWARD, STEP = 'module', 'the backward pass', "the optimizer's step"


def message_of(exception):
    """'RuntimeError: mat1 and mat2 shapes cannot be multiplied'; of arguments that only code of the program can write, none."""
    said = exception.args if type(exception.args) is tuple else ()
    text = ', '.join(str(part) for part in said) if all(type(part) in PLAIN for part in said) else ''
    return type(exception).__name__ + (': ' + ' '.join(text[:MOST_TEXT].split()) if text else '')


def place_of(traceback):
    """'/src/model.py:12', where it was raised."""
    for _ in range(MOST_FRAMES):
        if traceback is None or traceback.tb_next is None:
            break
        traceback = traceback.tb_next
    return f'{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}' if traceback is not None else ''


def sentence(exception, traceback, consequence):
    place = place_of(traceback)
    return f'{message_of(exception)[:MOST_TEXT]}{f" at {place}" if place else ""}, {consequence}'


def codes_of(torch):
    """{code: what it runs} of the functions that an exception ends a part of training with."""
    codes = {torch.nn.Module._call_impl.__code__: MODULE, torch.autograd.backward.__code__: BACKWARD}
    hook = getattr(torch.optim.Optimizer, 'profile_hook_step', None)
    if hook is not None:
        codes[hook(lambda optimizer: None).__code__] = STEP  # what wraps each optimizer's
    return codes


class Exceptions:
    """Of one process, from watch() on. Never raises into the program."""

    def __init__(self, library, torch, all_raised=False):
        """`all_raised`: those that somebody catches, too, from Python 3.12 on."""
        self._library, self._all_raised, self._messages = library, all_raised, set()
        self._codes = codes_of(torch) if hasattr(sys, 'monitoring') else {}
        self._tool = None

    def watch(self):
        """Returns what takes it back."""
        self._library.open_ranges()
        known = self._identity(getattr(sys, 'last_value', None))
        atexit.register(self._at_exit, known)
        before = threading.excepthook

        def of_thread(told):
            if told.exc_value is not None and told.exc_type is not SystemExit:
                self._mark(told.exc_value, told.exc_traceback, 'ends the thread')
            before(told)
        threading.excepthook = of_thread
        self._watch_calls()

        def take_back():
            atexit.unregister(self._at_exit)
            if threading.excepthook is of_thread:
                threading.excepthook = before
            self._leave_calls()
        return take_back

    def _mark(self, exception, traceback, consequence):
        """From a function of ours that Python has called."""
        try:
            self._library.mark(sentence(exception, traceback, consequence).encode('utf-8', 'replace'), 2)
        except (AttributeError, TypeError, ValueError):
            pass  # and nothing wider: what a signal's handler raises here is the program's

    def _at_exit(self, known):
        """The interpreter keeps what nobody has caught in the main thread: no hook of the program's is in the way."""
        exception = getattr(sys, 'last_value', None)
        if exception is not None and self._identity(exception) != known:
            self._mark(exception, exception.__traceback__, 'ends the program')

    @staticmethod
    def _identity(exception):
        """Without a reference to it: a later one at its address says something else, or was raised elsewhere."""
        return None if exception is None else (id(exception), message_of(exception), place_of(exception.__traceback__))

    def _watch_calls(self):
        if not self._codes:
            return
        monitoring = sys.monitoring
        self._tool = next((tool for tool in TOOLS if monitoring.get_tool(tool) is None), None)
        if self._tool is None:
            return
        monitoring.use_tool_id(self._tool, 'lanescope exceptions')
        callbacks = {monitoring.events.PY_UNWIND: self._unwinds}
        if self._all_raised:
            callbacks[monitoring.events.RAISE] = self._is_raised
        for event, callback in callbacks.items():
            monitoring.register_callback(self._tool, event, callback)
        monitoring.set_events(self._tool, sum(callbacks))

    def _leave_calls(self):
        if self._tool is not None:
            sys.monitoring.set_events(self._tool, 0)
            for event in sys.monitoring.events.PY_UNWIND, sys.monitoring.events.RAISE:
                sys.monitoring.register_callback(self._tool, event, None)
            sys.monitoring.free_tool_id(self._tool)
            self._tool = None

    def _unwinds(self, code, _, exception):
        """Each function that an exception leaves."""
        kind = self._codes.get(code)
        if kind is None:
            return
        traceback = exception.__traceback__
        inner = traceback.tb_next if traceback is not None else None
        for _ in range(MOST_FRAMES):
            if inner is None:
                break
            if inner.tb_frame.f_code in self._codes:
                return  # a call within has told
            inner = inner.tb_next
        self._mark(exception, traceback, f'ends {self._class_of_module() if kind == MODULE else kind}')

    @staticmethod
    def _class_of_module():
        """Of the one whose call the exception leaves."""
        try:
            return type(local_of(sys._getframe(2), 'self')).__name__
        except (LookupError, NameError):
            return 'a module'

    def _is_raised(self, code, _, exception):
        """Each function that an exception comes up in: the first one raises it."""
        try:
            traceback = exception.__traceback__
            if traceback is None or traceback.tb_next is not None or issubclass(type(exception), HOW_LOOPS_END):
                return
            place = f'{code.co_filename}:{traceback.tb_lineno}'
            said = f'{message_of(exception)[:MOST_TEXT]} at {place}, raised'
            if said not in self._messages:
                if len(self._messages) < MOST_MESSAGES:
                    self._messages.add(said)
                else:
                    said = f'{type(exception).__name__} at {place}, raised'
            self._library.mark(said.encode('utf-8', 'replace'), 1)
        except (AttributeError, TypeError, ValueError):
            pass
