"""Modules that the program may import some day: what is to be done with each then, or now where it is there already."""
import sys


class _TellingLoader:
    """A module's own loader, and then `after`."""

    def __init__(self, loader, after):
        self._loader, self._after = loader, after

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        self._after(module)

    def __getattr__(self, name):
        return getattr(self._loader, name)


class AwaitedImports:
    """`awaited`: {name of a module: what takes it}. Never raises into the program: another torch may have other modules."""

    def __init__(self, awaited):
        self._awaited = awaited
        self.take_back = []  # what undoes what was done with them

    def watch(self):
        """Returns what takes everything back."""
        for name, use in list(self._awaited.items()):
            if name in sys.modules:
                self._use(name, sys.modules[name], use)
        if self._awaited:
            sys.meta_path.insert(0, self)
        return self._leave

    def _leave(self):
        self._wait_no_more()
        while self.take_back:
            self.take_back.pop()()

    def _wait_no_more(self):
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(self, name, path=None, target=None):
        use = self._awaited.get(name)
        if use is None:
            return None
        for finder in list(sys.meta_path):
            find = None if finder is self else getattr(finder, 'find_spec', None)
            spec = find(name, path, target) if find is not None else None
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _TellingLoader(spec.loader, lambda module: self._use(name, module, use))
                return spec
        return None

    def _use(self, name, module, use):
        self._awaited.pop(name, None)
        if not self._awaited:
            self._wait_no_more()
        try:
            use(module)
        except Exception:
            pass
