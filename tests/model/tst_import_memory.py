#!/usr/bin/env python3
"""What a small file of very many events may take: `lanescope info` of 10 million tiny ones, 4 MB as gzip."""
import gzip
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
LANESCOPE = Path(os.environ.get("LANESCOPE_BUILD", HERE.parents[1] / "build")) / "bin/lanescope"
EVENTS = 10_000_000
EVENT = b'{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}'


def info(path, limit=resource.RLIM_INFINITY):
    """What the command said and did, and the most memory that it had, in bytes."""
    read, write = os.pipe()
    child = subprocess.Popen([LANESCOPE, "info", path], stdout=write, stderr=write,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    os.close(write)
    with open(read, errors="replace") as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return said, child.returncode, usage.ru_maxrss * 1024


class ManyTinyEvents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name) / "tiny.json.gz"
        block = (b"," + EVENT) * 10_000
        with gzip.open(cls.path, "wb", compresslevel=1) as file:
            file.write(b"[" + EVENT)
            for _ in range(EVENTS // 10_000):
                file.write(block)
            file.write(b"]")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_they_take_less_than_a_gigabyte(self):
        said, code, peak = info(self.path)
        self.assertEqual(code, 0, said)
        self.assertLess(peak, 1_000_000_000)

    def test_under_a_limit_there_is_a_sentence(self):
        said, code, _ = info(self.path, limit=500_000_000)
        self.assertEqual(code, 1, said)
        self.assertIn("not enough memory", said)


if __name__ == "__main__":
    unittest.main()
