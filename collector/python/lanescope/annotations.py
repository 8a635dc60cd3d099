"""What a program says of itself: ranges, marks and steps. Without a recording each costs a microsecond or two
and does nothing else."""
import contextlib
import functools
import sys

from lanescope.installed import probe_library

STEP = 'ProfilerStep#%d'  # what every view of a session takes for a step


@functools.lru_cache(maxsize=1)
def _probe():
    library = probe_library()
    library.open_ranges()
    return library


class range(contextlib.ContextDecorator):
    """A stretch of the calling thread, by a name: `with lanescope.range("forward"):`, or as a decorator. Nests."""

    def __init__(self, name: str) -> None:
        self._name = _text(name)

    def __enter__(self) -> 'range':
        _probe().push_range(0, self._name, 1)
        return self

    def __exit__(self, *_: object) -> None:
        _probe().pop_range(0)


def mark(text: str) -> None:
    """A moment of the calling thread."""
    _probe().mark(_text(text), 1)


def _frames_of_ours():
    """How many of them lie above the program's innermost one: a trainer's callback of ours may have called."""
    count, frame = 0, sys._getframe(1)
    while frame is not None and frame.f_globals.get('__package__') == __package__:
        count, frame = count + 1, frame.f_back
    return count


class _Steps:
    """The steps of a process stand beside its ranges, which may begin in one and end in the next."""

    def __init__(self):
        self._count = 0
        self._domain = _probe().range_domain(b'lanescope steps')

    def next(self):
        if self._count > 0:
            _probe().pop_range(self._domain)
        self._count += 1
        _probe().push_range(self._domain, _text(STEP % self._count), _frames_of_ours())

    def end(self):
        """The last step is over; the next one is number 1 again."""
        if self._count > 0:
            _probe().pop_range(self._domain)
        self._count = 0


@functools.lru_cache(maxsize=1)
def _steps():
    return _Steps()


def step() -> None:
    """The end of a step of a training, and the begin of the next one; always on the same thread. The first call begins step
    1. Not together with `profile.step()` or another profiler's: each step would be there twice."""
    _steps().next()


def end_steps() -> None:
    """The last step ends here, and none begins."""
    _steps().end()


def _text(text):
    return text.encode('utf-8', 'replace')
