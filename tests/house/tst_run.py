#!/usr/bin/env python3
"""./run in every mode, on a copy of the scripts with stand-ins for apt, CMake, ninja and the program itself.

The stand-ins write what they were called with into one log, which is what the tests read.
"""
import os
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

import tree

LOGGED = '#!/bin/sh\nprintf "%s %s\\n" "$(basename "$0")" "$*" >> "$LOG"\n'
PROGRAM = LOGGED + """
case $1 in
record)
    echo session > "$3"
    shift 4
    [ -z "$RECORD_CODE" ] || exit "$RECORD_CODE"
    exec "$@" ;;
info) echo "12 events" ; exit "${INFO_CODE:-0}" ;;
esac
"""
DPKG_QUERY = LOGGED + """
for name do case $name in -*) ;; "$ABSENT") ;; *) echo "installed $name" ;; esac; done
"""


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "checkout"
        self.here = Path(folder.name) / "here"
        self.commands = Path(folder.name) / "commands"
        self.log = Path(folder.name) / "log"
        for path in (self.root / "scripts", self.root / "build/bin", self.root / "build/lib",
                     self.root / "resources/demo", self.here, self.commands):
            path.mkdir(parents=True)
        shutil.copy(tree.ROOT / "run", self.root)
        shutil.copy(tree.ROOT / "scripts/setup.sh", self.root / "scripts")
        (self.root / "resources/demo/train.py").write_text("print('demo')\n")
        (self.root / "resources/demo/gpu.lanes").touch()
        for name in ("cmake", "ninja", "apt-get", "sudo"):
            self.write(self.commands / name, LOGGED)
        self.write(self.commands / "dpkg-query", DPKG_QUERY)
        self.write(self.root / "build/bin/lanescope", PROGRAM)

    @staticmethod
    def write(path, text):
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_it(self, *arguments, **environment):
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            environment.setdefault(name, "")
        environment |= {"PATH": f"{self.commands}:{os.environ['PATH']}", "LOG": str(self.log)}
        result = subprocess.run([str(self.root / "run"), *arguments], cwd=self.here, env=os.environ | environment,
                                capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.write_text("")
        return result, [call for call in calls if not call.startswith(("dpkg-query", "cmake", "ninja"))], calls

    def test_build_only_builds(self):
        result, calls, every = self.run_it("--build")
        self.assertEqual((result.returncode, calls), (0, []))
        self.assertTrue(any(call.startswith("ninja") and call.endswith("product") for call in every))

    def test_missing_packages_are_named_and_installed_before_the_build(self):
        result, calls, every = self.run_it("--build", ABSENT="ninja-build")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Installing missing Debian packages: ninja-build", result.stderr)
        self.assertTrue(calls[-1].endswith("install -y --no-install-recommends ninja-build"), calls)
        self.assertLess(every.index(calls[-1]), [call.startswith("cmake") for call in every].index(True))

    def test_demo_is_recorded_once_and_shown_each_time(self):
        session, shown = self.root / "build/demo/demo.lanes", ["info", "render"] * 2
        result, calls, _ = self.run_it()
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"Session: {session}\n12 events\n", result.stdout)
        self.assertIn(f"Picture: {self.root}/build/pictures/demo.lanes.png", result.stdout)
        self.assertIn(f"Picture: {self.root}/build/pictures/gpu.lanes.png", result.stdout)
        self.assertEqual([call.split()[1] for call in calls], ["record", *shown])
        _, calls, _ = self.run_it()
        self.assertEqual([call.split()[1] for call in calls], shown)
        later = session.stat().st_mtime + 10
        os.utime(self.root / "build/bin/lanescope", (later, later))
        _, calls, _ = self.run_it()
        self.assertEqual([call.split()[1] for call in calls], ["record", *shown])

    def test_without_torch_there_is_the_demo_of_a_gpu(self):
        self.write(self.commands / "apt-get", LOGGED + "exit 1\n")
        result, calls, _ = self.run_it(ABSENT="python3-torch")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Without torch the demo program cannot run", result.stderr)
        self.assertIn(f"Session: {self.root}/resources/demo/gpu.lanes\n", result.stdout)
        self.assertEqual([call.split()[1] for call in calls if call.startswith("lanescope")], ["info", "render"])

    def test_a_demo_that_failed_is_not_shown_later(self):
        for _ in range(2):
            result, calls, _ = self.run_it(RECORD_CODE="1")
            self.assertEqual((result.returncode, [call.split()[1] for call in calls]), (1, ["record"]))

    def test_files_open_in_the_window_where_there_is_a_display(self):
        result, calls, _ = self.run_it("a.lanes", "b c.json", DISPLAY=":7")
        self.assertEqual((result.returncode, calls), (0, ["lanescope a.lanes b c.json"]))

    def test_a_file_that_cannot_be_read_fails(self):
        result, calls, _ = self.run_it("a.lanes", INFO_CODE="1")
        self.assertEqual((result.returncode, calls), (1, ["lanescope info a.lanes"]))

    def test_a_command_is_recorded_where_the_user_is_and_shown(self):
        result, calls, _ = self.run_it("--", "echo", "two words", "--flag")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith("two words --flag\n"), result.stdout)
        self.assertEqual(len(list(self.here.glob("lanescope-*.lanes"))), 1)
        self.assertEqual([call.split()[1] for call in calls], ["record", "info", "render"])

    def test_the_exit_code_of_the_command_is_passed_on(self):
        result, calls, _ = self.run_it("--", "sh", "-c", "exit 7")
        self.assertEqual(result.returncode, 7)
        self.assertIn("Picture: ", result.stdout)

    def test_wrong_usage(self):
        for arguments in (("--nothing",), ("--",)):
            with self.subTest(arguments):
                result, _, every = self.run_it(*arguments)
                self.assertEqual((result.returncode, every), (2, []))
                self.assertIn("usage: ./run", result.stderr)

    def test_only_the_first_build_is_said_to_take_long(self):
        result, _, _ = self.run_it("--build")
        self.assertIn("Building into build/: the first time takes 10 to 30 minutes on two cores", result.stderr)
        (self.root / "build/.ninja_log").touch()
        result, _, _ = self.run_it("--build")
        self.assertIn("Building into build/\n", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
