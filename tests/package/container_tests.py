#!/usr/bin/env python3
"""Captures in containers of an older system: a stand-in `docker` and `kubectl` run what they are told in a chroot of Debian 11
(glibc 2.31, Python 3.9) with a torch of its own, into which nothing of this system is put but the portable collector.

usage: container_tests.py, by `./test container`: it makes the portable collector, the tree and the window's test first, needs root.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A Debian 11 with torch, made once by ./test container.
TREE = Path(os.environ.get("LANESCOPE_OLD_TREE", ROOT / "build" / "old-debian"))
RECORDER = Path(os.environ.get("LANESCOPE_PORTABLE", ROOT / "build-portable")) / "bin" / "lanescope-record"
PYTHON = "/opt/torch/bin/python"
SHEET = [ROOT / "build" / "tests" / "tests_app_capture", "tst_container_sheet"]
sys.path.insert(0, str(ROOT / "tests" / "capture"))
from remote_host import PATIENCE, until  # noqa: E402

# Two threads, two workers of a DataLoader, a backward pass.
TRAINING = """
import threading, torch
from torch.utils.data import DataLoader
def work():
    for _ in range(20):
        torch.ones(9, 9) @ torch.ones(9, 9)
threads = [threading.Thread(target=work) for _ in range(2)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
layer = torch.nn.Linear(8, 8)
for batch in DataLoader(torch.ones(32, 8), batch_size=8, num_workers=2):
    layer(batch).sum().backward()
print("trained with", torch.__version__, flush=True)
"""
ENDLESS = """
import time, torch
print("ready", flush=True)
while True:
    torch.ones(9, 9) @ torch.ones(9, 9)
    time.sleep(0.005)
"""


class Container(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        # exec gets a name space of its own for /proc, as a process of a container has one
        inside = (f'exec unshare --mount sh -c \'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"\' {TREE} '
                  '/usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"')
        for name, shift in (("docker", 3), ("kubectl", 4)):  # exec -i NAME PROGRAM..., exec -i POD -- PROGRAM...
            program = cls.folder / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f"#!/bin/sh\nshift {shift}\n{inside}\n")
            program.chmod(0o755)
        cls.environment = os.environ | {"PATH": f"{cls.folder}/bin:{os.environ['PATH']}", "XDG_STATE_HOME": str(cls.folder / "state")}
        # as small as docker makes it, shared by all that runs there
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "shm", TREE / "dev" / "shm"], check=True)
        cls.addClassCleanup(subprocess.run, ["umount", "--lazy", TREE / "dev" / "shm"], check=True)
        cls.work = TREE / "srv" / "work"
        shutil.rmtree(cls.work, ignore_errors=True)
        shutil.rmtree(TREE / "root" / ".cache" / "lanescope", ignore_errors=True)
        cls.work.mkdir()
        (cls.work / "train.py").write_text(TRAINING)
        (cls.work / "endless.py").write_text(ENDLESS)

    def ask(self, *words):
        return subprocess.run([str(word) for word in (RECORDER, *words)], capture_output=True, text=True, check=False,
                              timeout=PATIENCE, env=self.environment, cwd=self.folder)

    def calls(self, session):
        rows = json.loads(self.ask("stats", session, "--by", "name", "--top", "0", "--format", "json").stdout)
        return {row["name"]: row["calls"] for row in rows}

    def test_a_training_is_recorded(self):
        for target in ("docker:old", "kubectl:pod"):
            with self.subTest(target):
                session = self.folder / f"{target.split(':')[0]}.lanes"
                done = self.ask("record", "--on", target, "--folder", "/srv/work", "-o", session, "--", PYTHON, "train.py")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("trained with 2.", done.stdout)
                self.assertIn(", 0 lost", done.stderr)
                self.assertNotIn("not recorded", done.stderr)
                calls = self.calls(session)
                self.assertEqual(calls["aten::mm"], 40 + 4)  # the threads', and one for the weights' gradient of each batch
                said = json.loads(self.ask("info", "--json", session).stdout)
                self.assertEqual(len([one for one in said["processes"] if one]), 3, said["processes"])
                sources = [self.ask("source", session, name).stdout for name in ("train.py", "/srv/work/train.py")]
                self.assertIn(TRAINING, sources)
                self.assertFalse(list((TREE / "root/.cache/lanescope/captures").iterdir()))

    def test_a_running_program_is_attached_to(self):
        program = subprocess.Popen([self.folder / "bin" / "docker", "exec", "-i", "old", PYTHON, "/srv/work/endless.py"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=self.environment)

        def end():
            program.kill()
            program.communicate()
        self.addCleanup(end)
        self.assertEqual(program.stdout.readline(), "ready\n")
        listed = json.loads(self.ask("attach", "--list", "--json", "--on", "docker:old").stdout)
        mine = [row for row in listed if row["pid"] == program.pid]
        self.assertEqual([row["refusal"] for row in mine], [""], listed)
        session = self.folder / "attached.lanes"
        errors = self.folder / "errors"
        with open(errors, "w", encoding="utf-8") as said:
            recorder = subprocess.Popen([RECORDER, "attach", "--on", "docker:old", "-o", session, str(program.pid)],
                                        stdin=subprocess.DEVNULL, stderr=said, env=self.environment, cwd=self.folder)

        def there():
            found = re.search(r"events +([\d,\s]*\d)", self.ask("ctl", recorder.pid, "status").stdout)
            return found and int(re.sub(r"\D", "", found[1])) > 50
        until(there, "events")
        recorder.send_signal(signal.SIGINT)
        self.assertEqual(recorder.wait(PATIENCE), 0, errors.read_text())
        self.assertGreater(self.calls(session)["aten::mm"], 10)
        self.assertIsNone(program.poll())

    def test_both_from_the_window(self):
        """The same by the capture dialog, driven by a Qt test of its own."""
        environment = self.environment | {"LANESCOPE_PORTABLE_RECORDER": str(RECORDER), "QT_QPA_PLATFORM": "offscreen",
                                          "HOME": str(self.folder)}
        done = subprocess.run(SHEET, capture_output=True, text=True, check=False, timeout=4 * PATIENCE, env=environment,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("0 failed, 0 skipped", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
