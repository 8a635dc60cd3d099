"""What torch knows of what has been is told also while the program hangs: the recorder opens a named pipe at whose other end a
thread of ours waits, which holds no descriptor and no lock meanwhile. Nothing is started unless the recording asks for it."""
import _thread  # what threading would count among the program's threads
import os


class Telling:
    def __init__(self, folder, told, tell):
        """`tell` does it, into `told`; it raises nothing."""
        self._path, self._told, self._tell = os.path.join(folder, f'{os.getpid()}.ask'), told, tell
        self._over = False

    def offer(self):
        """Returns what takes it back. Raises where nobody can ask."""
        os.mkfifo(self._path, 0o600)
        _thread.start_new_thread(self._wait, ())
        return self._take_back

    def _wait(self):
        # To open it is all that anybody does with the pipe. A fork leaves this thread behind.
        while self._heard() and not self._over:
            self._tell()
            self._told.tell([('told',)])

    def _heard(self):
        try:
            os.close(os.open(self._path, os.O_RDONLY | os.O_CLOEXEC))
            return True
        except OSError:
            return False  # the recording's folder is gone

    def _take_back(self):
        self._over = True
        try:
            os.close(os.open(self._path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC))
        except OSError:
            pass  # it is not waiting just now, and will see
        os.unlink(self._path)
