"""Finds by value where the interpreter keeps the list of its threads, which the sampler reads without its lock."""
import ctypes
import threading

from lanescope_probe.native import PythonThreadLayout, Uncalibrated, only, word_at

STATE_BYTES, INTERPRETER_BYTES, THREAD_BYTES, STEP = 512, 512 * 1024, 2304, 4096
FIRST_FIELDS = 64  # of a thread's state: its neighbours in the list
TRIES = 3  # the program may start threads of its own meanwhile


class PythonThreads:
    def __init__(self, library):
        self._library = library
        self._api = ctypes.PyDLL(None)  # the program may have made ctypes.pythonapi's functions its own
        for name in ('PyInterpreterState_Get', 'PyInterpreterState_ThreadHead', 'PyThreadState_Next', 'PyThreadState_Get'):
            getattr(self._api, name).restype = ctypes.c_void_p
        self._interpreter = self._api.PyInterpreterState_Get()

    def run(self):
        for _ in range(TRIES - 1):
            try:
                return self._try()
            except Uncalibrated:
                pass
        return self._try()

    def _try(self):
        """Compares what the interpreter says of its threads while there is one more, and after that."""
        go, ready, said = threading.Event(), threading.Event(), {}

        def say():
            said[self._api.PyThreadState_Get()] = threading.get_ident(), threading.get_native_id()
            ready.set()
            go.wait()
        other = threading.Thread(target=say, daemon=True)
        other.start()
        try:
            ready.wait()
            [there] = said
            said[self._api.PyThreadState_Get()] = threading.get_ident(), threading.get_native_id()
            if self._head() != there:
                raise Uncalibrated('a new thread does not come first in the list of threads')
            layout = self._fields(said)
            places = self._places_of(there)
        finally:
            go.set()
            other.join()
        head = self._head()
        layout.interpreter = self._interpreter
        layout.head = self._interpreter + only('first thread of the interpreter', [
            place for place in places if word_at(self._peek(self._interpreter + place, 8), 0) == head])
        return layout

    def _head(self):
        return self._api.PyInterpreterState_ThreadHead(ctypes.c_void_p(self._interpreter))

    def _fields(self, said):
        layout = PythonThreadLayout()
        images = {state: self._peek(state, STATE_BYTES) for state in said}

        def every(value):
            return [offset for offset in range(0, STATE_BYTES, 8)
                    if all(word_at(image, offset) == value(state) for state, image in images.items())]
        following = {state: self._api.PyThreadState_Next(ctypes.c_void_p(state)) or 0 for state in said}
        layout.next = only('next thread', [offset for offset in every(following.get) if offset < FIRST_FIELDS])
        layout.owner = only('interpreter of a thread', every(lambda state: self._interpreter))
        layout.thread = only('thread of a state', every(lambda state: said[state][0]))
        threads = [(self._peek(ident, THREAD_BYTES), kernel) for ident, kernel in said.values()]
        layout.kernel_id = only("kernel's id of a thread", [
            offset for offset in range(0, THREAD_BYTES, 4)
            if all(int.from_bytes(image[offset:offset + 4], 'little') == kernel for image, kernel in threads)])
        return layout

    def _places_of(self, state):
        """Where the interpreter points to that thread: as to the first one, and perhaps as to who ran last."""
        found, buffer = [], ctypes.create_string_buffer(STEP)
        for begin in range(0, INTERPRETER_BYTES, STEP):
            if not self._library.peek(self._interpreter + begin, buffer, STEP):
                break
            found += [begin + offset for offset in range(0, STEP, 8) if word_at(buffer.raw, offset) == state]
        return found

    def _peek(self, address, length):
        buffer = ctypes.create_string_buffer(length)
        if not self._library.peek(address, buffer, length):
            raise Uncalibrated('a thread cannot be read')
        return buffer.raw
