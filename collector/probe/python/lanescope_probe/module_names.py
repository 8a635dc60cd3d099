"""What nn.Modules are called: by their place in the outermost module that runs them, "GPT.layers.3.attn (Attention)". Which modules
run is read by the library: a frame object of ours, or the locals that it gives, would keep the program's objects alive."""
import ctypes
import sys
import time
import weakref

from lanescope_probe.native import Interpreter, MainThreadCall, RunningModulesInterface, Source, start


def tree(root):
    """(path, module) of a module and all below it, each once; runs no code of the program's."""
    seen, waiting = set(), [('', root)]
    while waiting:
        path, module = waiting.pop()
        if id(module) in seen:
            continue
        seen.add(id(module))
        yield path, module
        below = vars(module).get('_modules')
        if isinstance(below, dict):
            waiting += reversed([(f'{path}.{name}', child) for name, child in below.items()
                                 if child is not None and hasattr(child, '__dict__')])


def _passed_on(problem):
    """None where it arose in this file, of a module like no other: that one is known by its class. Else the handler of a signal has
    raised it, and it belongs to the program: it is returned without our frames, whose locals would live as long as it does."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return None if trace is None else problem.with_traceback(trace)


class ModuleNames:
    """Names are given while a module runs, all of its outermost module's tree at once, and end with the module."""

    def __init__(self, library):
        self._library, self._interface = library, RunningModulesInterface.own()
        self._known = {}  # id -> (weak reference, id of the outermost module)
        self._numbers = {}  # name -> number: a name whose module has died is given out again
        self._roots = {}  # name -> weak reference to the outermost module
        self._callable = self._name_running
        self._chosen = []  # patterns of those that are recorded (module_calls.py)
        self.before_naming = None  # called before names are given
        self._call = MainThreadCall(Interpreter.own(), None, id(self._callable))

    def start(self):
        self._library.name_modules_by(ctypes.byref(self._call))
        if sys.version_info < (3, 11):
            self._library.name_modules_by_class()  # until they are named: code does not say its class
        start(self._library, Source.MODULES)

    def choose(self, patterns):
        """Modules that one of these matches are told of from now on."""
        self._chosen = patterns
        self._numbers.clear()  # each is matched when its number is made

    def name_call(self, module):
        """The calling thread is about to call a module that has no name yet."""
        begin = time.monotonic_ns()
        try:
            if self.before_naming is not None:
                self.before_naming()
            self._name_calls([module, *next(self._running(every_thread=False), ())])
        except BaseException as problem:
            module = None
            if _passed_on(problem) is not None:
                raise
        finally:
            self._library.naming_done(time.monotonic_ns() - begin)

    def forget(self):
        """Nothing of ours is at the program's modules any more."""
        for address in list(self._known):
            self._library.set_module(address, 0)
        self._known.clear()
        self._roots.clear()

    def _name_running(self):
        """On the main thread, between two instructions of the program."""
        begin = time.monotonic_ns()
        try:
            for running in self._running(every_thread=True):
                self._name_calls(running)
        except BaseException as problem:
            running = None
            if _passed_on(problem) is not None:
                raise
        finally:
            self._library.naming_done(time.monotonic_ns() - begin)

    def _running(self, every_thread):
        """The modules of each thread, innermost first."""
        found, running = [], []
        self._library.list_running_modules(ctypes.byref(self._interface), found, every_thread)
        for module in found:
            if module is not None:
                running.append(module)
            else:
                yield running
                running = []

    def _name_calls(self, running):
        if not running or all(id(module) in self._known for module in running):
            return
        self._name_tree(running.pop())  # also one that is known: what was added to it has its place there
        for module in reversed(running):
            if id(module) not in self._known:
                self._name_tree(module)

    def _name_tree(self, root):
        found = list(tree(root))
        inside = {id(module) for _, module in found}
        known = self._known.get(id(root))
        if known is not None and known[1] != id(root):
            return  # part of a larger one
        name = self._name_of_root(root)
        for path, module in found:
            known = self._known.get(id(module))
            if known is not None and known[1] not in inside:
                continue  # of another tree that has it too
            own = type(module).__name__
            self._set(module, name + (f'{path} ({own})' if path else ''), id(root), name + path, own)

    def _name_of_root(self, root):
        """Its class, with a number if another one of that class has the name."""
        own = type(root).__name__
        count, name = 0, own
        while (holder := self._roots.get(name, lambda: None)()) is not None and holder is not root:
            count += 1
            name = f'{own}_{count}'
        self._roots[name] = weakref.ref(root)
        return name

    def _set(self, module, name, root, path, own):
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = self._library.define_module(name.encode('utf-8', 'replace'))
            if any(pattern.matches(path, own) for pattern in self._chosen):
                self._library.choose_module(number)
            elif self._chosen:
                self._library.note_seen(f'module:{path}'.encode('utf-8', 'replace'))
        address, set_module, known = id(module), self._library.set_module, self._known

        def forget(_):
            known.pop(address, None)
            set_module(address, 0)
        known[address] = weakref.ref(module, forget), root
        set_module(address, number)
