"""Finds the layouts of CPython's frames and code objects by value, and proves them against sys._getframe."""
import ctypes
import struct
import sys

from lanescope_probe.native import KEEP_REFERENCE, PythonFrame, PythonLayout, Source, Uncalibrated, only, start, word_at

MAX_FRAMES = 256
TEXT_BYTES = 4200
VERSION = sys.version_info[:2]
FRAME_OF_OBJECT = 24  # PyFrameObject::f_frame, from 3.11 on
LOWEST_POINTER = 0x10000


def _sample_code(line, name, file):
    """A code object with a first line, a name, a qualified name and a file like no other."""
    source = '\n' * (line - 2) + f'class Sample:\n    def {name}():\n        pass\n\n        return {line}\n'
    code = compile(source, file, 'exec')
    for _ in range(2):
        code = next(constant for constant in code.co_consts if hasattr(constant, 'co_code'))
    return code


class PythonCalibration:
    def __init__(self, library):
        self._library = library
        self.layout = PythonLayout(*([-1] * 23))
        self.layout.pointer_mask = 2 ** 64 - 1 if VERSION < (3, 14) else 2 ** 64 - 4
        self.layout.skip_owner = 3
        self.layout.instruction_scale, self.layout.instruction_base = 2 if VERSION == (3, 10) else 1, 0
        self._thread_state = ctypes.cast(ctypes.pythonapi.PyGILState_GetThisThreadState, ctypes.c_void_p).value

    def run(self):
        """Fills and returns self.layout."""
        self._texts()
        self._code()
        self._frame()
        for offset in self._owner_candidates():
            self.layout.frame_owner = offset
            self._library.set_python_layout(ctypes.byref(self.layout))
            if self._walk_agrees():
                self._prove_code()
                self._first_argument()
                return self.layout
        raise Uncalibrated('the frame walk differs from sys._getframe')

    def start(self):
        self._library.start_stacks(self._thread_state)
        start(self._library, Source.STACKS)

    def _peek(self, address, length=256):
        buffer = ctypes.create_string_buffer(length)
        return buffer.raw if self._library.peek(address, buffer, length) else None

    def _texts(self):
        layout = self.layout
        plain, latin, wide, widest = 'lanes' * 5, '\xe9t\xe9' * 5, '\u6771\u4eac' * 5, '\U0001f680' * 5
        images = [self._peek(id(text), 128) for text in (plain, latin, wide, widest)]
        lengths = [len(text) for text in (plain, latin, wide, widest)]
        layout.text_length = only('length of a str', [
            offset for offset in range(8, 48, 8)
            if all(word_at(image, offset) == length for image, length in zip(images, lengths))])
        layout.text_ascii_data = only('text of a str', [images[0].find(plain.encode())])
        layout.text_wide_data = only('text of a wide str', [images[2].find(wide.encode('utf-16-le'))])
        layout.text_state, layout.text_kind_shift = self.find_kind_of_text(images)
        sample = b'\x01lanes\x02' * 5
        image = self._peek(id(sample), 128)
        layout.bytes_data = only('data of bytes', [image.find(sample)])
        layout.bytes_length = only('length of bytes', [
            offset for offset in range(8, layout.bytes_data, 8) if word_at(image, offset) == len(sample)])

    def find_kind_of_text(self, images):
        """Offset and shift of the bits with bytes per character and "ASCII", from an ASCII str, a Latin one, a wide one and
        one of the widest characters. They stand behind length and hash; a hash's bits may look like them.
        """
        expected, found = [(1, 1), (1, 0), (2, 0), (4, 0)], []
        for offset in range(self.layout.text_length + 16, self.layout.text_ascii_data, 4):
            states = [struct.unpack_from('<I', image, offset)[0] for image in images]
            for shift in range(0, 24):
                if [(state >> shift & 7, state >> (shift + 4) & 1) for state in states] == expected:
                    found.append((offset, shift))
        return only('kind of a str', found)

    def _code(self):
        layout = self.layout
        samples = [_sample_code(4321, 'lanes_first', 'first-file'), _sample_code(98765, 'lanes_second', 'second-file')]
        images = [self._peek(id(code), 256) for code in samples]

        def where(what, values):
            return only(what, [offset for offset in range(16, 248, 8)
                               if all(word_at(image, offset) == id(value) for image, value in zip(images, values))])
        layout.code_file = where('file of a code object', [code.co_filename for code in samples])
        layout.code_function = where('name of a code object', [
            code.co_qualname if VERSION >= (3, 11) else code.co_name for code in samples])
        if VERSION == (3, 9):
            layout.line_table_kind, lines = 0, [code.co_lnotab for code in samples]
        else:
            layout.line_table_kind, lines = 1 if VERSION == (3, 10) else 2, [code.co_linetable for code in samples]
        layout.code_lines = where('line table of a code object', lines)
        layout.code_first_line = only('first line of a code object', [
            offset for offset in range(16, 252, 4)
            if all(struct.unpack_from('<I', image, offset)[0] == code.co_firstlineno
                   for image, code in zip(images, samples))])

    def _frame(self):
        layout, mask, library = self.layout, self.layout.pointer_mask, self._library
        own, caller, thread = (ctypes.create_string_buffer(512) for _ in range(3))
        near = ctypes.create_string_buffer(16)
        if VERSION >= (3, 11):
            address = lambda frame: word_at(self._peek(id(frame), 32), FRAME_OF_OBJECT)
        else:
            address = id
        ctypes.pythonapi.PyThreadState_Get.restype = ctypes.c_void_p
        state = ctypes.pythonapi.PyThreadState_Get()

        def look():
            """Runs as the frame that is looked at. No local is a frame: it would hold itself, and the program's below it."""
            here, there, code = address(sys._getframe()), address(sys._getframe(1)), sys._getframe().f_code
            for buffer, at in ((own, here), (caller, there), (thread, state)):
                library.peek(at, buffer, 512)  # straight into C: no helper's frame in between
            indirect = []
            for offset in range(0, 256, 8):
                middle = word_at(thread.raw, offset)
                if middle > LOWEST_POINTER and middle % 8 == 0 and library.peek(middle, near, 16):
                    indirect += [(offset, inner) for inner in (0, 8) if word_at(near.raw, inner) == here]
            return here, there, code, indirect, sys._getframe(1).f_code, sys._getframe(1).f_lasti
        here, there, code, indirect, caller_code, caller_instruction = look()
        direct = [offset for offset in range(0, 512, 8) if word_at(thread.raw, offset) == here]
        if direct:
            layout.thread_frame = direct[0]
        else:
            layout.thread_frame, layout.thread_indirect = only('frame of a thread', indirect)
        layout.frame_code = only('code of a frame', [
            offset for offset in range(0, 128, 8) if word_at(own.raw, offset) & mask == id(code)])
        layout.frame_previous = only('previous frame', [
            offset for offset in range(0, 128, 8) if word_at(own.raw, offset) == there])
        self._instruction(caller_code, caller_instruction, caller.raw)

    def _instruction(self, code, instruction, raw):
        """Where a frame says how far it has come: `raw` is one that stood at `instruction`."""
        layout = self.layout
        if VERSION >= (3, 11):
            layout.instruction_is_pointer = 1
            begin, end = id(code), id(code) + sys.getsizeof(code)  # its instructions are part of it
            layout.frame_instruction = only('instruction of a frame', [
                offset for offset in range(0, 128, 8) if begin < word_at(raw, offset) < end])
            layout.instruction_base = word_at(raw, layout.frame_instruction) - begin - instruction
        else:
            layout.instruction_is_pointer = 0
            layout.frame_instruction = only('instruction of a frame', [
                offset for offset in range(40, 160, 4)
                if struct.unpack_from('<i', raw, offset)[0] * layout.instruction_scale == instruction])

    def _owner_candidates(self):
        """From 3.12 on the interpreter's own frames, to be skipped, stand between those of Python."""
        if VERSION < (3, 12):
            return [-1]
        first = self.layout.frame_instruction + 8
        return range(first, first + 24)

    def walk(self):
        """(code, instruction) of the calling thread's frames, innermost first, as the probe walks them."""
        frames = (PythonFrame * MAX_FRAMES)()
        count = self._library.walk(self._thread_state, ctypes.byref(frames))
        return [(frame.code, frame.instruction) for frame in frames[:count]]

    def _walk_agrees(self):
        """Compares below generators and C functions, where the chain is at its most crooked."""
        agreed = []

        def compare():
            walked, expected = self.walk(), []
            for depth in range(min(MAX_FRAMES, len(walked) + 1)):  # no local is a frame
                try:
                    expected.append((id(sys._getframe(depth).f_code), sys._getframe(depth).f_lasti))
                except ValueError:  # there are no more
                    break
            # This frame and the one of walk() have moved on since.
            agreed.append([code for code, _ in walked[1:]] == [code for code, _ in expected[:MAX_FRAMES - 1]] and
                          walked[2:] == expected[1:MAX_FRAMES - 1])

        class Compared:
            def __lt__(self, other):
                compare()
                return True

        def generate():
            yield sorted([Compared(), Compared()])
        compare()
        list(generate())
        next(iter(map(lambda _: sorted([Compared(), Compared()]), [1])))
        return len(agreed) == 3 and all(agreed)

    def know_modules(self, code):
        """`code`: what each call of an nn.Module runs, with the module as its first argument."""
        if not code.co_argcount or code.co_varnames[0] in code.co_cellvars:
            raise Uncalibrated(f'{code.co_name} does not keep its module where it gets it')
        KEEP_REFERENCE.append(code)  # no other may take its address
        self.layout.module_code = id(code)
        self._library.set_python_layout(ctypes.byref(self.layout))

    def _first_argument(self):
        layout, library = self.layout, self._library
        image, frames = ctypes.create_string_buffer(512), (PythonFrame * MAX_FRAMES)()

        def look(marker):
            """No local is the frame: it would hold itself, and the program's below it."""
            at = id(sys._getframe())
            library.peek(word_at(self._peek(at, 32), FRAME_OF_OBJECT) if VERSION >= (3, 11) else at, image, 512)

        def walk(marker):
            library.walk(self._thread_state, ctypes.byref(frames))
        marker = object()
        look(marker)
        layout.frame_locals = only('first argument of a frame', [
            offset for offset in range(0, 504, 8) if word_at(image.raw, offset) & layout.pointer_mask == id(marker)])
        layout.module_code = id(walk.__code__)
        library.set_python_layout(ctypes.byref(layout))
        for proof in (object(), marker):
            walk(proof)
            if frames[0].module != id(proof) or frames[1].module:
                raise Uncalibrated('the first argument of a frame reads wrongly')
        layout.module_code = 0
        library.set_python_layout(ctypes.byref(layout))

    def describe(self, code, instruction):
        """(file, function, first line, line) of a code object as the probe reads them."""
        file, function = (ctypes.create_string_buffer(TEXT_BYTES) for _ in range(2))
        lines = (ctypes.c_uint32 * 2)()
        self._library.describe(id(code), instruction, file, function, lines)
        return file.value.decode(), function.value.decode(), lines[0], lines[1]

    def _prove_code(self):
        source = '\n\ndef sample(x):\n    y = [\n        x,\n    ]\n\n\n    return x and y\n'
        code = next(constant for constant in compile(source, '/tmp/\xfcml\xe4ut', 'exec').co_consts if hasattr(constant, 'co_code'))
        wide = '\u540d\u524d'  # not in the source: to compile it Python imports unicodedata, by its name
        names = {'co_name': wide, 'co_qualname': wide} if VERSION >= (3, 11) else {'co_name': wide}
        samples = [code.replace(**names), PythonCalibration.run.__code__]
        for code in samples:
            name = code.co_qualname if VERSION >= (3, 11) else code.co_name
            for start, end, line in _line_ranges(code):
                if self.describe(code, start) != (code.co_filename, name, code.co_firstlineno, line or 0):
                    raise Uncalibrated(f'{name} at {start} reads as {self.describe(code, start)}')


def _line_ranges(code):
    if hasattr(code, 'co_lines'):
        yield from code.co_lines()
        return
    import dis
    for start, line in dis.findlinestarts(code):
        yield start, start, line
