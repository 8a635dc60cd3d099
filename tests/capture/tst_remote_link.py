#!/usr/bin/env python3
"""`lanescope record --on ssh:` over 1 Mbit/s and 200 ms: what runs there can be watched here, and arrives whole."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from followed_link import PYTHON, operators, watch
from remote_host import PATIENCE, SSHD, Host

LANESCOPE = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
SECONDS = 12  # of the training; ten minutes of it: ./test bench link
LAYERS = 8


def has_torch():
    return subprocess.run([PYTHON, "-c", "import torch"], capture_output=True, check=False).returncode == 0


@unittest.skipUnless(SSHD, "openssh-server is not installed")
@unittest.skipUnless(Path(PYTHON).exists() and has_torch(), "python3-torch is not installed")
class SlowLink(unittest.TestCase):
    def test_a_training_is_followed_and_arrives_whole(self):
        host = Host()
        self.addCleanup(host.close)
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        # the collector is there already: its way over this link takes longer than the training
        subprocess.run([LANESCOPE, "record", "--on", "ssh:there", "--", "true"], env=host.environment(), cwd=folder, check=True,
                       capture_output=True, timeout=PATIENCE)
        seen = watch(host, LANESCOPE, folder, SECONDS, LAYERS, 3 * PATIENCE)
        self.assertEqual(seen["status"], 0, seen["complaints"])
        self.assertGreater(len(seen["steps"]), 1)
        self.assertEqual(seen["steps"], list(range(len(seen["steps"]))))
        # how far behind it is follows how busy this machine is: ./test bench link measures that
        self.assertIsNotNone(seen["first"], "nothing had come when the program ended")
        calls, info = operators(LANESCOPE, seen["session"])
        self.assertIn("complete      yes", info)
        # a product forwards and one backwards for the weights, in every layer of every step
        self.assertEqual(calls, 2 * LAYERS * len(seen["steps"]))
        self.assertEqual(host.captures(), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
