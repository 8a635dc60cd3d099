"""Python's collections of garbage: they stop the thread that they happen on, and no operator tells of them."""
import atexit
import ctypes
import gc

from lanescope_probe.native import CollectionInterface, builtin


def watch_collections(library):
    """From now on they are recorded. Returns what takes our function out again."""
    library.open_ranges()
    note = builtin(library.collection_callback(ctypes.byref(CollectionInterface.own())))
    gc.callbacks.append(note)

    def take_back():
        atexit.unregister(take_back)
        if note in gc.callbacks:
            gc.callbacks.remove(note)
    atexit.register(take_back)  # those of an interpreter that ends are nobody's
    return take_back
