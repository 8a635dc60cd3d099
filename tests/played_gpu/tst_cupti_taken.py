#!/usr/bin/env python3
"""Another profiler takes CUPTI in a recorded program, however it finds CUPTI's functions: it gets CUPTI before its call returns, unless
the recording shall keep it. Skips, and says why, where there are no headers."""
import json
import shutil
import subprocess
import unittest

import build
from recorded import Session

FOUND = build.installed()
FIRST = FOUND[0] if FOUND else None
WHEELS = [cuda for cuda in FOUND if cuda.python]
GAVE_WAY = "GPU work is recorded up to a moment only: another profiler"


@unittest.skipUnless(FOUND, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class Native(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        builder = build.Builder(FIRST).build()
        cls.program = builder.cuda_program("subscribers")
        cls.library = FIRST.folder / f"libcupti.so.{FIRST.major}"
        cls.copy = FIRST.folder / "another" / "libcupti.so"
        cls.copy.parent.mkdir(exist_ok=True)
        shutil.copy(cls.library, cls.copy)

    def record(self, how, mode):
        session = Session(FIRST, [self.program, how, self.copy if how == "copy" else self.library], options=("--cupti", mode))
        return session, json.loads(session.stdout)

    def test_whoever_takes_cupti_gets_it(self):
        for how in ("dlsym", "early", "tables", "buffers", "copy"):
            for mode in ("share", "yield"):
                with self.subTest(how, mode=mode):
                    session, seen = self.record(how, mode)
                    self.assertEqual(seen, {"subscribed": 0, "registered": 0, "kernels": 100})
                    self.assertIn(GAVE_WAY, session.reason)
                    self.assertEqual(len(session.kernels()), 100)
                    gap, = session.of("not_recorded")
                    self.assertLess(max(kernel["ts"] for kernel in session.kernels()), gap["ts"])

    def test_a_libcupti_that_comes_with_a_later_runtime_is_used(self):
        alone = FIRST.folder / "alone"
        alone.mkdir(exist_ok=True)
        for name in ("libcuda.so.1", "libplayed.so"):
            shutil.copy(FIRST.folder / name, alone / name)
        probe = build.BUILD.parent / "lib/lanescope/boot/lanescope_probe/liblanescope_probe.so"
        # without the machine's own toolkit, whose libcupti would be found and refuses the played driver
        around = ("unshare", "-m", "sh", "-c", 'mount -t tmpfs tmpfs /usr/local && exec "$@"', "sh")
        if subprocess.run([*around, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("mounting needs rights")
        elsewhere = dict.fromkeys(("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDA_TOOLKIT_ROOT_DIR", "CONDA_PREFIX"), "")
        session = Session(FIRST, [*around, "env", f"LD_LIBRARY_PATH={alone}", "/usr/bin/python3", build.HERE / "programs/later.py",
                                  FIRST.folder / f"libcudart.so.{FIRST.major}", self.library, probe], variables=elsewhere)
        self.assertEqual((session.reason, len(session.kernels())), ("", 100))

    def test_the_recording_may_keep_it(self):
        for how in ("dlsym", "early", "tables", "copy"):
            with self.subTest(how):
                session, seen = self.record(how, "own")
                self.assertEqual(seen["subscribed"], 39)
                self.assertEqual((len(session.kernels()), session.of("not_recorded")), (200, []))


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Proton(unittest.TestCase):
    """Triton's own profiler, which brings a libcupti of its own."""

    def test_it_starts(self):
        for cuda in WHEELS:
            build.Builder(cuda).build()
            another = cuda.folder / "another"
            another.mkdir(exist_ok=True)
            shutil.copy(cuda.folder / f"libcupti.so.{cuda.major}", another / "libcupti.so")
            command = ["env", f"TRITON_CUPTI_LIB_PATH={another}", f"TRITON_CUPTI_LIB_BLACKWELL_PATH={another}", cuda.python,
                       build.HERE / "programs/proton.py"]
            for mode in ("share", "yield"):
                with self.subTest(cuda.name, mode=mode):
                    session = Session(cuda, command, options=("--cupti", mode))
                    self.assertEqual(session.stdout.splitlines()[-1], "profiled")
                    self.assertIn(GAVE_WAY, session.reason)
                    self.assertGreaterEqual(len(session.kernels()), 100)


if __name__ == "__main__":
    unittest.main(verbosity=2)
