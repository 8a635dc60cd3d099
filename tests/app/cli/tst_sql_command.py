#!/usr/bin/env python3
"""lanescope sql: where the query stands, what it prints, and what it says where it cannot."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
PROGRAM = BUILD / "bin" / "lanescope-record"
SESSION = Path(__file__).resolve().parents[3] / "resources/demo/gpu.lanes"


def ask(*words, **more):
    return subprocess.run([PROGRAM, "sql", *map(str, words)], capture_output=True, text=True, timeout=100, **more)


def event(name, ts, dur, **more):
    return {"ph": "X", "cat": "cpu_op", "name": name, "pid": 7, "tid": 7, "ts": ts, "dur": dur, **more}


class Queries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def trace(self, name, events, **beside):
        path = self.folder / name
        path.write_text(json.dumps({**beside, "traceEvents": events}), encoding="utf-8")
        return path

    def small(self):
        return self.trace("small.json", [event("aten::mm", 1, 2, args={"Input Dims": [[2, 3]]}), event('say "hi"', 5, 0.25)])

    def test_the_last_word_is_the_query(self):
        done = ask(self.small(), "select name, dur from slice order by ts")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, 'name       dur\naten::mm  2000\nsay "hi"   250\n')

    def test_a_query_is_read_from_a_file_or_standard_input(self):
        query = self.folder / "question.sql"
        query.write_text("-- how many\nselect count(*) as n\nfrom slice;\n", encoding="utf-8")
        self.assertEqual(ask(self.small(), "-f", query).stdout, "n\n2\n")
        self.assertEqual(ask(self.small(), "-f", "-", input=query.read_text(encoding="utf-8")).stdout, "n\n2\n")

    def test_csv_and_json_have_all_rows_and_base_units(self):
        query = "select name, ts, dur / 3.0 as third, null as unknown, x'00ff' as bytes from slice order by ts"
        rows = json.loads(ask(self.small(), query, "--format", "json").stdout)
        self.assertEqual(rows[0], {"name": "aten::mm", "ts": rows[0]["ts"], "third": 2000 / 3, "unknown": None, "bytes": "00ff"})
        lines = list(csv.DictReader(io.StringIO(ask(self.small(), query, "--format", "csv").stdout)))
        self.assertEqual([(line["name"], float(line["third"]), line["unknown"]) for line in lines],
                         [("aten::mm", 2000 / 3, ""), ('say "hi"', 250 / 3, "")])
        counting = "with recursive r(x) as (select 1 union all select x + 1 from r limit 300) select x from r"
        self.assertEqual(len(json.loads(ask(self.small(), counting, "--format", "json").stdout)), 300)
        self.assertEqual(ask(self.small(), counting).stdout.splitlines()[-1], "250 more rows; --top 0 prints all")
        self.assertEqual(json.loads(ask(self.small(), "select 1 where 0", "--format", "json").stdout), [])

    def test_the_tables_are_listed(self):
        tables = json.loads(ask(SESSION, "--tables", "--format", "json").stdout)
        for name in ("slice", "thread_track", "thread", "process", "track", "counter", "flow", "args", "kernel", "operator", "step",
                     "memory", "collective", "gap", "module", "finding", "rank"):
            self.assertIn(name, tables)
        self.assertLessEqual({"id", "ts", "dur", "track_id", "category", "name", "depth", "parent_id", "arg_set_id"}, set(tables["slice"]))
        self.assertLessEqual({"utid", "tid", "name", "upid"}, set(tables["thread"]))

    def test_rows_of_several_files_say_whose_they_are(self):
        ranks = [self.trace(f"rank{i}.json", [event(f"op{i}", 1, 2)], distributedInfo={"rank": i, "world_size": 2}) for i in (0, 1)]
        done = ask(*ranks, "select rank, name from slice order by rank", "--format", "csv")
        self.assertEqual(done.stdout, "rank,name\n0,op0\n1,op1\n", done.stderr)
        self.assertEqual(ask(*ranks, "select rank, count(*) from process group by rank", "--format", "csv").stdout.splitlines()[1:], ["0,1", "1,1"])

    def test_a_wrong_query_is_named(self):
        for query, message in (("select nme from slice", "no such column: nme"), ("selec", 'near "selec": syntax error'),
                               ("select 1 from nowhere", "no such table: nowhere"), ("create table t(x)", "only SELECT and CREATE VIEW")):
            with self.subTest(query):
                done = ask(self.small(), query)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(message, done.stderr)
        for words in ((self.small(),), (self.small(), "-f", self.folder / "none.sql")):
            done = ask(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)

    def test_limits_are_options(self):
        endless = "with recursive r(x) as (select 1 union all select x + 1 from r) select max(x) from r"
        self.assertIn("took longer than 1.000\u2009s", ask(self.small(), endless, "--time-limit", "1").stderr)
        self.assertIn("more memory", ask(self.small(), endless.replace("max(x) from r", "x from r order by x"), "--memory-limit", "8").stderr)

    def test_one_long_call_of_a_function_ends_too(self):
        """Each of these calls takes minutes, and SQLite looks at no clock within a call."""
        long = "with t as materialized (select printf('%.*c', 8000000, 'a') as x, printf('%.*c', 4000000, 'a') || 'b' as y) select "
        for call in ("instr(x, y)", "length(replace(x, y, ''))", "length(trim(x, printf('%.*c', 1000000, 'b') || 'a'))"):
            with self.subTest(call):
                done = ask(self.small(), long + call + " from t", "--time-limit", "1")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(done.stderr, "lanescope sql: the query took longer than 1.000\u2009s; ask for less, or allow more time\n")

    def test_texts_are_bounded(self):
        for text in ("randomblob(1000000000)", "hex(zeroblob(10000000))",
                     "(with recursive r(x) as (select 1 union all select x + 1 from r limit 20) select group_concat(printf('%.*c', 1000000, 'x')) from r)"):
            with self.subTest(text):
                done = ask(self.small(), f"select length({text})")
                self.assertEqual((done.returncode, done.stderr), (1, "lanescope sql: string or blob too big\n"))


if __name__ == "__main__":
    unittest.main()
