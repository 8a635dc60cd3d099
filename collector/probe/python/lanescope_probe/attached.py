"""What `lanescope attach` and `lanescope detach` run in a program, in a thread that comes for this from outside."""
import _thread
import sys

from lanescope_probe.membership import Membership


def join(folder):
    """Raises if nothing can be recorded, with the reason."""
    try:
        if 'torch' in sys.modules:
            import torch as _  # an import that is under way is waited for
        Membership().join(folder)
    finally:
        _forget_this_thread()


def leave():
    try:
        Membership().leave()
    finally:
        _forget_this_thread()


def _forget_this_thread():
    """Whatever has asked for the current thread has made one that threading would list for ever."""
    threading = sys.modules.get('threading')
    thread = threading._active.get(_thread.get_ident()) if threading is not None else None
    if thread is not None and isinstance(thread, threading._DummyThread):
        del threading._active[_thread.get_ident()]
