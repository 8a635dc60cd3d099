#!/usr/bin/env python3
"""`lanescope record --on`: programs of other hosts, behind a real sshd on loopback, and of containers, behind a stand-in."""
import json
import os
import shutil
import signal
import subprocess
import sys
import unittest
from pathlib import Path

from remote_host import PATIENCE, SSHD, Host, until

LANESCOPE = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TORCH_PYTHON = "/usr/bin/python3"
LINES = 400

# Says a line every few milliseconds until it is told that it has been seen enough, then its words and 7.
TALKER = f"""
import os, sys, time
for i in range({LINES}):
    print("line", i, flush=True)
    time.sleep(0.002)
while not os.path.exists("go"):
    time.sleep(0.01)
print("end", sys.argv[1:], flush=True)
print("to errors", file=sys.stderr)
sys.exit(7)
"""


@unittest.skipUnless(SSHD, "openssh-server is not installed")
class Remote(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.work = self.host.folder / "work"
        self.work.mkdir()
        (self.work / "talker.py").write_text(TALKER)
        self.session = self.host.folder / "a.lanes"
        self.said = self.host.folder / "said"
        self.complaints = self.host.folder / "complaints"

    def words(self, *more, on="ssh:there"):
        return [LANESCOPE, "record", "--on", on, "-o", self.session, *more]

    def begin(self, *more, **kind):
        with open(self.said, "w") as out, open(self.complaints, "w") as errors:
            started = subprocess.Popen([str(w) for w in self.words(*more, **kind)], stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=errors, env=self.host.environment(), cwd=self.host.folder)
        self.addCleanup(self.finish, started)
        return started

    def talk(self, *words):
        return self.begin("--folder", self.work, "--", sys.executable, "talker.py", *words)

    def finish(self, started):
        started.kill()
        started.wait()

    def go(self):
        (self.work / "go").touch()

    def hears(self, line):
        until(lambda: line in self.said.read_text().splitlines(), line)

    def assertWhole(self):
        done = subprocess.run([LANESCOPE, "info", self.session], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("complete      yes", done.stdout)

    def assertTalked(self, started, words):
        self.assertEqual(started.wait(PATIENCE), 7, self.complaints.read_text())
        self.assertEqual(self.said.read_text().splitlines(), [f"line {i}" for i in range(LINES)] + [f"end {words}"])
        self.assertEqual(self.complaints.read_text().count("to errors"), 1)
        self.assertWhole()
        self.assertEqual(self.host.captures(), [])

    def assertRefused(self, started, *parts):
        self.assertEqual(started.wait(PATIENCE), 1, self.complaints.read_text())
        for part in parts:
            self.assertIn(part, self.complaints.read_text())
        self.assertFalse(self.session.exists())

    def test_words_output_and_exit_code_pass_as_they_are(self):
        words = ["a b", "it's", '"$(touch evil)"', "-x", "two\nlines", "!!", "\\", "", "ö"]
        started = self.talk(*words)
        self.go()
        self.assertTalked(started, words)
        self.assertFalse((self.work / "evil").exists())

    def look(self, *more):
        done = subprocess.run([LANESCOPE, "look", "--json", "--on", "ssh:there", *more], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=PATIENCE, env=self.host.environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_a_jump_host_is_gone_through(self):
        self.host.hide()
        started = self.talk("j")
        self.go()
        self.assertTalked(started, ["j"])
        self.assertIn("Accepted publickey", (self.host.folder / "jump.log").read_text())
        self.assertEqual(self.look()["way"]["through"], "door")

    def test_a_connection_through_a_jump_host_is_taken_up_again(self):
        self.host.hide()
        started = self.talk("k")
        self.hears("line 20")
        self.assertGreater(self.host.cut(), 0)
        self.go()
        self.assertTalked(started, ["k"])
        self.assertIn("the connection to ssh:there is gone", self.complaints.read_text())

    def test_the_key_of_an_agent_opens(self):
        self.host.trust_agent()
        started = self.talk("a")
        self.go()
        self.assertTalked(started, ["a"])

    def test_one_connection_serves_all_and_is_closed(self):
        started = self.talk("m")
        self.go()
        self.assertTalked(started, ["m"])
        self.assertEqual(self.host.logged_in(), 1)
        until(lambda: not list(self.host.run.glob("lanescope-ssh-*")), "the end of the connection")

    def test_a_connection_that_the_user_shares_is_used_and_left_open(self):
        self.host.share()
        started = self.talk("u")
        self.go()
        self.assertTalked(started, ["u"])
        self.assertEqual(self.host.logged_in(), 1)
        subprocess.run(["ssh", "there", "true"], env=self.host.environment(), check=True, stdin=subprocess.DEVNULL)
        subprocess.run(["ssh", "-q", "-O", "exit", "there"], env=self.host.environment(), check=True, stdin=subprocess.DEVNULL)

    def test_what_a_host_has_is_said_beforehand(self):
        first, second = self.look(), self.look()
        self.assertTrue(first["way"]["collector_copied"])
        self.assertFalse(second["way"]["collector_copied"])
        self.assertGreater(first["way"]["collector_bytes"], 100_000)
        machine = first["machine"]
        shared = os.statvfs("/dev/shm")  # it is this machine
        self.assertLess(abs(machine["shared_memory_bytes"] - shared.f_bavail * shared.f_frsize), 1 << 30)
        self.assertEqual(len(machine["devices"]), len(list(Path("/proc/driver/nvidia/gpus").glob("*"))))
        self.assertGreater(machine["disk_bytes"], 0)

    @unittest.skipUnless(Path(TORCH_PYTHON).exists(), "no Python of Debian's")
    def test_torch_is_recorded(self):
        (self.work / "train.py").write_text("import torch\nfor _ in range(50): torch.ones(9, 9) @ torch.ones(9, 9)\n")
        started = self.begin("--folder", self.work, "--no-memory", "--", TORCH_PYTHON, "train.py")
        self.assertEqual(started.wait(PATIENCE), 0, self.complaints.read_text())
        self.assertWhole()
        shown = subprocess.run([LANESCOPE, "stats", self.session], capture_output=True, text=True).stdout
        self.assertRegex(shown, r"aten::mm +.*50|50 .*aten::mm")

    @unittest.skipUnless(Path(TORCH_PYTHON).exists(), "no Python of Debian's")
    def test_sources_of_what_was_recorded_are_fetched(self):
        program = self.work / "train.py"
        program.write_text("import torch  # here, there\n\nprint(torch.ones(9, 9) @ torch.ones(9, 9))\n")
        started = self.begin("--folder", self.work, "--", TORCH_PYTHON, "train.py")
        self.assertEqual(started.wait(PATIENCE), 0, self.complaints.read_text())

        def source(session, file):
            return subprocess.run([LANESCOPE, "source", session, file], capture_output=True, text=True, check=False,
                                  env=self.host.environment(), timeout=PATIENCE)
        done = source(self.session, program)
        self.assertEqual((done.returncode, done.stdout), (0, program.read_text()), done.stderr)

        def refuses(session, file, words):
            done = source(session, file)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(words, done.stderr)
        secret = self.work / "secret"
        secret.write_text("nobody's business")
        refuses(self.session, secret, "no Python stack of")
        copy = self.host.folder / "copy.lanes"
        shutil.copy(self.session, copy)
        refuses(copy, program, "was not fetched from another host")
        program.write_bytes(b"\0" * 10)
        refuses(self.session, program, "is no text there")
        program.write_bytes(b"#" * (5 << 20))
        refuses(self.session, program, "it is larger than 4 MiB")
        program.unlink()
        refuses(self.session, program, "No such file or directory")
        os.mkfifo(program)
        refuses(self.session, program, "it is no file")
        self.host.cut()
        self.host.sshd.kill()
        refuses(self.session, program, "cannot be reached")

    def test_the_session_grows_here_while_the_program_runs(self):
        started = self.talk()
        until(lambda: self.session.exists() and self.session.stat().st_size > 100, "the session's begin")
        self.assertIsNone(started.poll())
        self.go()
        self.assertTalked(started, [])

    def test_a_broken_connection_is_taken_up_where_it_was(self):
        started = self.talk("w")
        self.hears("line 20")
        self.assertGreater(self.host.cut(), 0)
        until(lambda: "trying to reach it again" in self.complaints.read_text(), "the complaint")
        self.go()
        self.assertTalked(started, ["w"])

    def test_a_collector_that_was_removed_is_brought_again(self):
        started = self.talk()
        self.hears("line 20")
        self.host.drop_collector()
        self.host.cut()
        self.go()
        self.assertTalked(started, [])

    def test_it_is_said_where_the_session_is_here(self):
        started = self.begin("--", "env")
        self.assertEqual(started.wait(PATIENCE), 0)
        said = self.complaints.read_text()
        self.assertRegex(said, f"recording on ssh:there into {self.session}, which can be opened while it grows; .*--resume \\w{{6}} ")
        self.assertIn("lanescope: recorded there: 0 events, 0 lost\n", said)
        self.assertNotIn("captures/", said)
        self.assertNotIn("LANESCOPE_FETCHED", self.said.read_text())

    def test_a_capture_that_is_not_there_is_not_waited_for(self):
        self.assertRefused(self.begin("--resume", "gone"), "ssh:there: there is no capture 'gone'", "was it fetched already?")
        (self.host.cache / "lanescope" / "captures" / "AbCdEf").mkdir(parents=True)
        self.assertRefused(self.begin("--resume", "gone"), "; there are: AbCdEf.")
        self.assertNotIn("The capture goes on there", self.complaints.read_text())

    def test_interrupts_reach_the_program(self):
        (self.work / "wait.py").write_text("import time\nprint('waits', flush=True)\ntry: time.sleep(600)\n"
                                           "except KeyboardInterrupt: print('interrupted', flush=True); raise SystemExit(5)\n")
        started = self.begin("--folder", self.work, "--", sys.executable, "wait.py")
        self.hears("waits")
        started.send_signal(signal.SIGINT)
        self.assertEqual(started.wait(PATIENCE), 5, self.complaints.read_text())
        self.hears("interrupted")
        self.assertWhole()

    def test_a_killed_near_end_leaves_the_capture_which_is_taken_up_again(self):
        first = self.talk("z")
        self.hears("line 20")
        first.kill()
        first.wait()
        capture = self.host.captures()[0].name
        self.session.unlink(missing_ok=True)
        again = self.begin("--resume", capture)
        self.go()
        self.assertTalked(again, ["z"])

    def test_a_wrong_key_is_refused(self):
        self.host.deny()
        self.assertRefused(self.talk(), "Permission denied", "ssh:there cannot be reached")

    def test_a_changed_host_key_is_refused(self):
        subprocess.run(["ssh", "there", "true"], env=self.host.environment(), check=True, capture_output=True)
        self.host.change_key()
        self.assertRefused(self.talk(), "ssh:there cannot be reached", "Host key verification failed")

    def test_no_room_for_the_collector(self):
        if os.geteuid() == 0:
            self.host.shrink()
        else:
            self.host.cache.write_text("a file where a folder belongs")
        self.assertRefused(self.talk(), "the collector cannot be copied to ssh:there; is there room")
        for question in (["look"], ["attach", "--list"]):
            done = subprocess.run([LANESCOPE, *question, "--on", "ssh:there"], stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, check=False, timeout=PATIENCE, env=self.host.environment())
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("the collector cannot be copied to ssh:there; is there room", done.stderr)

    def test_another_architecture(self):
        self.host.pretend()
        self.assertRefused(self.talk(), "ssh:there is Linux riscv64; this collector runs on Linux")

    def test_a_folder_that_is_not_there(self):
        self.assertRefused(self.begin("--folder", "/no/such", "--", "true"), "no folder /no/such there; --folder")

    def test_a_program_that_is_not_there(self):
        started = self.begin("--", "no-such-program")
        self.assertEqual(started.wait(PATIENCE), 127)
        self.assertIn("no-such-program", self.complaints.read_text())
        self.assertFalse(self.session.exists())

    def test_what_is_no_session_here_is_left_alone(self):
        self.session.write_text("a letter")
        started = self.talk()
        self.go()
        self.assertEqual(started.wait(PATIENCE), 1)
        self.assertIn("is no Lanescope session and would be overwritten", self.complaints.read_text())
        self.assertEqual(self.session.read_text(), "a letter")

    def test_a_container(self):
        # docker exec -i NAME PROGRAM ARGUMENTS...: elsewhere only by its home
        self.host.stand_in("docker", f'[ "$1 $2 $3" = "exec -i box" ] || {{ echo "No such container: $3" >&2; exit 1; }}\n'
                                     f'shift 3\nHOME={self.host.home} XDG_CACHE_HOME= exec "$@"')
        started = self.begin("--folder", self.work, "--", sys.executable, "talker.py", "c d", on="docker:box")
        self.go()
        self.assertTalked(started, ["c d"])
        self.assertTrue((self.host.home / ".cache" / "lanescope" / "collector").is_dir())
        self.session.unlink()
        self.assertRefused(self.begin("--", "true", on="docker:other"), "No such container: other", "docker:other cannot be reached")

    def test_an_image_gets_a_container_for_the_capture(self):
        # docker run ... IMAGE infinity, docker exec -i NAME PROGRAM..., docker rm --force NAME; without GPUs here
        log = self.host.folder / "docker.log"
        self.host.stand_in("docker", f"""echo "$@" >> {log}
case "$1" in
run) case " $* " in *" --gpus "*) echo 'could not select device driver' >&2; exit 125 ;; esac; case " $* " in *" missing "*) exit 125 ;; esac ;;
rm) ;;
exec) shift 3; HOME={self.host.home} XDG_CACHE_HOME= exec "$@" ;;
esac""")
        os.rename(self.work / "talker.py", self.host.folder / "talker.py")
        self.work = self.host.folder  # where the near end runs is where the program runs
        started = self.begin("--", sys.executable, "talker.py", "c d", on="docker-image:torch:2.9")
        self.go()
        self.assertTalked(started, ["c d"])
        said = log.read_text().splitlines()
        runs = [line for line in said if line.startswith("run ")]
        self.assertEqual(len(runs), 2)
        self.assertIn("--ipc host --gpus all ", runs[0])
        self.assertTrue(runs[1].endswith(f"--ipc host --mount type=bind,source={self.work},target={self.work} "
                                         f"--workdir {self.work} --entrypoint sleep torch:2.9 infinity"), runs[1])
        name = runs[1].split("--name ")[1].split()[0]
        self.assertEqual(said[-1], f"rm --force {name}")
        self.session.unlink()
        self.assertRefused(self.begin("--", "true", on="docker-image:missing"), "docker-image:missing does not run: docker says why")
        done = subprocess.run([LANESCOPE, "attach", "--on", "docker-image:x", "7"], capture_output=True, text=True,
                              env=self.host.environment(), check=False)
        self.assertIn("docker-image:x runs nothing yet; name the container", done.stderr)

    def test_local_is_this_machine(self):
        done = subprocess.run(self.words("--folder", self.work, "--", "pwd", on="local"), capture_output=True,
                              text=True, cwd=self.host.folder, check=False)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, str(self.work)), done.stderr)
        self.assertWhole()
        for words in (["--folder", "/no/such", "--", "true"], ["--resume", "capture"]):
            done = subprocess.run([LANESCOPE, "record", "--on", "local", *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words[0], done.stderr)
        done = subprocess.run([LANESCOPE, "look", "--on", "local", "--folder", self.work, "--env", "DATA=/no/such", "--",
                               sys.executable, "talker.py"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("missing  DATA=/no/such", done.stdout)
        done = subprocess.run([LANESCOPE, "attach", "--list", "--on", "local"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_is_no_target(self):
        for text in ("there", "ssh:", "telnet:there", "ssh:-oProxyCommand=evil", "docker:a\nb"):
            done = subprocess.run([LANESCOPE, "record", "--on", text, "--", "true"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn("--on: ", done.stderr)

    def ctl(self, started, *words):
        answers = []

        def is_answered():
            done = subprocess.run([LANESCOPE, "ctl", str(started.pid), *words], capture_output=True, text=True, check=False,
                                  env=self.host.environment(), timeout=PATIENCE)
            answers.append((done.returncode, done.stdout + done.stderr))
            return "only just beginning" not in answers[-1][1]  # as it is on a busy machine
        until(is_answered, "the recording there")
        return answers[-1]

    def comes_to(self, started, state):
        until(lambda: f"state    {state}\n" in self.ctl(started, "status")[1], state)

    def test_ctl_steers_it_and_says_why_it_cannot(self):
        started = self.talk()
        self.comes_to(started, "recording")
        # Of this machine, where other recordings come and go: its code is theirs, too.
        listed = subprocess.run([LANESCOPE, "ctl", "list"], capture_output=True, text=True, check=False).stdout
        self.assertRegex(listed, rf"(?m)^ *{started.pid} +ssh:there +recording +{self.session}")
        self.assertEqual(self.ctl(started, "stop"), (0, "Recording is paused.\n"))
        self.assertEqual(self.ctl(started, "stop"), (0, "It is paused already.\n"))
        self.comes_to(started, "paused")
        self.assertEqual(self.ctl(started, "mark", "here"), (0, "Marked.\n"))
        code, said = self.ctl(started, "save")
        self.assertEqual(code, 1)
        self.assertIn("only one with --keep has something to save", said)

        self.host.leave()
        self.comes_to(started, "no connection")
        code, said = self.ctl(started, "start")
        self.assertEqual(code, 1)
        self.assertIn("There is no connection to ssh:there. The capture goes on there", said)
        self.host.start()
        self.comes_to(started, "paused")
        self.assertEqual(self.ctl(started, "start"), (0, "Recording goes on.\n"))
        self.go()
        self.assertTalked(started, [])

    def saved(self):
        return sorted(path.name for path in self.host.folder.glob("a-*.lanes"))

    def test_what_a_flight_recorder_saves_is_fetched(self):
        first = self.begin("--keep", "60s", "--folder", self.work, "--", sys.executable, "talker.py")
        self.comes_to(first, "recording")
        self.assertEqual(self.ctl(first, "save")[0], 0)
        until(lambda: self.saved() == ["a-1.lanes"], "the first save")
        until(lambda: f"saved    {self.host.folder}/a-1.lanes" in self.ctl(first, "status")[1], "its name")
        self.host.cut()
        self.comes_to(first, "no connection")
        self.comes_to(first, "recording")
        self.assertEqual(self.ctl(first, "save")[0], 0)
        until(lambda: self.saved() == ["a-1.lanes", "a-2.lanes"], "the second save")
        first.kill()
        first.wait()
        # who takes it up again has those two already
        again = self.begin("--resume", self.host.captures()[0].name)
        self.comes_to(again, "recording")
        self.go()
        self.assertEqual(again.wait(PATIENCE), 7, self.complaints.read_text())
        self.assertEqual(self.saved(), ["a-1.lanes", "a-2.lanes", "a-3.lanes"], self.complaints.read_text())
        self.assertFalse(self.session.exists())
        self.assertEqual(self.host.captures(), [])
        for name in self.saved():
            self.session = self.host.folder / name
            self.assertWhole()


if __name__ == "__main__":
    unittest.main(verbosity=2)
