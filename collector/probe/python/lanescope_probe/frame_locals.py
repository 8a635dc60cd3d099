"""A local of a function that runs, without what f_locals leaves behind: before Python 3.13 that is a snapshot in the frame, which keeps
what was in every local for as long as the frame is kept."""
import ctypes
import sys


def _by_name(frame, name):
    return _get(frame, name.encode())


def _by_snapshot(frame, name):
    """Only of a caller of ours, which no debugger's function is looking at meanwhile."""
    snapshot = frame.f_locals
    value = snapshot[name]
    snapshot.clear()
    return value


if sys.version_info >= (3, 13):
    def local_of(frame, name):
        """Raises LookupError or NameError where it has no value."""
        return frame.f_locals[name]
elif sys.version_info >= (3, 12):
    _get = ctypes.PyDLL(None).PyFrame_GetVarString
    _get.argtypes, _get.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.py_object
    local_of = _by_name
else:
    local_of = _by_snapshot
