"""Which nn.Modules the session's filter names (`--where module:layers.3`), and the calls of them."""
import ctypes
import struct

from lanescope_probe.native import KEEP_REFERENCE, ModuleCallInterface, Uncalibrated, only

MODULE = 'module:'
CLASS_BYTES = 400  # of a class object, in which the slot for calls lies


class ModulePattern:
    """A module by its place, "layers.3.attn" anywhere in "GPT.layers.3.attn", a star for any part, or by its class."""

    def __init__(self, text):
        self._parts = text.split('.')

    def matches(self, path, own_class):
        parts = path.split('.')
        length = len(self._parts)
        return [own_class] == self._parts or any(
            all(wanted in ('*', part) for wanted, part in zip(self._parts, parts[at:at + length]))
            for at in range(len(parts) - length + 1) if at + length == len(parts))


def filter_of(library):
    """The session's, empty if everything is recorded."""
    text = ctypes.create_string_buffer(1024)
    library.filter(text)
    return text.value.decode('utf-8', 'replace')


def module_patterns(text):
    """What a filter says of modules."""
    return [ModulePattern(line[len(MODULE):]) for line in text.split('\n') if line.startswith(MODULE)]


def _word(kind, offset):
    return struct.unpack('<Q', ctypes.string_at(id(kind) + offset, 8))[0]


class _Callable:
    def __call__(self):
        return self


class _Inherited(_Callable):
    pass


class _Plain:
    pass


class ModuleCalls:
    """Of all classes of modules, those that come later too."""

    def __init__(self, library, torch, names):
        self._library, self._module, self._names = library, torch.nn.Module, names
        self._slot, self._original = self._find_slot()
        self._subclass = None  # what tells of new classes

    def _find_slot(self):
        """tp_call holds the same where a class has a __call__ in Python or inherits it, and nothing where there is none."""
        found = [offset for offset in range(24, CLASS_BYTES, 8)
                 if _word(_Plain, offset) == 0 != _word(_Callable, offset) == _word(_Inherited, offset) == _word(self._module, offset)]
        slot = only('the slot of a class for calls', found if len(found) == 1 else [])
        return slot, _word(_Callable, slot)

    def start(self):
        self._tell(None)
        self._prove()
        name = self._names.name_call
        KEEP_REFERENCE.append(name)
        self._tell(id(name))
        self._names.choose(module_patterns(filter_of(self._library)))
        self._names.before_naming = self.watch_all
        self.watch_all()
        self._watch_new_ones()

    def forget(self):
        """Nothing of ours is at the program's classes any more."""
        if self._module.__dict__.get('__init_subclass__') is self._subclass:
            del self._module.__init_subclass__
        for kind in self._classes():
            self._library.watch_class(id(kind), 0)
        self._names.before_naming = None
        self._names.choose([])

    def watch_all(self):
        for kind in self._classes():
            self._library.watch_class(id(kind), 1)

    def _tell(self, name):
        address = lambda function: ctypes.cast(function, ctypes.c_void_p).value
        api = ctypes.pythonapi
        self._interface = ModuleCallInterface(self._original, self._slot, name,
                                              address(api.PyObject_CallFunctionObjArgs), address(api.Py_DecRef))
        self._library.watch_module_calls(ctypes.byref(self._interface))

    def _prove(self):
        """On a class of ours, before one of the program's is touched."""
        before, one = self._library.module_calls(), _Callable()
        self._library.watch_class(id(_Callable), 1)
        try:
            same = one() is one
        finally:
            self._library.watch_class(id(_Callable), 0)
        if not same or self._library.module_calls() != before + 1 or one() is not one or self._library.module_calls() != before + 1:
            raise Uncalibrated('the slot of a class for calls is not where it was found')

    def _classes(self):
        seen, waiting = set(), [self._module]
        while waiting:
            kind = waiting.pop()
            if kind not in seen:
                seen.add(kind)
                yield kind
                waiting += type.__subclasses__(kind)

    def _watch_new_ones(self):
        """Classes do not inherit the slot: each that is made is told of."""
        module, library = self._module, self._library
        if '__init_subclass__' in module.__dict__:
            return  # the program's own: its classes are found when something in them is called that is known
        def __init_subclass__(kind, **keywords):
            super(module, kind).__init_subclass__(**keywords)
            library.watch_class(id(kind), 1)
        module.__init_subclass__ = classmethod(__init_subclass__)
        self._subclass = module.__dict__['__init_subclass__']
