#!/usr/bin/env python3
"""What attaching makes of a hook that does not work, of a kernel that refuses, and of a fallback that is out of date: without
torch, with the package and the library that programs load."""
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from captured import BUILD

sys.path.insert(0, str(BUILD / 'lib/lanescope/boot'))
from lanescope_probe import attach, shim  # noqa: E402

# Lets every system call pass but process_vm_readv of x86-64, which is not permitted, as Docker's filter has it.
REFUSING = '''
import ctypes, struct, sys
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
PROCESS_VM_READV, ALLOW, NOT_PERMITTED = 310, 0x7fff0000, 0x00050001
program = ctypes.create_string_buffer(b''.join(struct.pack('=HBBI', *line) for line in (
    (LOAD, 0, 0, 0), (EQUAL, 0, 1, PROCESS_VM_READV), (RETURN, 0, 0, NOT_PERMITTED), (RETURN, 0, 0, ALLOW))))
filter = struct.pack('@HP', 4, ctypes.addressof(program))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, filter, 0, 0) == 0
'''
CALIBRATES = '''
from lanescope_probe import attach, native
attachment = attach.Attachment(native.load(), None)
attachment._step('operators', attachment._calibrate_operators, 'Not recognised')
print(attachment.reasons[0])
'''


class Library:
    """The probe's, whose hooks see so many events of what is done to prove them."""

    def __init__(self, sees):
        self.sees, self.proven, self.recorded = sees, 0, []

    def wants(self, _):
        return 1

    def start(self, *_):
        pass

    def seen(self, _):
        return self.proven * self.sees

    def record(self, source, _):
        self.recorded.append(source)

    def __getattr__(self, _):  # what only tells the recorder
        return lambda *arguments: None


class Torch:
    """As far as memory is proven with it."""
    __version__ = '2.9.1'
    _C = SimpleNamespace(_GLIBCXX_USE_CXX11_ABI=True)

    def __init__(self, library):
        self._library = library

    def empty(self, _):
        self._library.proven += 1


class Proofs(unittest.TestCase):
    def memory_of(self, library):
        attachment = attach.Attachment(library, Torch(library))
        attachment._step('memory', attachment._attach_memory, 'Memory is not recorded')
        return attachment.reasons

    def test_a_hook_that_sees_nothing_of_its_proof_is_a_reason_and_records_nothing(self):
        library = Library(sees=0)
        self.assertEqual(self.memory_of(library), ['Memory is not recorded: its hook saw nothing of what ran'])
        self.assertEqual(library.recorded, [])

    def test_a_hook_that_sees_its_proof_records(self):
        library = Library(sees=1)
        self.assertEqual(self.memory_of(library), [])
        self.assertEqual(library.recorded, [b'memory'])

    @unittest.skipIf(platform.machine() != 'x86_64', 'the filter knows the calls of x86-64 only')
    def test_a_kernel_that_does_not_let_us_read_is_named(self):
        for before, expected in ((REFUSING, True), ('', False)):
            told = subprocess.run([sys.executable, '-c', before + CALIBRATES], env={'PYTHONPATH': str(BUILD / 'lib/lanescope/boot')},
                                  capture_output=True, text=True, check=True).stdout
            self.assertTrue(told.startswith('Not recognised: '), told)
            self.assertEqual('may not read its own memory by process_vm_readv' in told, expected, told)


class Fallback(unittest.TestCase):
    def test_other_reasons_stay_when_it_has_been_compiled_later(self):
        library = Library(sees=0)
        attachment = attach.Attachment(library, Torch(library))
        made = mock.Mock(path='shim.so', **{'ready.return_value': False})
        with mock.patch.object(shim, 'Shim', return_value=made):
            attachment._attach_shim()
        attachment._step('memory', attachment._attach_memory, 'Memory is not recorded')
        memory = attachment.reasons[-1]
        self.assertEqual(attachment.reasons, [attach.COMPILING, memory])
        library.sees = 1
        attachment.torch.ones = attachment.torch.empty
        succeed, _ = made.compile_then.call_args.args
        succeed()
        self.assertEqual(attachment.reasons, [memory])

    def test_one_that_was_compiled_of_other_sources_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / 'shim'
            shutil.copytree(Path(shim.SOURCE).parent, copy)
            sources = sorted(path for path in copy.rglob('*') if path.is_file())
            self.assertGreater(len(sources), 3)  # the headers that say what stands where, too
            with mock.patch.multiple(shim, SOURCE=str(copy / 'TorchShim.cpp'), HERE=folder):
                seen = {shim.Shim(Torch(None)).path}
                self.assertEqual({shim.Shim(Torch(None)).path}, seen)
                for path in sources:
                    path.write_text(path.read_text() + '\n')
                    seen.add(shim.Shim(Torch(None)).path)
                (copy / 'more.h').write_text('')
                seen.add(shim.Shim(Torch(None)).path)
        self.assertEqual(len(seen), len(sources) + 2)


if __name__ == '__main__':
    unittest.main(verbosity=2)
