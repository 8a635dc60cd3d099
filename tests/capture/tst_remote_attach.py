#!/usr/bin/env python3
"""`lanescope attach --on`: programs of torch that run already, behind a real sshd on loopback and behind stand-ins of docker,
podman and kubectl: listed with a reason beside those that cannot be, recorded into a session that grows here, let go of."""
import json
import os
import re
import signal
import subprocess
import unittest
from pathlib import Path

from captured import PROGRAMS, RECORDER, pythons, skip_unless_attachable
from remote_host import PATIENCE, SSHD, Host, until


@unittest.skipUnless(SSHD, "openssh-server is not installed")
class RemoteAttach(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.session = self.host.folder / "a.lanes"
        # exec -i NAME PROGRAM...; of kubectl exec -i POD -- PROGRAM...: elsewhere only by the home
        inside = f'HOME={self.host.home} XDG_CACHE_HOME= exec "$@"'
        for name in ("docker", "podman"):
            self.host.stand_in(name, f"shift 3\n{inside}")
        self.host.stand_in("kubectl", f"shift 4\n{inside}")

    def program(self):
        """One that calls operators until its input ends, in no relation to whoever attaches to it."""
        program = subprocess.Popen([pythons()[0], PROGRAMS / "attached.py", "steps"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=os.environ | {"OMP_NUM_THREADS": "1"})

        def end():
            program.kill()
            program.communicate()
        self.addCleanup(end)
        self.assertEqual(program.stdout.readline(), "ready\n")
        return program

    def ask(self, *words):
        return subprocess.run([RECORDER, *map(str, words)], capture_output=True, text=True, check=False, timeout=PATIENCE,
                              env=self.host.environment(), cwd=self.host.folder)

    def attach(self, program, *options, on="ssh:there"):
        with open(self.host.folder / "complaints", "w", encoding="utf-8") as errors:
            recorder = subprocess.Popen([RECORDER, "attach", "--on", on, "-o", self.session, *options, str(program.pid)],
                                        stdin=subprocess.DEVNULL, stderr=errors, env=self.host.environment(),
                                        cwd=self.host.folder)

        def end():
            recorder.kill()
            recorder.wait()
        self.addCleanup(end)
        return recorder

    def complaints(self):
        return (self.host.folder / "complaints").read_text(encoding="utf-8")

    def await_events(self, recorder, count=100):
        last = []

        def there():
            done = self.ask("ctl", recorder.pid, "status")
            last[:] = [done.stdout, done.stderr, self.complaints()]
            found = re.search(r"events +([\d,\s]*\d)", done.stdout)
            return found and int(re.sub(r"\D", "", found[1])) > count
        try:
            until(there, "events")
        except AssertionError as problem:
            raise AssertionError("\n".join(last)) from problem

    def assertRecorded(self, recorder, program):
        """It ended well, its operators are there whole, nothing is left over there, and the program runs on."""
        self.assertEqual(recorder.wait(PATIENCE), 0, self.complaints())
        rows = json.loads(self.ask("stats", self.session, "--by", "name", "--top", "0", "--format", "json").stdout)
        self.assertGreater({row["name"]: row["calls"] for row in rows}["aten::eye"], 100)
        self.assertIn("complete      yes", self.ask("info", self.session).stdout)
        self.assertEqual(self.host.captures(), [])
        self.assertIsNone(program.poll())

    def test_a_program_on_a_host_is_listed_recorded_and_detached_from(self):
        program = self.program()
        listed = json.loads(self.ask("attach", "--list", "--json", "--on", "ssh:there").stdout)
        mine = next(row for row in listed if row["pid"] == program.pid)
        self.assertEqual((mine["command"][1:], mine["refusal"]), ([str(PROGRAMS / "attached.py"), "steps"], ""))
        table = self.ask("attach", "--list", "--on", "ssh:there").stdout
        row = next(line for line in table.splitlines() if line.split()[:1] == [str(program.pid)])
        self.assertTrue(row.endswith("-"), row)  # no GPU memory is known of it

        recorder = self.attach(program)
        self.await_events(recorder)
        status = self.ask("ctl", recorder.pid, "status").stdout
        self.assertIn("ssh:there", status)
        done = self.ask("detach", recorder.pid)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRecorded(recorder, program)

    def test_in_containers(self):
        program = self.program()
        for on in ("docker:box", "podman:box", "kubectl:pod"):
            with self.subTest(on=on):
                self.assertIn(str(program.pid), self.ask("attach", "--list", "--on", on).stdout)
                recorder = self.attach(program, "--no-memory", on=on)
                self.await_events(recorder)
                recorder.send_signal(signal.SIGINT)  # as Ctrl-C does: the recording ends, the program does not
                self.assertRecorded(recorder, program)
                self.session.unlink()

    def test_a_broken_connection_leaves_it_recording(self):
        program = self.program()
        recorder = self.attach(program)
        self.await_events(recorder)
        until(lambda: self.host.cut() > 0, "a connection")
        until(lambda: "is gone. The capture goes on there" in self.complaints(), "its loss")
        seen = int(re.sub(r"\D", "", re.search(r"events +([\d,\s]*\d)", self.ask("ctl", recorder.pid, "status").stdout)[1]))
        self.await_events(recorder, seen + 100)
        done = self.ask("detach", recorder.pid)
        self.assertEqual(done.returncode, 0, done.stderr + self.complaints())
        self.assertRecorded(recorder, program)

    def test_what_cannot_be_is_said(self):
        program = self.program()
        program.send_signal(signal.SIGSTOP)
        until(lambda: ") T " in Path(f"/proc/{program.pid}/stat").read_text(), "its stop")
        self.assertIn(f"* Process {program.pid} is stopped", self.ask("attach", "--list", "--on", "ssh:there").stdout)
        recorder = self.attach(program)
        self.assertEqual(recorder.wait(PATIENCE), 1)
        self.assertIn(f"kill -CONT {program.pid}", self.complaints())
        self.assertFalse(self.session.exists())
        program.send_signal(signal.SIGCONT)
        for wrong, said in (("gpu1", "--on: 'gpu1' is no target"), ("ssh:-x", "cannot be the name of a host")):
            done = self.ask("attach", "--list", "--on", wrong)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)
        (self.host.folder / "authorized").write_text("")
        done = self.ask("attach", "--list", "--on", "ssh:there")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("ssh:there cannot be reached", done.stderr)


def setUpModule():
    skip_unless_attachable()


if __name__ == "__main__":
    unittest.main(verbosity=2)
