"""The recorder and the probe that come with this package, and how its modules are imported: as lanescope_probe.own_imports does it, so that
no file beside the program's script is run in place of a module of the standard library. Imports only what every Python has loaded."""
import os
import sys
from _frozen_importlib import module_from_spec
from _frozen_importlib_external import spec_from_file_location

HERE = os.path.dirname(os.path.realpath(__file__))


def root():
    """The folder with bin/lanescope-record; None where it is lost."""
    # In a wheel below this package; in a build folder, which has it in lib/lanescope/python, at the top.
    for folder in (os.path.join(HERE, 'bundle'), os.path.realpath(os.path.join(HERE, '../../../..'))):
        if os.path.isfile(os.path.join(folder, 'bin', 'lanescope-record')):
            return folder
    return None


def probe_package():
    """The package that records this process: the one that `lanescope record` has put into it, or else our own. None: it is lost."""
    if 'lanescope_probe' not in sys.modules and root() is not None:
        folder = os.path.join(root(), 'lib', 'lanescope', 'boot', 'lanescope_probe')
        spec = spec_from_file_location('lanescope_probe', os.path.join(folder, '__init__.py'), submodule_search_locations=[folder])
        module = module_from_spec(spec)
        sys.modules['lanescope_probe'] = module
        spec.loader.exec_module(module)
    return sys.modules.get('lanescope_probe')


def load(*names):
    """Modules of this package and of the probe, by their full names. Where the probe is lost, or `lanescope record` of an older version
    has put it into this process, they are imported as any others."""
    load_one = __import__
    if probe_package() is not None:
        try:
            from lanescope_probe.own_imports import load as load_one
        except ModuleNotFoundError:
            pass
    for name in names:
        load_one(name)
