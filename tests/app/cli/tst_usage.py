#!/usr/bin/env python3
"""Every command explains itself, and says by its exit code whose fault it was: 0 nobody's, 1 the file's, 2 the user's."""
import gzip
import json
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope"
SANITIZED = bool(os.environ.get("LANESCOPE_SANITIZE"))
READERS = ("info", "check", "stats", "overview", "search", "memory", "flame")
ALL = READERS + ("render", "convert", "record", "diff")


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)


class Usage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.trace = Path(self.folder.name, "a.json")
        self.trace.write_text(json.dumps([
            {"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2},
            {"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": 2,
             "args": {"Addr": 5, "Bytes": 64, "Total Allocated": 64, "Total Reserved": 0, "Device Type": 0,
                      "Device Id": -1}}]))

    def arguments(self, command, file):
        more = {"render": ["-o", Path(self.folder.name, "a.png")], "search": ["--where", "a"], "convert": [Path(self.folder.name, "a.lanes")]}
        return [command, file, *more.get(command, [])]

    def assertUsage(self, done):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotEqual(done.stderr, "")

    def test_a_mistyped_command_says_what_was_meant(self):
        for program in (PROGRAM, PROGRAM.with_name("lanescope-record")):
            for word, meant in (("inof", "info"), ("chekc", "check"), ("overveiw", "overview"), ("stat", "stats")):
                with self.subTest(f"{program.name} {word}"):
                    done = subprocess.run([program, word, self.trace], capture_output=True, text=True, timeout=60)
                    self.assertUsage(done)
                    self.assertIn(f"perhaps '{meant}' was meant", done.stderr)
            done = subprocess.run([program, "zzz"], capture_output=True, text=True, timeout=60)
            self.assertUsage(done)
            self.assertNotIn("perhaps", done.stderr)

    def test_what_comes_through_a_pipe_has_no_name_of_ours(self):
        session = Path(self.folder.name, "a.lanes")
        self.assertEqual(run("convert", self.trace, session).returncode, 0)
        for file in (self.trace, session):
            with self.subTest(file.name):
                done = subprocess.run([PROGRAM.with_name("lanescope-record"), "info", "-"], input=file.read_bytes(), capture_output=True, timeout=60)
                self.assertIn(b"standard input", done.stdout)
                self.assertNotIn(b"/proc/", done.stdout)

    def test_help_is_good_everywhere(self):
        overview = run("--help")
        self.assertEqual(overview.returncode, 0)
        for option in ("--theme", "--lang", "--version"):
            self.assertIn(option, overview.stdout)
        for command in ALL:
            with self.subTest(command):
                self.assertIn(f"\n  {command}", overview.stdout)
                for word in ("--help", "-h"):
                    done = run(command, word)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertIn("Usage", done.stdout)
        self.assertEqual(run("--version").returncode, 0)

    def test_good_use_is_good(self):
        for command in READERS + ("render", "convert"):
            with self.subTest(command):
                done = run(*self.arguments(command, self.trace))
                self.assertEqual(done.returncode, 0, done.stderr)
        done = run("record", "-o", Path(self.folder.name, "r.lanes"), "--", "true")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_nothing_to_work_on(self):
        for command in ALL:
            with self.subTest(command):
                self.assertUsage(run(command))

    def test_unknown_options(self):
        for command in READERS + ("render", "convert"):
            with self.subTest(command):
                self.assertUsage(run(*self.arguments(command, self.trace), "--no-such-option"))
        self.assertUsage(run("--no-such-option"))
        self.assertUsage(run("record", "--no-such-option", "--", "true"))

    def test_too_many_files(self):
        self.assertUsage(run(*self.arguments("render", self.trace), self.trace))

    def test_files_that_are_no_ranks_of_one_job(self):
        for command in READERS:
            with self.subTest(command):
                done = run(*self.arguments(command, self.trace), self.trace)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("no ranks of one job", done.stderr)

    def test_values_that_mean_nothing(self):
        out = Path(self.folder.name, "x.png")
        for words in (["stats", self.trace, "--by", "colour"], ["stats", self.trace, "--top", "many"],
                      ["stats", self.trace, "--top", "-1"],
                      ["stats", self.trace, "--range", "later"], ["stats", self.trace, "--format", "xml"],
                      ["stats", self.trace, "--where", "dur>>"], ["overview", self.trace, "--step", "-1"],
                      ["memory", self.trace, "--at", "noon"], ["flame", self.trace, "--of", "x"],
                      ["flame", self.trace, "--svg", "--collapsed"],
                      ["render", self.trace, "-o", out, "--size", "0x0"],
                      ["render", self.trace, "-o", out, "--size", "big"],
                      ["render", self.trace, "-o", out, "--view", "x"],
                      ["render", self.trace, "-o", out, "--range", "3..1"],
                      ["render", self.trace, "-o", out, "--theme", "pink"],
                      ["render", self.trace, "-o", out, "--lang", "xx"],
                      ["render", self.trace, "-o", Path(self.folder.name, "a.gif")],
                      ["convert", self.trace, Path(self.folder.name, "a.doc")]):
            with self.subTest(" ".join(map(str, words))):
                self.assertUsage(run(*words))
        self.assertFalse(out.exists())

    def test_files_that_are_not_there_or_no_traces(self):
        picture = Path(self.folder.name, "b.json")
        picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
        for command in READERS + ("render", "convert"):
            for file in ("no-such-file.json", picture, self.folder.name):
                with self.subTest(command, file=str(file)):
                    done = run(*self.arguments(command, file))
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn(Path(file).name, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1)

    def test_what_is_no_file_is_refused_at_once(self):
        pipe = Path(self.folder.name, "pipe")
        os.mkfifo(pipe)
        empty = Path(self.folder.name, "empty")
        empty.mkdir()
        for name, what in ((pipe, "pipe"), ("/dev/zero", "device"), (empty, "folder without sessions or traces")):
            for command in READERS + ("render", "convert"):
                with self.subTest(f"{command} {name}"):
                    done = run(*self.arguments(command, name))
                    self.assertEqual((done.returncode, done.stdout), (1, ""))
                    self.assertIn(what, done.stderr)
        with open("/dev/zero", "rb") as zeros:
            done = subprocess.run([PROGRAM, "info", "-"], stdin=zeros, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("device", done.stderr)

    def test_names_cannot_command_the_terminal(self):
        for command in READERS + ("render", "convert"):
            with self.subTest(command):
                done = run(*self.arguments(command, Path(self.folder.name, "a\x1b]0;owned\x07\x9b.json")))
                self.assertEqual(done.returncode, 1)
                self.assertNotRegex(done.stderr, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
                self.assertIn("a\\x1b]0;owned\\x07\\x9b.json", done.stderr)

    @unittest.skipIf(SANITIZED, "a sanitizer takes memory of its own")
    def test_too_little_memory_is_said(self):
        big = Path(self.folder.name, "big.json")
        event = '{"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":%d,"dur":2}'
        big.write_text("[" + ",\n".join(event % i for i in range(600_000)) + "]")
        session = Path(self.folder.name, "big.lanes")
        self.assertEqual(run("convert", big, session).returncode, 0)
        failed = 0
        for file in (big, session):
            for megabytes in range(100, 700, 50):
                with self.subTest(f"{file.name} in {megabytes} MB"):
                    limit = megabytes << 20
                    done = subprocess.run(
                        [PROGRAM, "info", file], capture_output=True, text=True, timeout=60,
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    if done.returncode == 1:
                        self.assertRegex(done.stderr, "not enough memory")
                        failed += 1
        self.assertGreater(failed, 2)

    def test_results_that_cannot_be_written(self):
        for words in (["render", self.trace, "-o", "/no/such/folder/a.png"],
                      ["convert", self.trace, "/no/such/folder/a.lanes"],
                      ["flame", self.trace, "--svg", "-o", "/no/such/folder/a.svg"]):
            with self.subTest(" ".join(map(str, words))):
                done = run(*words)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("/no/such/folder", done.stderr)

    def test_results_larger_than_they_may_be(self):
        self.trace.write_text("[" + "".join(
            json.dumps({"ph": "X", "cat": "cpu_op", "name": f"{i} {i * i}", "pid": 1, "tid": 1, "ts": i, "dur": 1}) +
            "," for i in range(5000)))
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        folder = Path(self.folder.name, "out")
        folder.mkdir()
        for words in (["convert", self.trace, folder / "a.lanes"], ["convert", self.trace, folder / "a.json"],
                      ["convert", self.trace, folder / "a.json.gz"],
                      ["flame", self.trace, "--collapsed", "-o", folder / "a.txt"]):
            with self.subTest(" ".join(map(str, words))):
                done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60, preexec_fn=limit)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(f"{words[-1]} cannot be written: File too large", done.stderr)
                self.assertEqual(list(folder.iterdir()), [])

    def test_numbers_that_are_none(self):
        for word in ("-1", "abc", "1.5", "99999999999999999999"):
            for option in ("--step", "--top"):
                with self.subTest(option, word=word):
                    done = run("stats", self.trace, option, word)
                    self.assertUsage(done)
                    self.assertIn(f'"{word}" is no whole number', done.stderr)
                    self.assertLess(len(done.stderr), 200)

    def test_results_into_a_device(self):
        done = run("flame", self.trace, "--svg", "-o", "/dev/stdout")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("</svg>", done.stdout)

    def test_a_trace_through_a_pipe(self):
        with open(self.trace) as file:
            done = subprocess.run([PROGRAM, "convert", "-", "-"], stdin=file, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([event["name"] for event in json.loads(done.stdout)["traceEvents"]], ["a", "[memory]"])
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "convert", self.trace, "-"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=60)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn("standard output cannot be written", done.stderr)

    @unittest.skipIf(SANITIZED, "a sanitizer takes memory of its own")
    def test_deep_stacks_are_written_as_they_are_made(self):
        depth = 3000
        self.trace.write_text(json.dumps([
            {"ph": "X", "cat": "cpu_op", "name": f"call {i}", "pid": 1, "tid": 1, "ts": i, "dur": 2 * (depth - i)}
            for i in range(depth)]))
        file = Path(self.folder.name, "stacks.txt")

        def peak(*words):
            """The most memory that it ever had, and the letters it wrote."""
            with open(file, "w") as out:
                child = subprocess.Popen([PROGRAM, "flame", self.trace, *words], stdout=out)
                _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 0)
            return usage.ru_maxrss * 1024, file.stat().st_size

        reading, nothing = peak("--weight", "bytes")
        self.assertEqual(nothing, 0)
        for output in ([], ["-o", file]):
            with self.subTest(output=output):
                most, written = peak("--collapsed", *output)
                self.assertGreater(written, 20_000_000)
                self.assertLess(most, reading + written // 4)
        self.assertLess(peak("--speedscope")[1], 400 * depth)

    def test_stacks_that_would_fill_a_disk_are_refused(self):
        depth = 20_000
        self.trace.write_text(json.dumps([
            {"ph": "X", "cat": "cpu_op", "name": f"call {i}", "pid": 1, "tid": 1, "ts": i, "dur": 2 * (depth - i)}
            for i in range(depth)]))
        for output in ([], ["-o", Path(self.folder.name, "stacks.txt")]):
            done = run("flame", self.trace, *output)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
            self.assertIn("GiB; write --speedscope or --svg", done.stderr)
        for form in ("--speedscope", "--svg"):
            self.assertLess(len(run("flame", self.trace, form).stdout), 400 * depth, form)

    def test_a_packed_session(self):
        session = Path(self.folder.name, "a.lanes")
        self.assertEqual(run("convert", self.trace, session).returncode, 0)
        packed = Path(self.folder.name, "packed.gz")
        packed.write_bytes(gzip.compress(session.read_bytes()))
        done = run("info", packed)
        self.assertEqual(done.returncode, 1)
        self.assertIn("unpack it", done.stderr)

    def test_nothing_overwrites_what_it_reads(self):
        before = self.trace.read_bytes()
        other = Path(self.folder.name, "other.json")
        other.write_bytes(before)
        for name, link in ("itself.png", "self"), ("symbolic.png", "symlink_to"), ("hard.png", "hardlink_to"):
            target = Path(self.folder.name, name)
            if link == "self":
                target.write_bytes(before)
                read = target
            else:
                read = self.trace
                getattr(target, link)(read)
            as_json, report = target.with_suffix(".json"), Path(self.folder.name, f"report {name}")
            if not as_json.exists():
                as_json.hardlink_to(target)
            report.mkdir()
            (report / "junit.xml").hardlink_to(read)
            for words in (["flame", read, "-o", target], ["flame", other, read, "--svg", "-o", target], ["convert", read, as_json],
                          ["render", read, "-o", target], ["render", read, "--thumbnail", "64", "-o", target],
                          ["render", other, "--view", "compare", "--with", read, "-o", target],
                          ["render", other, "--view", "compare", "--with", other, "--more", read, "-o", target],
                          ["gate", read, "--against", other, "--max", "step=1%", "--report", report],
                          ["gate", other, "--against", read, "--max", "step=1%", "--report", report]):
                with self.subTest(name, words=" ".join(map(str, words))):
                    self.assertUsage(run(*words))
                    self.assertEqual(read.read_bytes(), before)

    def test_standard_output_that_takes_nothing(self):
        for words in [self.arguments(command, self.trace) for command in READERS] + [["--help"], ["stats", "--help"]]:
            with self.subTest(words[0]), open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn("standard output cannot be written", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_a_window_without_a_display(self):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")}
        for display in ({}, {"DISPLAY": ":54321"}):
            with self.subTest(display):
                done = subprocess.run([PROGRAM, self.trace], env=environment | display, capture_output=True, text=True,
                                      timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn("render FILE", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_programs_that_cannot_be_recorded(self):
        done = run("record", "-o", Path(self.folder.name, "r.lanes"), "--", "no-such-program")
        self.assertEqual(done.returncode, 127)
        self.assertIn("no-such-program", done.stderr)


if __name__ == "__main__":
    unittest.main()
