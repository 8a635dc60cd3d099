#!/usr/bin/env python3
"""Man pages and completions come from the options that the program has, all of them, and the shells take them."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope"


def run(*words, **more):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=60, **more)


class Manual(unittest.TestCase):
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
