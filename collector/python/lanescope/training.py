"""What the callbacks of training libraries share: which steps of a training are recorded, and into which file."""
import os
from pathlib import Path
from typing import Any, Optional

from lanescope.annotations import end_steps, step
from lanescope.recording import record


def session_of_rank(path: 'Optional[str | os.PathLike[str]]', rank: int, ranks: int) -> 'Optional[str]':
    """Each rank of a job records itself: "run.lanes" is "run-rank1.lanes" there."""
    if path is None or ranks < 2:
        return None if path is None else os.fspath(path)
    file = Path(path)
    return os.fspath(file.with_name(f'{file.stem}-rank{rank}{file.suffix}'))


class Training:
    """Records the steps of a training that come after the first `wait` ones, `active` of them, or all that follow. `options` are
    those of lanescope.record(). In a program that `lanescope record` records, that recording goes on, and gets the steps."""

    def __init__(self, path: 'Optional[str | os.PathLike[str]]' = None, *, wait: int = 0, active: Optional[int] = None,
                 **options: Any) -> None:
        if wait < 0 or (active is not None and active <= 0):
            raise ValueError(f'steps to record: wait={wait} must be at least 0, active={active} more than 0, or None')
        self._wait, self._active, self._options = wait, active, options
        self._path = path
        self._steps = 0
        self._recording: Optional[record] = None
        self._stepping = False
        #: The session, once there is one that this has recorded.
        self.session: Optional[str] = None

    def begin(self, rank: int = 0, ranks: int = 1) -> None:
        """The training begins, in this process."""
        self.end()  # of one that has failed
        self._steps = 0
        self._file = session_of_rank(self._path, rank, ranks)

    def step(self) -> None:
        """A step begins; the one before it has ended."""
        at, self._steps = self._steps - self._wait, self._steps + 1
        if at < 0:
            return
        if self._active is not None and at >= self._active:
            self.end()
            return
        if at == 0 and not os.path.isdir(os.environ.get('LANESCOPE_RINGS', '')):
            self._recording = record(self._file, **self._options).start()
            self.session = self._recording.path
        self._stepping = True
        step()

    def end(self) -> None:
        """The training is over, or has failed; more than once does nothing."""
        if self._stepping:
            self._stepping = False
            end_steps()
        if self._recording is not None:
            recording, self._recording = self._recording, None
            recording.stop()
