#!/usr/bin/env python3
"""What a small file of very many events may take: `lanescope info` of 10 million tiny ones, 4 MB as gzip or a little more."""
import gzip
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
LANESCOPE = Path(os.environ.get("LANESCOPE_BUILD", HERE.parents[2] / "build")) / "bin/lanescope"
EVENTS = 10_000_000
SLICES = b'{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}'
PAIRS = b'{"ph":"B","name":"a","pid":1,"tid":1,"ts":1},{"ph":"E","name":"a","pid":1,"tid":1,"ts":1}'
MEMORY = (b'{"ph":"i","name":"[memory]","pid":1,"tid":1,"ts":1,"args":{"Addr":%d,"Bytes":64,"Device Type":0,'
          b'"Device Id":-1,"Total Allocated":%d}}')


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
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "tiny.json.gz"

    def write(self, block, events_in_it):
        """10 million events: the block, which has so many, again and again."""
        with gzip.open(self.path, "wb", compresslevel=1) as file:
            file.write(b"[" + block)
            for _ in range(EVENTS // events_in_it - 1):
                file.write(b"," + block)
            file.write(b"]")

    def assert_less_than_a_gigabyte(self):
        said, code, peak = info(self.path)
        self.assertEqual(code, 0, said)
        self.assertLess(peak, 1_000_000_000)

    def test_slices_take_less_than_a_gigabyte(self):
        self.write(b",".join([SLICES] * 10_000), 10_000)
        self.assert_less_than_a_gigabyte()

    def test_begins_and_ends_take_less_than_a_gigabyte(self):
        self.write(b",".join([PAIRS] * 5_000), 10_000)
        self.assert_less_than_a_gigabyte()

    def test_memory_events_take_less_than_a_gigabyte(self):
        self.write(b",".join(MEMORY % (i * 7919 % 10_000 * 64, i * 64) for i in range(10_000)), 10_000)
        self.assert_less_than_a_gigabyte()

    def test_under_a_limit_there_is_a_sentence(self):
        self.write(b",".join([SLICES] * 10_000), 10_000)
        said, code, _ = info(self.path, limit=500_000_000)
        self.assertEqual(code, 1, said)
        self.assertIn("not enough memory", said)


if __name__ == "__main__":
    unittest.main()
