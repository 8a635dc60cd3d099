"""Profiles without times: each kind opens with exact sums; damaged and hostile files are refused in one sentence; nothing shows a time."""
import cProfile
import json
import marshal
import os
import pstats
import resource
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
PROGRAM = BUILD / "bin/lanescope-record"
SCHEMA = "https://www.speedscope.app/file-format-schema.json"
STACKS = "main;work;leaf 12\nmain;work;leaf 3\nmain;other 5\nmain;work;leaf;work;leaf 2\n"


def speedscope(*profiles, frames=("main", "work", "leaf"), **more):
    return {"$schema": SCHEMA, "shared": {"frames": [{"name": name} for name in frames]}, "profiles": list(profiles), **more}


def sampled(samples, weights, unit="seconds", name="one"):
    return {"type": "sampled", "name": name, "unit": unit, "startValue": 0, "endValue": 1, "samples": samples, "weights": weights}


def evented(events, unit="none", name="one", end=100):
    return {"type": "evented", "name": name, "unit": unit, "startValue": 0, "endValue": end,
            "events": [{"type": kind, "frame": frame, "at": at} for kind, frame, at in events]}


def node(name, metrics, *children):
    return {"frame": {"name": name, "type": "function"}, "metrics": metrics, "children": list(children)}


def message(value):
    """A value as MessagePack."""
    if isinstance(value, dict):
        return bytes([0x80 | len(value)]) + b"".join(message(k) + message(v) for k, v in value.items())
    if isinstance(value, list):
        return bytes([0x90 | len(value)]) + b"".join(map(message, value))
    if isinstance(value, str):
        return bytes([0xA0 | len(value)]) + value.encode()
    return b"\xd3" + struct.pack(">q", value) if isinstance(value, int) else b"\xcb" + struct.pack(">d", value)


class Profiles(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, content, name="profile"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else
                         (content if isinstance(content, str) else json.dumps(content)).encode())
        return path

    def said(self, *arguments, code=0):
        out = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
        self.assertEqual(out.returncode, code, out.stdout + out.stderr)
        return out.stdout if code == 0 else out.stderr

    def functions(self, content, *columns):
        rows = json.loads(self.said("stats", "--format", "json", self.written(content)))
        return {row["name"]: tuple(row[column] for column in columns) for row in rows}

    def paths(self, content, *options):
        return dict(line.rsplit(" ", 1) for line in self.said("flame", *options, self.written(content)).splitlines())

    def info(self, content):
        return json.loads(self.said("info", "--json", self.written(content)))

    def refused(self, content):
        """The one sentence that says why, within a second and 200 MB of memory."""
        path = self.written(content)
        begin = time.monotonic()
        limit = None if os.environ.get("LANESCOPE_SANITIZE") else lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        out = subprocess.run([PROGRAM, "info", path], capture_output=True, text=True, preexec_fn=limit)
        self.assertEqual(out.returncode, 1, out.stdout + out.stderr)
        self.assertEqual(out.stderr.count("\n"), 1, out.stderr)
        if not os.environ.get("LANESCOPE_SANITIZE"):
            self.assertLess(time.monotonic() - begin, 20)
        return out.stderr

    # ---- collapsed stacks ----
    def test_collapsed_stacks(self):
        self.assertEqual(self.functions(STACKS, "self_samples", "total_samples"),
                         {"main": (0, 22), "work": (0, 17), "leaf": (17, 17), "other": (5, 5)})
        self.assertEqual(self.paths(STACKS), {"main;work;leaf": "15", "main;other": "5", "main;work;leaf;work;leaf": "2"})

    def test_collapsed_stacks_of_every_encoding(self):
        expected = self.functions(STACKS, "self_samples")
        for content in (b"\xef\xbb\xbf" + STACKS.encode(), STACKS.encode("utf-16"), STACKS.replace("\n", "\r\n").encode()):
            self.assertEqual(self.functions(content, "self_samples"), expected)
        self.assertIn("main;\ufffd", self.paths(b"main;\xff 3\n"))

    def test_lines_that_are_no_stack_are_counted(self):
        info = self.info(STACKS + "no weight\n\nmain;x 1.5\nmain;work 4")
        self.assertEqual(info["profile"]["metrics"], {"samples": 26})
        self.assertEqual([(one["kind"], one["count"]) for one in info["diagnostics"]], [("lines-left-out", 2)])

    def test_other_texts_are_no_stacks(self):
        for text in ("hello world\n", "version 12\nlines 7\n", "a;b\nc;d\n", ""):
            self.assertIn("is no trace", self.refused(text))

    def test_weights_stay_within_bounds(self):
        info = self.info(f"a;b {2**80}\na;b {2**62}\n")
        self.assertEqual(info["profile"]["metrics"]["samples"], 2**61 - 1)
        self.assertIn("weight-out-of-bounds", [one["kind"] for one in info["diagnostics"]])

    # ---- speedscope ----
    def test_samples_are_exact_nanoseconds(self):
        file = speedscope(sampled([[0, 1, 2], [0, 1], [0, 1, 2, 1]], [0.1, 0.02, 1e-9]))
        self.assertEqual(self.functions(file, "self_ns", "total_ns", "samples"),
                         {"main": (0, 120000001, 0), "work": (20000001, 120000001, 2), "leaf": (100000000, 100000001, 1)})

    def test_every_unit(self):
        for unit, key, value in (("seconds", "self_ns", 1500000000), ("milliseconds", "self_ns", 1500000), ("microseconds", "self_ns", 1500),
                                 ("nanoseconds", "self_ns", 2), ("bytes", "self_bytes", 2), ("none", "self_weight", 1.5)):
            self.assertEqual(self.functions(speedscope(sampled([[0]], [1.5], unit)), key), {"main": (value,)}, unit)

    def test_events_keep_who_called_whom(self):
        file = speedscope(evented([("O", 0, 0), ("O", 1, 10), ("O", 2, 12.25), ("C", 2, 20), ("O", 2, 20), ("C", 2, 30), ("C", 1, 40),
                                   ("C", 0, 50)]))
        self.assertEqual(self.functions(file, "self_weight", "total_weight", "calls"),
                         {"main": (20, 50, 1), "work": (12.25, 30, 1), "leaf": (17.75, 17.75, 2)})
        self.assertEqual(self.paths(file), {"main": "20.00", "main;work": "12.25", "main;work;leaf": "17.75"})

    def test_calls_that_never_end_run_to_the_end(self):
        self.assertEqual(self.functions(speedscope(evented([("O", 0, 0), ("O", 1, 10)])), "self_weight", "total_weight"),
                         {"main": (10, 100), "work": (90, 90)})

    def test_large_moments_lose_nothing(self):
        text = json.dumps(speedscope(evented([("O", 0, 0), ("C", 0, 1)], "seconds")))
        text = text.replace('"at": 0', '"at": 1764324325.123456789').replace('"at": 1}', '"at": 1764324325.123456791}')
        self.assertEqual(self.functions(text, "self_ns"), {"main": (2,)})

    def test_profiles_stand_apart(self):
        file = speedscope(sampled([[0]], [1], name="A"), sampled([[0], [0, 1]], [2, 3], name="B"))
        self.assertEqual(self.paths(file), {"A;main": str(10**9), "B;main": str(2 * 10**9), "B;main;work": str(3 * 10**9)})
        self.assertEqual(self.functions(file, "total_ns"), {"main": (6 * 10**9,), "work": (3 * 10**9,)})

    def test_units_that_differ_are_metrics_of_their_own(self):
        file = speedscope(sampled([[0]], [1]), sampled([[1]], [7], "bytes", "heap"))
        self.assertEqual(self.functions(file, "self_ns", "bytes"), {"main": (10**9, 0), "work": (0, 7)})
        self.assertEqual(self.paths(file, "--metric", "bytes"), {"heap;work": "7"})

    def test_keys_of_any_order(self):
        file = speedscope(sampled([[0, 2]], [1]))
        for order in (("$schema", "profiles", "shared"), ("shared", "profiles", "$schema"), ("profiles", "shared", "$schema")):
            self.assertEqual(self.functions({key: file[key] for key in order}, "self_ns"), {"main": (0,), "leaf": (10**9,)})

    def test_samples_that_name_no_frame_are_counted(self):
        info = self.info(speedscope(sampled([[0], [7], [-1], ["x"]], [1, 2, 3, 4])))
        self.assertEqual(info["profile"]["metrics"]["time"], 10**9)
        self.assertEqual([(one["kind"], one["count"]) for one in info["diagnostics"]], [("lost-samples", 3)])

    def test_what_we_write_reads_alike(self):
        path = self.written(STACKS, "stacks")
        out = self.folder / "again.speedscope.json"
        self.said("flame", "--speedscope", path, "-o", out)
        self.assertEqual(sorted(self.said("flame", out).splitlines()), sorted(self.said("flame", path).splitlines()))

    # ---- cProfile ----
    def profiled(self):
        def leaf(n):
            return sum(range(n))

        def work():
            return leaf(1000) + leaf(10)

        def größe(n):
            return größe(n - 1) + 1 if n else work()

        profiler = cProfile.Profile()
        profiler.runcall(größe, 3)
        path = self.folder / "run.prof"
        profiler.dump_stats(path)
        return path

    def test_functions_of_cprofile(self):
        path = self.profiled()
        wanted = {}
        for (file, line, name), (primitive, calls, own, total, callers) in pstats.Stats(str(path)).stats.items():
            key = name if file == "~" else f"{name} ({file}:{line})"
            wanted[key] = (calls, primitive, round(own * 1e9), round(total * 1e9), len(callers))
        self.assertEqual(self.functions(path.read_bytes(), "calls", "primitive_calls", "self_ns", "total_ns", "callers"), wanted)
        self.assertIn("größe", "".join(wanted))

    def test_every_version_of_marshal(self):
        stats = pstats.Stats(str(self.profiled())).stats
        expected = self.functions(marshal.dumps(stats), "self_ns", "calls")
        for version in (3, 4):
            self.assertEqual(self.functions(marshal.dumps(stats, version), "self_ns", "calls"), expected)

    def test_many_calls_need_more_than_four_bytes(self):
        stats = {("a.py", 1, "f"): (2**40, 2**41, 0.5, 1.5, {})}
        self.assertEqual(self.functions(marshal.dumps(stats), "primitive_calls", "calls", "self_ns", "total_ns"),
                         {"f (a.py:1)": (2**40, 2**41, 500000000, 1500000000)})

    def test_the_tree_of_cprofile_is_an_estimate_that_keeps_the_sum(self):
        a, b, leaf = ("x.py", 1, "a"), ("x.py", 2, "b"), ("x.py", 3, "leaf")
        stats = {a: (1, 1, 1.0, 4.0, {}), b: (1, 1, 2.0, 5.0, {}),
                 leaf: (2, 2, 6.0, 6.0, {a: (1, 1, 3.0, 3.0), b: (1, 1, 3.0, 3.0)})}
        content = marshal.dumps(stats)
        self.assertEqual(self.paths(content), {"b (x.py:2)": str(2 * 10**9), "a (x.py:1)": str(10**9),
                                               "a (x.py:1);leaf (x.py:3)": str(3 * 10**9), "b (x.py:2);leaf (x.py:3)": str(3 * 10**9)})
        self.assertTrue(self.info(content)["profile"]["estimated"])

    def test_rings_of_calls_end(self):
        names = [("x.py", i, f"f{i}") for i in range(30)]
        stats = {name: (1, 1, 0.1, 3.0, {other: (1, 1, 0.1, 3.0) for other in names}) for name in names}
        self.assertEqual(sum(map(int, self.paths(marshal.dumps(stats)).values())), 3 * 10**9)

    def test_marshal_of_anything_else_is_refused(self):
        good = ("a.py", 1, "f")
        code = compile("x = 1", "x", "exec")
        row = (1, 1, 0.5, 0.5, {})
        for stats in ({good: code}, {good: row, ("b", 1, "g"): [1]}, {good: row, ("b", 1, b"g"): row}, {good: (1, 2)},
                      {good: (1, 1, 0.5, {1, 2}, {})}, {good: (1, 1, 0.5, complex(1), {})}):
            self.assertIn("profile of cProfile", self.refused(marshal.dumps(stats)))
        for content in (b"{)\x03", b"{)\x03z\xff", b"{)\x03u\xff\xff\xff\x7f", b"{(\x03\0\0\0" + b"(\xff\xff\xff\x7f" * 500,
                        b"{)\x03r\x09\0\0\0", b"{)\x03z\x01ai\0\0\0\0z\x01b" + b"(\xff\xff\xff\x7f", b"{)\x03c"):
            self.assertIn("cProfile", self.refused(content))
        whole = self.profiled().read_bytes()
        for end in range(4, len(whole), 37):
            self.refused(whole[:end])

    # ---- Hatchet ----
    TREE = [node("ROOT", {"count": 0, "time (ns)": 0},
                 node("scope", {}, node("gemm", {"count": 3, "time (ns)": 40, "flops16": 2.5e9, "device_id": "0", "device_type": "CUDA"}),
                      node("gemm", {"count": 2, "time (ns)": 2, "device_id": "1", "device_type": "CUDA"})),
                 node("copy", {"count": 1, "time (ns)": 5, "bytes": 1024.0, "device_id": "0", "device_type": "CUDA"})),
            {"CUDA": {"0": {"arch": "90", "num_sms": 132}, "1": {"arch": "90"}}}]

    def test_trees_of_proton(self):
        for content in (self.TREE, message(self.TREE)):
            self.assertEqual(self.functions(content, "self_ns", "total_ns", "count", "bytes", "flops16", "devices"),
                             {"ROOT": (0, 47, 0, 0, 0, []), "scope": (0, 42, 0, 0, 0, []),
                              "gemm": (42, 42, 5, 0, 2500000000, ["CUDA 0", "CUDA 1"]), "copy": (5, 5, 1, 1024, 0, ["CUDA 0"])})
            self.assertEqual(self.paths(content), {"ROOT;scope;gemm": "42", "ROOT;copy": "5"})
        self.assertIn("num_sms 132", self.info(self.TREE)["properties"]["device.CUDA.0"])

    def test_trees_without_time(self):
        cycles = [node("ROOT", {}, node("mma", {"cycles": 100, "normalized_cycles": 12.5}))]
        self.assertEqual(self.functions(cycles, "self_cycles", "normalized_cycles"), {"ROOT": (0, 0), "mma": (100, 12.5)})

    def test_deep_trees_need_no_recursion(self):
        frame = '"frame": {"name": "f", "type": "function"}, "metrics": {"time (ns)": 1}}'
        deep = "[" + '{"children": [' * 5000 + '{"children": [], ' + frame + ("], " + frame) * 5000 + "]"
        self.assertEqual(self.functions(deep, "self_ns", "total_ns"), {"f": (5001, 5001)})
        names = ";".join(f"f{i}" for i in range(20000))
        self.assertEqual(self.functions(names + " 7\n", "total_samples")["f0"], (7,))

    def test_damaged_trees_are_refused(self):
        whole = json.dumps(self.TREE)
        self.assertIn("Hatchet", self.refused(whole[:len(whole) // 2]))
        self.assertIn("Hatchet", self.refused(message(self.TREE)[:100]))
        self.assertIn("Hatchet", self.refused(b"\x91\x81\xa8children" + b"\x91" * 5000))
        self.assertIn("Hatchet", self.refused([{"children": []}]))
        self.assertIn("speedscope", self.refused(json.dumps(speedscope(sampled([[0]], [1])))[:60]))

    # ---- what a profile is not ----
    def test_nothing_of_a_profile_has_a_time(self):
        path = self.written(STACKS)
        for command in (["advice", path], ["check", path], ["stats", "--by", "gap", path], ["stats", "--by", "name", path],
                        ["stats", "--range", "0..1s", path], ["flame", "--step", "1", path], ["search", path, "--where", "work"],
                        ["diff", path, path, "--step-a", "1"], ["memory", path], ["convert", path, self.folder / "x.json"],
                        ["convert", path, self.folder / "x.pftrace"]):
            out = subprocess.run([PROGRAM, *command], capture_output=True, text=True)
            self.assertNotEqual(out.returncode, 0, command)
            self.assertIn("how much calls took, not when they ran", out.stderr, command)
        info = self.info(STACKS)
        self.assertEqual([info[key] for key in ("slices", "span_ns", "duration_ns", "instants")], [0, 0, 0, 0])

    def test_a_profile_stays_one_as_a_session(self):
        path = self.written(self.TREE, "tree")
        session = self.folder / "tree.lanes"
        self.said("convert", path, session)
        for command in (["stats", "--format", "json"], ["flame"], ["flame", "--metric", "count"]):
            self.assertEqual(self.said(*command, session), self.said(*command, path))

    def test_profiles_are_compared(self):
        a, b = self.written(STACKS, "a"), self.written(STACKS.replace("other 5", "new 6").replace("leaf 12", "leaf 10"), "b")
        diff = json.loads(self.said("diff", a, b, "--format", "json"))
        self.assertEqual((diff["metric"], diff["a_samples"], diff["b_samples"], diff["delta_samples"]), ("samples", 22, 21, -1))
        rows = {row["name"]: (row["a_samples"], row["b_samples"], row["status"]) for row in diff["rows"]}
        self.assertEqual({name: rows[name] for name in ("leaf", "other", "new")},
                         {"leaf": (17, 15, "unknown"), "other": (5, 0, "removed"), "new": (0, 6, "added")})
        self.assertNotIn("_ns", json.dumps(diff))
        other = self.written(self.TREE, "c")
        self.assertIn("cannot be compared", self.said("diff", a, other, code=2))

    def test_tables_and_sql(self):
        path = self.written(self.TREE)
        out = json.loads(self.said("sql", path, "select name, self_ns from functions order by self_ns desc limit 1", "--format", "json"))
        self.assertEqual(out, [{"name": "gemm", "self_ns": 42}])

    def test_unpacked_as_all_files_are(self):
        import gzip
        self.assertEqual(self.paths(gzip.compress(STACKS.encode()))["main;other"], "5")


if __name__ == "__main__":
    unittest.main()
