"""What torch tells only afterwards, with the times at which it was: in a file of the recording's folder, a line each, fields divided by
tabs; ToldEvents.cpp reads it when the process has ended or left."""
import os
import time

MOST_BYTES = 32 << 20  # of a process
MOST_TEXT = 1000


class ToldEvents:
    def __init__(self, folder):
        self._folder, self._written = folder, 0

    def tell(self, lines):
        """`lines`: of fields; Unix times in them, in nanoseconds, are Moments. Both clocks are compared now, so a clock that was set
        since shifts what it had seen before."""
        behind = time.time_ns() - time.monotonic_ns()
        text = b''.join(self._line(fields, behind) for fields in lines)[:MOST_BYTES - self._written]
        text = text[:text.rfind(b'\n') + 1]
        if text:
            # A child of ours has a file of its own.
            path = os.path.join(self._folder, f'{os.getpid()}.told')
            with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC, 0o600), 'wb') as file:
                file.write(text)
            self._written += len(text)

    @staticmethod
    def _line(fields, behind):
        texts = (str(max(field - behind, 0) if isinstance(field, Moment) else field) for field in fields)
        return '\t'.join(' '.join(text.split())[:MOST_TEXT] for text in texts).encode('utf-8', 'replace') + b'\n'


class Moment(int):
    """A Unix time in nanoseconds; 0: it has not come."""
