#!/usr/bin/env python3
"""./test device without a device: run.py asks the played GPU, device_compare.py reads what came back and fills the page. The wheel's
recorder is this build's here. A bundle and its packing are tested without any GPU."""
import contextlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "scripts"), str(ROOT / "tests/played_gpu")]
import build  # noqa: E402
import device_compare  # noqa: E402
import run  # noqa: E402
from recorded import RECORDER  # noqa: E402

WHEELS = [cuda for cuda in build.installed() if cuda.python]
FACTS = {"device": "NVIDIA H300", "driver": "600.1", "torch": "2.15.0"}


def bundle(folder):
    """A bundle whose wheel is none."""
    wheel = folder / "lanescope-0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    subprocess.run([ROOT / "scripts/device_bundle.sh", folder / "bundle"], check=True, capture_output=True,
                   env=os.environ | {"LANESCOPE_WHEEL": str(wheel)})
    return folder / "bundle"


class Bundle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_it_holds_the_wheel_and_every_program_of_the_driver(self):
        names = {str(path.relative_to(self.folder / "bundle")) for path in bundle(self.folder).rglob("*.*")}
        programs = set(re.findall(r'"(programs/\w+\.py)"', Path(run.__file__).read_text()))
        self.assertGreater(len(programs), 5)
        self.assertLessEqual(programs | {"lanescope-0-py3-none-any.whl", "run.py", "programs/trained.py"}, names)

    def test_results_are_bounded_and_what_is_too_large_is_told(self):
        machine = run.Machine(self.folder / "out", sys.executable, None, self.folder, 60)
        megabyte = os.urandom(1 << 20)
        for number, size in enumerate((1, 9, 10, 11, 12, 13, 14, 15, 15, 15, 17)):
            (machine.work / f"{number:02}.lanes").write_bytes(megabyte * size)
        left_out = machine.pack()
        files = sorted((self.folder / "out").glob("results-*.tar.gz"))
        self.assertEqual(len(files), 8)
        self.assertTrue(all(path.stat().st_size <= run.MOST_BYTES for path in files))
        held = [name for path in files for name in tarfile.open(path).getnames()]
        self.assertEqual(sorted([*held, *left_out]), sorted(path.name for path in machine.work.iterdir()))
        self.assertIn("10.lanes", left_out)
        self.assertIn("jobs.json", tarfile.open(files[0]).getnames())

    def test_a_program_that_hangs_is_ended_and_time_is_kept(self):
        machine = run.Machine(self.folder, sys.executable, None, self.folder, run.PACKING + 4)
        self.assertFalse(machine.program("hangs", "-c", "import time; time.sleep(1000)", seconds=1))
        self.assertEqual(machine.jobs["hangs"]["code"], "timeout")
        machine.end = 0
        self.assertFalse(machine.program("late", "-c", ""))
        self.assertEqual(machine.jobs["late"]["code"], "no time")

    def test_answers_stand_beside_those_of_other_devices(self):
        page = "| a | counts | b | NVIDIA H200, driver 1: yes |\n| a | waits | b | not yet answered: needs a device |\n| a | by hand | b | c |"
        found = {"amp": {"counts": (True, "7 of 7 kernels")}, "waits": {"counts": (False, "1 of 2 kernels"), "waits": (True, "all")}}
        once = device_compare.filled(page, found, FACTS, "2026-12-01")
        self.assertEqual(once.split("\n")[0], "| a | counts | b | NVIDIA H300, driver 600.1, torch 2.15.0, 2026-12-01: amp: 7 of 7 kernels; "
                         "waits: 1 of 2 kernels (no) / NVIDIA H200, driver 1: yes |")
        self.assertTrue(once.split("\n")[1].endswith("2026-12-01: waits: all |"))
        self.assertEqual(once.split("\n")[2], "| a | by hand | b | c |")
        self.assertEqual(device_compare.filled(once, found, FACTS, "2026-12-01"), once)


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class OnThePlayedGpu(unittest.TestCase):
    def test_the_answers_fill_the_page(self):
        cuda = WHEELS[0]
        build.Builder(cuda).build()
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            python = folder / "python"  # the recorder itself wants nothing of the played GPU
            words = " ".join(f"'{name}={value}'" for name, value in (build.environment(cuda) | {"PLAYED_NOISE_PERCENT": "0"}).items())
            python.write_text(f'#!/bin/sh\nexec env {words} {cuda.python} "$@"\n')
            python.chmod(0o755)
            subprocess.run([sys.executable, bundle(folder) / "run.py", folder / "out", "--python", python, "--recorder", RECORDER,
                            "--seconds", "250", "--only", "compared", "small", "--parts", "waits"], check=True,
                           stdout=subprocess.DEVNULL)
            page = folder / "page.md"
            page.write_text(device_compare.PAGE.read_text())
            with contextlib.redirect_stdout(io.StringIO()) as said:
                code = device_compare.main([str(folder / "out"), "--page", str(page)])
            text = page.read_text()
        self.assertIn(code, (0, 1), said.getvalue())  # what recording costs is the machine's
        for key in ("counts", "waits", "order", "tied", "late", "forked", "threads", "alive", "polls", "killed", "attached"):
            line = next(line for line in text.split("\n") if line.startswith("|") and f"| {key} |" in line)
            newest = line.split("|")[4].split(" / ")[0]
            self.assertRegex(newest, r"^ \S.*, driver \S+, torch 2\.\S+, \d{4}-\d\d-\d\d: \w+: ")
            if key != "late":  # which the recorder may not know yet of a device that was up before it
                self.assertNotIn("(no)", newest, said.getvalue())


if __name__ == "__main__":
    unittest.main()
