#!/usr/bin/env python3
"""Man pages and completions come from the options that the program has, all of them, and the shells take them."""
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope"


# what documents name of other programs: docker, ./run, scripts and tests
OF_OTHERS = {"--shm-size", "--cap-add", "--gpus", "--build", "--arch", "--failed", "--list"}


def run(*words, **more):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=60, **more)


class Manual(unittest.TestCase):
    READING = {"info", "check", "stats", "overview", "advice", "diff", "path", "ranks", "gate", "search", "memory", "flame", "render",
               "convert"}
    PLACEHOLDERS = {"FILE": "run.lanes", "A": "run.lanes", "B": "after.lanes", "BASE": "after.lanes", "IN": "run.lanes",
                    "OUT": "out.json.gz"}
    RANKS = r"RANK0 RANK1 \.\.\.|/shared/run-\*\.lanes"

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.share = Path(folder.name)
        subprocess.run([ROOT / "scripts" / "manual.py", PROGRAM, cls.share], check=True)
        cls.commands = [line.split("\t")[0] for line in run(PROGRAM, "--commands").stdout.splitlines()]

    def names_of(self, command):
        table = json.loads(run(PROGRAM, command, "--options").stdout)
        return [name for option in table["options"] for name in option["names"]]

    def test_the_table_holds_what_help_says(self):
        for command in self.commands:
            shown = run(PROGRAM, command, "--help").stdout
            for name in self.names_of(command):
                self.assertIn(name, shown, command)
        words = {option["names"][-1]: option["choices"]
                 for option in json.loads(run(PROGRAM, "record", "--options").stdout)["options"]}
        self.assertEqual(words["--cupti"], ["share", "own", "yield"])
        self.assertEqual(words["--output"], [])

    def test_help_begins_with_the_usage_and_fits_100_columns(self):
        for command in self.commands:
            lines = run(PROGRAM, command, "--help").stdout.splitlines()
            with self.subTest(command):
                self.assertTrue(lines[0].startswith(f"Usage: lanescope {command} "), lines[0])
                self.assertEqual([line for line in lines if len(line) > 100], [])
                self.assertIn(f"docs/command-line.md#{command}", lines[-1])
        self.assertTrue(run(PROGRAM, "--help").stdout.startswith("Usage: lanescope "))
        for shown in run(PROGRAM, "--help").stdout.splitlines():
            self.assertLessEqual(len(shown), 100, shown)

    def test_help_says_defaults_and_words(self):
        shown = " ".join(run(PROGRAM, "stats", "--help").stdout.split())
        self.assertIn("table, csv or json (default: table)", shown)
        self.assertIn("(default: name)", shown)
        shown = " ".join(run(PROGRAM, "render", "--help").stdout.split())
        self.assertIn("what to draw: timeline, overview,", shown)
        self.assertIn("--output TEXT the picture: NAME.png, NAME.jpg or NAME.bmp (required)", shown)
        self.assertNotIn("(default: 0)", shown)

    def test_examples_are_there_and_run(self):
        """Those that read a session do so; those that record, or reach a program or an agent, have only known options."""
        folder = self.share / "examples"
        folder.mkdir()
        session = ROOT / "resources" / "demo" / "gpu.lanes"
        for name in ("run", "before", "after"):
            shutil.copy(session, folder / f"{name}.lanes")
        subprocess.run([PROGRAM, "convert", session, folder / "trace.json.gz"], check=True, capture_output=True)
        for rank in (0, 1):
            (folder / f"rank{rank}.json").write_text(json.dumps({"distributedInfo": {"rank": rank, "world_size": 2}, "traceEvents": [
                {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]}))
        reaching = {"record", "attach", "detach", "ctl", "look", "doctor", "mcp", "dataset"}
        for command in self.commands:
            table = json.loads(run(PROGRAM, command, "--options").stdout)
            self.assertTrue(table["examples"] or command in ("remote", "source"), command)
            for line in table["examples"]:
                with self.subTest(line):
                    self.assertIn(line, run(PROGRAM, command, "--help").stdout)
                    words = shlex.split(line)
                    self.assertEqual(words[:2], ["lanescope", command])
                    if command in reaching:
                        own = words[:words.index("--")] if "--" in words else words
                        self.assertLessEqual({w for w in own if w.startswith("--")}, set(self.names_of(command)))
                        continue
                    done = subprocess.run([PROGRAM, *words[1:]], cwd=folder, capture_output=True, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    if command != "convert":  # which says what was repaired
                        self.assertEqual(done.stderr, b"")

    def test_documented_commands_run(self):
        """Each line of code in README and docs that reads a session, with sessions in place of its words."""
        folder = self.share / "documented"
        folder.mkdir()
        session = ROOT / "resources" / "demo" / "gpu.lanes"
        for name in ("run", "after"):
            shutil.copy(session, folder / f"{name}.lanes")
        subprocess.run([PROGRAM, "convert", session, folder / "trace.json.gz"], check=True, capture_output=True)
        for rank in (0, 1):
            (folder / f"rank{rank}.json").write_text(json.dumps({"distributedInfo": {"rank": rank, "world_size": 2}, "traceEvents": [
                {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]}))
        ran = set()
        for page in [ROOT / "README.md", ROOT / "README.zh-CN.md", *(ROOT / "docs").rglob("*.md")]:
            if page.name == "command-line.md":
                continue  # made of the examples, which are tried above
            for line in re.findall(r"^    (?:build/bin/)?lanescope ([a-z]+ .*)$", page.read_text(), re.M):
                if line.split()[0] not in self.READING:
                    continue
                words = shlex.split(re.split(r"  +|\s#", re.sub(self.RANKS, "rank0.json rank1.json", line))[0])
                ran.add(words[0])
                with self.subTest(page=page.name, line=line):
                    done = subprocess.run([PROGRAM, *(self.PLACEHOLDERS.get(word, word) for word in words)], cwd=folder,
                                          capture_output=True, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(ran, self.READING)

    def test_every_command_has_a_page_with_every_option(self):
        self.assertIn("record", self.commands)
        self.assertIn("render", self.commands)
        for command in self.commands:
            page = (self.share / "man" / "man1" / f"lanescope-{command}.1").read_text().replace("\\-", "-")
            for name in self.names_of(command):
                self.assertIn(f"\\fB{name}\\fR", page, command)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_pages_have_no_fault_that_groff_knows(self):
        for page in sorted((self.share / "man" / "man1").iterdir()):
            done = run("groff", "-man", "-ww", "-Tutf8", page)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)

    def test_the_page_of_the_command_line_is_what_the_program_says(self):
        made = self.share / "command-line.md"
        subprocess.run([ROOT / "scripts" / "manual.py", PROGRAM, "--markdown", made], check=True)
        self.assertEqual((ROOT / "docs" / "command-line.md").read_text(), made.read_text(),
                         "make it anew: scripts/manual.py build/bin/lanescope --markdown docs/command-line.md")

    def test_recording_lists_each_option_with_its_version(self):
        version = run(PROGRAM, "--version").stdout.split()[-1]
        known = {*re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(), re.M), version}
        listed = set()
        for row in re.findall(r"^\| (.*`-.*) \|$", (ROOT / "docs" / "recording.md").read_text(), re.M):
            cells = row.split(" | ")
            listed |= set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", cells[0]))
            self.assertIn(cells[-1], known, row)
        for option in json.loads(run(PROGRAM, "record", "--options").stdout)["options"]:
            if "--help" not in option["names"]:
                self.assertTrue(listed & set(option["names"]), option["names"])

    def test_documents_name_only_commands_and_options_that_there_are(self):
        window = json.loads(run(PROGRAM, "--options").stdout)["options"]
        known = {command: set(self.names_of(command)) | {"--help"} for command in self.commands}
        for page in [ROOT / "README.md", ROOT / "README.zh-CN.md", *(ROOT / "docs").glob("*.md")]:
            for call in re.findall(r"(?:^|[ `/])lanescope ([a-z]+)((?: [^\n`|;]*)?)", page.read_text()):
                command, words = call[0], call[1].split(" -- ")[0].split("  ")[0].split("#")[0]
                if command not in known:
                    continue
                for option in re.findall(r"(?<=\s)--[a-z-]+", words):
                    self.assertIn(option, known[command], f"{page.name}: lanescope {command} {words}")
            for option in re.findall(r"`(--[a-z-]+)", page.read_text()):
                everywhere = set().union(*known.values(), *(o["names"] for o in window))
                self.assertIn(option, everywhere | OF_OTHERS, page.name)

    def completed(self, *words):
        script = self.share / "bash-completion" / "completions" / "lanescope"
        return run("bash", "-c", 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lanescope; '
                   'printf "%s\\n" "${COMPREPLY[@]}"', script, "lanescope", *words).stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.completed("rec"), ["record"])
        self.assertEqual(self.completed("record", "--cup"), ["--cupti"])
        self.assertEqual(self.completed("record", "--cupti", ""), ["share", "own", "yield"])
        self.assertEqual(self.completed("record", "--", "--cup"), [], "the program's own words")
        self.assertEqual(sorted(self.completed("stats", "--")), sorted(n for n in self.names_of("stats") if n.startswith("--")))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_takes_it(self):
        self.assertEqual(run("zsh", "-n", self.share / "zsh" / "vendor-completions" / "_lanescope").stderr, "")

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        script = self.share / "fish" / "vendor_completions.d" / "lanescope.fish"
        done = run("fish", "--no-config", "-c", f"source {script}; complete -C 'lanescope record --cupti '",
                   env={**os.environ, "HOME": str(self.share)})
        self.assertEqual(sorted(line.split("\t")[0] for line in done.stdout.splitlines()), ["own", "share", "yield"], done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
