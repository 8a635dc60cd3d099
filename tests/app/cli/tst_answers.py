"""Every answer of the registry gives the same figures to each reader: text, CSV, JSON, Python, SQL and an agent's tool."""
import csv
import io
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
PROGRAM = BUILD / "bin" / "lanescope-record"
ROOT = Path(__file__).resolve().parents[3]
DEVICE = ROOT.parent / "shared" / "device"
TRACES = ROOT.parent / "shared" / "traces"
SESSIONS = [ROOT / "resources/demo/gpu.lanes", *(DEVICE / f"{name}.lanes" for name in ("ddp", "mixer"))]
OF_OTHERS = [TRACES / f"{name}.json.gz" for name in ("alexnet_train", "cuda_graph_decode", "mi250_toy_train")]
EVENTS = {"slices", "memory", "counters", "sql"}  # tables of single events, or of any question, are no answers
OF_PROFILES = {"function"}  # of files without times; tst_profiles asks for it
METHODS = {"path": "critical_path"}  # Session.path is the file

sys.path.insert(0, str(BUILD / "lib/lanescope/python"))
import lanescope  # noqa: E402
from lanescope import agents  # noqa: E402


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=True).stdout


def words():
    """The words of `stats --by`."""
    listed = re.search(r"--by TEXT (.*?) \(default: name\)", " ".join(run("stats", "--help").split())).group(1)
    return [word.strip() for part in listed.split(";") for word in part.rsplit(":", 1)[0].split(",") if word.strip() not in OF_PROFILES]


def flat(row):
    """A row of JSON by the names of columns: members of a member as a.b, without the rows below it."""
    members = {}
    for key, value in row.items():
        if isinstance(value, dict):
            members |= {f"{key}.{inner}": inside for inner, inside in value.items()}
        elif not (isinstance(value, list) and value and isinstance(value[0], dict)):
            members[key] = value
    return members


def same(a, b):
    if isinstance(a, str) and isinstance(b, list):  # shapes are JSON texts in columns
        a = json.loads(a)
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and abs(a - b) <= 1e-3 + 1e-3 * abs(b)
    return a == b


class Answers(unittest.TestCase):
    def setUp(self):
        listed = re.search(r"TABLE:BY is one with its --by: ([a-z_, ]+) Options", " ".join(run("table", "--help").split())).group(1)
        self.answers = set(listed.split(", ")) - EVENTS

    def test_each_has_a_method_in_python(self):
        self.assertGreater(len(self.answers), 12)
        for name in self.answers:
            self.assertTrue(callable(getattr(lanescope.Session, METHODS.get(name, name), None)), name)

    def test_files_and_python_say_the_same(self):
        for session in SESSIONS + OF_OTHERS:
            if not session.exists():
                self.skipTest(f"no sessions in {DEVICE} or traces in {TRACES}")
            opened = lanescope.open(session)
            for by in words():
                with self.subTest(session=session.name, by=by):
                    self.compare(opened, session, by)

    def test_a_range_reaches_every_answer(self):
        for session in (SESSIONS[0], OF_OTHERS[1]):
            if not session.exists():
                self.skipTest(f"no traces in {TRACES}")
            for by in words():
                with self.subTest(session=session.name, by=by):
                    stats = ("stats", session, "--by", by, "--top", "0", "--format", "csv")
                    whole = run(*stats)
                    if whole.count("\n") > 1:
                        self.assertNotEqual(run(*stats, "--range", "0ns..1ns"), whole)

    def test_words_that_a_table_has_no_use_for_are_refused(self):
        for words_of_it, reason in ((("kernels", "--by", "stack"), "--by stack does not apply to the table kernels"),
                                    (("slices", "--by", "name"), "--by name does not apply to the table slices"),
                                    (("kernels", "--query", "select 1"), "--query does not apply to the table kernels"),
                                    (("memory", "--no-arguments"), "--no-arguments does not apply to the table memory")):
            with self.subTest(words_of_it):
                done = subprocess.run([PROGRAM, "table", SESSIONS[0], *words_of_it], capture_output=True, text=True, errors="replace")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(reason, done.stderr)

    def compare(self, opened, session, by):
        rows = json.loads(run("stats", session, "--by", by, "--top", "0", "--format", "json"))
        lines = list(csv.DictReader(io.StringIO(run("stats", session, "--by", by, "--top", "0", "--format", "csv"))))
        columns = self.table_by(opened, by)
        self.assertEqual((len(lines), columns.rows), (len(rows), len(rows)))
        table = {key: columns[key] for key in columns}
        for i, (row, line) in enumerate(zip(rows, lines)):
            for key, value in flat(row).items():
                if key in table and not (value == [] and table[key][i] is None):
                    self.assertTrue(same(table[key][i], value), f"{key} of row {i}: {table[key][i]!r} in Python, {value!r} in JSON")
                if key in line and not isinstance(value, (list, float)):
                    self.assertEqual(line[key], "" if value is None else str(value), f"{key} of row {i}")
            for key, text in line.items():
                if key in table and text == "":
                    self.assertIn(table[key][i], (None, "", []), f"{key} of row {i}")

    def test_sql_says_the_same(self):
        for session in SESSIONS + OF_OTHERS:
            if not session.exists():
                self.skipTest(f"no sessions in {DEVICE} or traces in {TRACES}")
            tables = json.loads(run("sql", session, "--tables", "--format", "json"))
            for by in words():
                with self.subTest(session=session.name, by=by):
                    expected = list(csv.DictReader(io.StringIO(run("stats", session, "--by", by, "--top", "0", "--format", "csv"))))
                    found = run("sql", session, f"select * from {self.sql_table(tables, by)}", "--format", "csv")
                    rows = list(csv.DictReader(io.StringIO(found)))
                    self.assertEqual(len(rows), len(expected))
                    for row, line in zip(rows, expected):
                        for key, text in line.items():
                            self.assertTrue(self.same_text(row[key.replace(".", "_")], text), f"{key}: {row[key.replace('.', '_')]!r} in SQL, {text!r} in CSV")

    def test_the_terminal_shows_each_row(self):
        for session in SESSIONS + OF_OTHERS:
            if not session.exists():
                self.skipTest(f"no sessions in {DEVICE} or traces in {TRACES}")
            for by in words():
                with self.subTest(session=session.name, by=by):
                    shown = run("stats", session, "--by", by, "--top", "0").splitlines()
                    lines = list(csv.DictReader(io.StringIO(run("stats", session, "--by", by, "--top", "0", "--format", "csv"))))
                    if by not in ("gap", "stack"):  # rows that say what another says are left out; a stack has several lines
                        self.assertEqual(len(shown), len(lines) + 1)
                    for line, text in zip(lines, shown[1:]) if by not in ("gap", "stack") else ():
                        if line.get("calls"):
                            self.assertIn(line["calls"], re.sub(r"(?<=\d)\u2009(?=\d)", "", text).split(), text)

    def test_an_agent_is_told_the_same(self):
        for session in SESSIONS + OF_OTHERS:
            if not session.exists():
                self.skipTest(f"no sessions in {DEVICE} or traces in {TRACES}")
            asked = agents.Sessions([str(session)])
            tables = asked.tables("")
            for by in words():
                with self.subTest(session=session.name, by=by):
                    lines = list(csv.DictReader(io.StringIO(run("stats", session, "--by", by, "--top", "0", "--format", "csv"))))
                    told = asked.answer("", self.sql_table(tables, by), top=agents.MOST_ROWS)
                    self.assertEqual(len(told["rows"]) + told["left_out"], len(lines))
                    self.assertGreaterEqual(len(told["rows"]), min(len(lines), 20))
                    for row, line in zip(told["rows"], lines):
                        for key, text in line.items():
                            value = row[key.replace(".", "_")]
                            if not isinstance(value, str):  # texts may be cut in the middle
                                self.assertTrue(self.same_text("" if value is None else str(value), text), f"{key}: {value!r}, {text!r} in CSV")

    def sql_table(self, tables, by):
        """The table of a word of `stats --by`: that of its answer, or one that is called so."""
        name = next(name for name in self.answers if by in self.words_of(name))
        own = list(tables)[list(tables).index(name):]  # those of one answer stand together
        ends = [i for i, table in enumerate(own) if i > 0 and table in self.answers]
        named = [table for table in own[:ends[0] if ends else None] if table.endswith("_by_" + by.removeprefix(name + "_"))]
        return named[0] if named else name

    def same_text(self, found, expected):
        try:
            return found == expected or abs(float(found) - float(expected)) <= 1e-6 + max(0.5 if "." not in expected else 1e-3, 1e-9 * abs(float(expected)))
        except ValueError:
            return False

    def table_by(self, opened, by):
        for name in sorted(self.answers):
            try:
                if by in self.words_of(name):
                    return opened.answer(name, by)
            except lanescope.LanescopeError as error:
                self.fail(f"{name} by {by}: {error}")
        self.fail(f"no table has rows by {by}")

    def words_of(self, name):
        known = {"operators": {"name", "shapes", "module", "stack", "step", "thread", "category"}, "kernels": {"kernel"},
                 "path": {"path_kind", "path_name", "path_module", "path_line"}, "steps": {"step_time"},
                 "advice": {"advice"}, "copies": {"copy"}, "functions": OF_PROFILES,
                 "peak": {f"peak_{by}" for by in ("operator", "category", "place", "module", "shapes")},
                 "energy": {f"energy_{by}" for by in ("device", "step", "class", "kernel", "module")}}
        return known.get(name, {name.removeprefix("idle_").removesuffix("s")})


if __name__ == "__main__":
    unittest.main()
