"""Python's collections of garbage: they stop the thread that they happen on, and no operator tells of them."""
import atexit
import gc

YOUNGEST = 0  # its collections are short and may come a thousand times a second: they are left out


def watch_collections(library):
    """From now on they are recorded. Returns what takes our function out again."""
    library.open_ranges()
    domain = library.range_domain(b'lanescope collections')

    def note(phase, facts):
        if facts['generation'] > YOUNGEST:
            if phase == 'start':
                library.begin_collection(domain)
            else:
                library.pop_range(domain)
    gc.callbacks.append(note)

    def take_back():
        atexit.unregister(take_back)
        if note in gc.callbacks:
            gc.callbacks.remove(note)
    atexit.register(take_back)  # those of an interpreter that ends are nobody's
    return take_back
