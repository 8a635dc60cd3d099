"""Notices the import of torch and attaches the probe right after it."""
import os
import sys

from lanescope_probe.own_imports import load


def _tell(folder, suffix, before=None):
    """The recorder waits for a process that imports torch, also when the rest of the program has ended."""
    try:
        path = os.path.join(folder, str(os.getpid()))
        if before is None:
            os.close(os.open(path + suffix, os.O_CREAT | os.O_WRONLY, 0o600))
        else:
            os.rename(path + before, path + suffix)
    except OSError:
        pass  # there is no recorder any more


def _attach(module, folder):
    """Never raises: a program must not notice, not even that a module of Python is missing here."""
    try:
        load('lanescope_probe.attach').attach(module, folder)
    except Exception as problem:
        try:
            sys.stderr.write(f'lanescope: not recording process {os.getpid()}: {problem}\n')
        except Exception:
            pass  # a daemon may have closed it


class _AttachingLoader:
    """torch's own loader, and then the probe. Gone from the module before torch's code runs."""

    def __init__(self, loader, finder):
        self._loader, self._finder = loader, finder

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        # importlib.resources, inspect and pickle are to see the loader that torch would have without us.
        module.__spec__.loader = module.__loader__ = self._loader
        _tell(self._finder.folder, '.importing')
        try:
            self._loader.exec_module(module)
            self._finder.leave()
            _attach(module, self._finder.folder)
        finally:
            _tell(self._finder.folder, '.imported', '.importing')

    def __getattr__(self, name):
        return getattr(self._loader, name)


def nvidia_folders():
    """Where pip has put CUDA's libraries for this program, libcupti among them: in the order of sys.path, divided by colons."""
    found = []
    for path in sys.path:
        try:
            packages = os.path.join(os.path.abspath(path), 'nvidia')
            found += [os.path.join(packages, name, 'lib') for name in sorted(os.listdir(packages))
                      if name == 'cuda_cupti' or name[:2] == 'cu' and name[2:].isdigit()]
        except (OSError, TypeError, ValueError):
            pass  # no folder, or nothing that names one
    return os.pathsep.join(found)


def _set_variable(folders):
    """For the probe, which CUDA's driver may load at any time, into this process or one that it starts."""
    if folders:
        os.environ['LANESCOPE_NVIDIA'] = folders
    else:
        os.environ.pop('LANESCOPE_NVIDIA', None)


class _TorchFinder:
    """Stays until torch has been imported: programs ask for it before they import it, and some never do. Whoever uses CUDA without
    torch imports something, too: `tell` hears of the folders of NVIDIA's libraries."""

    def __init__(self, folder, tell):
        self.folder, self._tell, self._path, self._told = folder, tell, None, None

    def _look(self):
        self._path = list(sys.path)
        folders = nvidia_folders()
        if folders != self._told:
            self._told = folders
            self._tell(folders)

    def find_spec(self, name, path=None, target=None):
        if sys.path and sys.path != self._path:
            self._look()
        if name != 'torch':
            return None
        for finder in list(sys.meta_path):
            find = None if finder is self else getattr(finder, 'find_spec', None)
            spec = find(name, path, target) if find is not None else None
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _AttachingLoader(spec.loader, self)
                return spec
        return None

    def leave(self):
        if self in sys.meta_path:
            sys.meta_path.remove(self)


def wait_for_torch(folder, tell=_set_variable):
    """torch is attached to the recording in `folder` once it has been imported. `tell` is called with nvidia_folders() when they
    change."""
    sys.meta_path.insert(0, _TorchFinder(folder, tell))


def stop_waiting_for_torch():
    for finder in list(sys.meta_path):
        if isinstance(finder, _TorchFinder):
            finder.leave()
