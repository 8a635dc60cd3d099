"""First thing that Python imports in a recorded program: waits for torch, and leaves everything else as it was.

The recorder puts this folder in front of PYTHONPATH. The sitecustomize that it hides is run too. Supports Python 3.9
and later; in an older one it only steps aside.
"""
import os
import sys


def _run_hidden_sitecustomize():
    """The program may have a sitecustomize of its own, further down the path."""
    from _frozen_importlib import module_from_spec  # importlib.util would import what the program may have files of its own for
    from _frozen_importlib_external import PathFinder
    here = os.path.dirname(os.path.abspath(__file__))
    others = [path for path in sys.path if os.path.abspath(path) != here]
    spec = PathFinder.find_spec('sitecustomize', others)
    if spec is not None and spec.loader is not None:
        module = module_from_spec(spec)
        sys.modules['sitecustomize'] = module
        spec.loader.exec_module(module)


if os.environ.get('LANESCOPE_RINGS') and sys.version_info >= (3, 9) and sys.implementation.name == 'cpython':
    try:
        from lanescope_probe.boot import wait_for_torch
        wait_for_torch(os.environ['LANESCOPE_RINGS'])
    except Exception as problem:  # a recording must never be the reason that a program does not start
        if sys.stderr is not None:
            sys.stderr.write(f'lanescope: not recording this process: {problem!r}\n')
_run_hidden_sitecustomize()
