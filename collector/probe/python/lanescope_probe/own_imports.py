"""Imports of modules of ours, which take the standard library's modules from the library itself. A program may have a file of such a
name beside its script ("sysconfig.py"), which an ordinary import would run.

What the program has imported already is shared with it. A module that it has not imported is loaded for us alone and is not left in
sys.modules, where a program that has its own would find it later. This module imports only what every Python has loaded."""
import _frozen_importlib
import _frozen_importlib_external
import _thread
import builtins
import os
import sys

OURS = ('lanescope', 'lanescope_probe')
SHARING = 'lanescope'  # imported by the program itself: what it imports is left in sys.modules, as any library's imports are
NOT_OF_LIBRARY = ('site-packages', 'dist-packages')
MISSING = object()


def _library_folders():
    library = getattr(sys, '_stdlib_dir', None) or os.path.dirname(os.__file__)
    dynamic = os.path.join(sys.base_exec_prefix, getattr(sys, 'platlibdir', 'lib'), 'python%d.%d' % sys.version_info[:2])
    archive = os.path.join(os.path.dirname(library), 'python%d%d.zip' % sys.version_info[:2])
    found = [archive, library, os.path.join(library, 'lib-dynload'), os.path.join(dynamic, 'lib-dynload')]
    return [path for path in dict.fromkeys(found) if os.path.exists(path)]


class OwnImports:
    """One per process."""

    def __init__(self):
        self._folders = _library_folders()
        self._library = {}  # what has been loaded for us alone
        self._whole = set()  # names of modules of ours that have been loaded
        self._builtins = dict(vars(builtins), __import__=self._import)
        self._renew_lock()
        os.register_at_fork(after_in_child=self._renew_lock)

    def load(self, name):
        """A module of ours, 'lanescope_probe.native', whose imports go through here. Its package must have been imported."""
        if name in self._whole:
            return sys.modules[name]
        with self._lock:
            if name not in sys.modules:
                parent, _, last = name.rpartition('.')
                spec = self._spec(name, sys.modules[parent].__path__)
                module = sys.modules[name] = _frozen_importlib.module_from_spec(spec)
                try:
                    self._run(module)
                except BaseException:
                    del sys.modules[name]
                    raise
                setattr(sys.modules[parent], last, module)
                self._whole.add(name)
            return sys.modules[name]

    def _renew_lock(self):
        self._lock = _thread.RLock()  # a fork may come while another thread holds it

    def _run(self, module):
        module.__builtins__ = self._builtins
        module.__spec__.loader.exec_module(module)

    @staticmethod
    def _spec(name, path):
        spec = _frozen_importlib_external.PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)
        return spec

    def _import(self, name, space=None, local=None, names=(), level=0):
        """Takes the place of __import__ in modules of ours and in those of the library that are loaded for us."""
        importer = (space or {}).get('__name__', '')
        if level > 0:
            package = space['__package__'] or importer.rpartition('.')[0]
            base = package.rsplit('.', level - 1)[0]
            name = f'{base}.{name}' if name else base
        top = name.partition('.')[0]
        ours = importer.partition('.')[0]
        if top in OURS:
            find = self._of_ours
        elif ours not in OURS or self._is_standard(top):
            find = self._shared if ours == SHARING and not self._anything_is_shadowed() else self._standard
        else:
            return builtins.__import__(name, space, local, names, 0)
        module = find(name)
        for part in names or ():
            if part != '*' and not hasattr(module, part) and hasattr(module, '__path__'):
                try:
                    find(f'{name}.{part}')
                except ModuleNotFoundError:
                    pass  # the statement itself says so
        return module if names else find(top)

    def _of_ours(self, name):
        return self.load(name) if '.' in name else sys.modules[name]

    @staticmethod
    def _shared(name):
        builtins.__import__(name)
        return sys.modules[name]

    def _is_standard(self, top):
        if hasattr(sys, 'stdlib_module_names'):
            return top in sys.stdlib_module_names
        return top in sys.builtin_module_names or _frozen_importlib_external.PathFinder.find_spec(top, self._folders) is not None

    def _anything_is_shadowed(self):
        """Whether a folder that the program's imports look into first has any file of a name of the library's."""
        standard = getattr(sys, 'stdlib_module_names', ()) or {entry.partition('.')[0] for folder in self._folders[1:]
                                                                for entry in os.listdir(folder)}
        for folder in sys.path:
            if folder in self._folders:
                return False
            try:
                entries = os.listdir(folder or os.curdir)
            except OSError:
                continue
            if any(entry.partition('.')[0] in standard for entry in entries):
                return True
        return False

    def _is_of_library(self, module):
        origin = getattr(getattr(module, '__spec__', None), 'origin', None)
        if origin in ('built-in', 'frozen'):
            return True
        return isinstance(origin, str) and any(
            origin.startswith(folder + os.sep) and origin[len(folder) + 1:].partition(os.sep)[0] not in NOT_OF_LIBRARY
            for folder in self._folders)

    def _standard(self, name):
        """A module of the library: ours where there is one, else the program's, else one that is loaded now."""
        known = self._library.get(name)
        if known is not None:
            return known
        shared = sys.modules.get(name)
        if shared is not None and self._is_of_library(shared):
            return shared
        parent, _, last = name.rpartition('.')
        above = self._standard(parent) if parent else None
        if name in sys.builtin_module_names or (above is not None and above is sys.modules.get(parent)):
            return self._shared(name)  # no file can take its place
        with self._lock:
            return self._library.get(name) or self._load_for_us(name, above, last)

    def _load_for_us(self, name, above, last):
        spec = self._spec(name, self._folders if above is None else above.__path__)
        before = sys.modules.get(name, MISSING)
        try:
            module = _frozen_importlib.module_from_spec(spec)
            self._library[name] = sys.modules[name] = module  # where its own code looks itself up
            self._run(module)
        except BaseException:
            self._library.pop(name, None)
            raise
        finally:
            if before is MISSING:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = before
        if above is not None:
            setattr(above, last, module)
        return module


own_imports = OwnImports()
load = own_imports.load
