"""lanescope stats, overview, memory and flame on a small trace: keys, groupings, parts, sorting, mistakes."""
import csv
import io
import json
import os
import pty
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
OPERATOR_KEYS = ["name", "calls", "total_cpu_ns", "self_cpu_ns", "total_device_ns", "self_device_ns", "share", "mean_device_ns", "max_device_ns",
                 "min_ns", "max_ns", "mean_ns", "deviation_ns", "allocated_bytes", "freed_bytes", "flops", "bytes", "flop_per_s", "bytes_per_s",
                 "flop_per_byte"]
KERNEL_KEYS = ["name", "calls", "total_ns", "share", "mean_ns", "min_ns", "max_ns", "grid", "block", "registers", "shared_bytes",
               "blocks_per_sm", "waves", "occupancy", "tensor_cores", "category", "operators", "shapes", "delay_ns", "queued_ns"]
TEXTS = ("name", "shapes", "module", "stack", "pass", "operators", "grid", "block", "tensor_cores", "category")
NUMBERS = ("share", "flop_per_s", "bytes_per_s", "flop_per_byte", "waves")
MAY_BE_UNKNOWN = ("flops", "bytes", "flop_per_s", "bytes_per_s", "flop_per_byte", "registers", "shared_bytes", "blocks_per_sm", "waves",
                  "occupancy", "delay_ns", "queued_ns")


def slice_(name, category, start, duration, thread=1, process=1, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": process, "tid": thread, "ts": start, "dur": duration, "args": args}


def memory(at, address, size, total):
    return {"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": at,
            "args": {"Addr": address, "Bytes": size, "Total Allocated": total, "Total Reserved": 4096, "Device Type": 1, "Device Id": 0}}


TRACE = [
    slice_("ProfilerStep#7", "user_annotation", 1000, 100),
    slice_("train.py(3): main", "python_function", 1000, 190),
    slice_("nn.Module: Linear_0", "python_function", 1005, 60),
    slice_("aten::linear", "cpu_op", 1010, 50, **{"Input Dims": [[4, 8], [16, 8]], "Input type": ["float", "float"]}),
    slice_("aten::addmm", "cpu_op", 1020, 30, **{"Input Dims": [[16], [4, 8], [8, 16]], "Input type": ["float"] * 3}),
    slice_("cudaLaunchKernel", "cuda_runtime", 1025, 5, correlation=11),
    slice_("void gemm<\"x\">(int)", "kernel", 1060, 20, 7, 0, correlation=11, device=0, stream=7, grid=[8, 2, 1], block=[128, 1, 1],
           **{"registers per thread": 64, "shared memory": 1024, "est. achieved occupancy %": 37}),
    slice_("ncclDevKernel_AllReduce", "kernel", 1070, 30, 9, 0, correlation=12, device=0, stream=9),
    slice_("ProfilerStep#8", "user_annotation", 1100, 100),
    slice_("aten::addmm", "cpu_op", 1110, 10, **{"Input Dims": [[16], [4, 8], [8, 16]], "Input type": ["float"] * 3}),
    memory(1022, 100, 512, 512), memory(1030, 200, 256, 768), memory(1115, 100, -512, 256),
]


class Numbers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.trace = os.path.join(cls.folder.name, "trace.json")
        with open(cls.trace, "w") as file:
            json.dump({"traceEvents": TRACE}, file)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_program(self, command, *options, code=0, trace=None):
        done = subprocess.run([PROGRAM, command, trace or self.trace, *options], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def output(self, *words):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout

    def ask(self, command, *options):
        return json.loads(self.run_program(command, "--format", "json", *options).stdout)

    def write(self, name, events):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as file:
            json.dump({"traceEvents": events}, file)
        return path

    def names(self, *options):
        return [row["name"] for row in self.ask("stats", *options)]

    def test_rows_have_exactly_the_documented_keys(self):
        self.assertEqual(list(self.ask("stats")[0]), OPERATOR_KEYS)
        self.assertEqual(set(self.ask("stats", "--by", "kernel")[0]), set(KERNEL_KEYS))
        self.assertEqual(set(self.ask("stats", "--by", "shapes")[0]), set(OPERATOR_KEYS) | {"shapes"})
        self.assertEqual(set(self.ask("stats", "--by", "module")[0]), set(OPERATOR_KEYS) | {"module", "pass", "module_calls"})
        self.assertEqual(set(self.ask("stats", "--by", "stack")[0]), set(OPERATOR_KEYS) | {"stack", "pass"})
        overview = self.ask("overview")
        self.assertEqual(list(overview), ["range_ns", "split_ns", "devices", "steady", "steps"])
        self.assertEqual(list(overview["devices"]["0"]), ["busy_ns", "compute_ns", "communication_ns", "overlap_ns", "utilisation"])
        self.assertEqual(list(self.ask("memory")), ["devices"])
        self.assertEqual(list(self.ask("memory", "--at", "30us")), ["devices", "alive"])

    def test_an_operator_row(self):
        row = next(r for r in self.ask("stats") if r["name"] == "aten::addmm")
        self.assertEqual(row, dict(zip(OPERATOR_KEYS, ["aten::addmm", 2, 40000, 40000, 20000, 20000, row["share"], 10000, row["max_device_ns"],
                                                       10000, 30000, 20000, 10000, 768, 512, 2 * 2 * 4 * 8 * 16, 2 * 4 * (16 + 32 + 128 + 64),
                                                       2048 / 20000 * 1e9, 1920 / 20000 * 1e9, 1.067])))

    def test_a_kernel_row(self):
        row = next(r for r in self.ask("stats", "--by", "kernel") if "gemm" in r["name"])
        self.assertEqual(row["name"], 'void gemm<"x">(int)')
        self.assertEqual((row["grid"], row["block"], row["registers"], row["shared_bytes"], row["occupancy"], row["operators"]),
                         ([8, 2, 1], [128, 1, 1], 64, 1024, 37, ["aten::addmm"]))

    def test_groups(self):
        self.assertEqual([r["shapes"] for r in self.ask("stats", "--by", "shapes", "--where", "linear")], [[[4, 8], [16, 8]]])
        self.assertEqual([r["stack"] for r in self.ask("stats", "--by", "stack", "--where", "linear")],
                         [["nn.Module: Linear_0", "train.py(3): main"]])
        self.assertIn("Linear_0", self.names("--by", "module"))
        self.assertEqual(sorted(self.names("--by", "step", "--where", "op:")), ["Step 7", "Step 8"])

    def test_backward_work_belongs_to_the_module_of_its_forward(self):
        path = self.write("backward.json", [
            slice_("nn.Module: Linear_0", "python_function", 0, 50), slice_("aten::linear", "cpu_op", 10, 30, **{"Sequence number": 7}),
            slice_("autograd::engine::evaluate_function: AddmmBackward0", "cpu_op", 100, 40, thread=8,
                   **{"Sequence number": 7, "Fwd thread id": 1})])
        rows = json.loads(self.run_program("stats", "--by", "module", "--format", "json", "--where", "op:", trace=path).stdout)
        self.assertEqual(sorted((r["module"], r["pass"], r["self_cpu_ns"]) for r in rows),
                         [("Linear_0", "backward", 40000), ("Linear_0", "forward", 30000)])
        rows = list(csv.DictReader(io.StringIO(
            self.run_program("stats", "--by", "module", "--format", "csv", "--where", "pass:backward", trace=path).stdout)))
        self.assertEqual([(r["name"], r["pass"]) for r in rows], [("Linear_0", "backward")])
        self.assertIn("pass: takes", self.run_program("stats", "--where", "pass:over", trace=path, code=2).stderr)

    def test_calls_of_a_module_are_not_those_of_its_operators(self):
        path = self.write("modules.json", [
            event for at in (0, 100, 200) for event in (
                slice_("nn.Module: Block_0", "python_function", at, 90), slice_("nn.Module: Linear_0", "python_function", at + 5, 60),
                slice_("aten::linear", "cpu_op", at + 10, 20), slice_("aten::relu", "cpu_op", at + 40, 20))])
        rows = json.loads(self.run_program("stats", "--by", "module", "--format", "json", trace=path).stdout)
        self.assertEqual([(r["module"], r["module_calls"], r["calls"]) for r in rows], [("Linear_0", 3, 6)])
        row, = json.loads(self.run_program("stats", "--by", "module", "--range", "0us..99us", "--format", "json", trace=path).stdout)
        self.assertEqual((row["module_calls"], row["calls"]), (1, 2))
        self.assertIn("module_calls", self.run_program("stats", "--by", "module", trace=path).stdout)
        self.assertIn("no column", self.run_program("stats", "--sort", "module_calls", trace=path, code=2).stderr)

    def test_parts_of_the_session(self):
        self.assertEqual(sorted(self.names("--step", "8")), ["ProfilerStep#8", "aten::addmm"])
        self.assertEqual(self.names("--range", "5us..15us"), ["aten::linear"])
        self.assertEqual(self.names("--range", "1005000..1015000"), ["aten::linear"])
        self.assertEqual(self.ask("overview", "--range", "60us..80us")["split_ns"]["kernel"], 20000)

    def test_range_takes_each_start_as_it_is_printed(self):
        events = [slice_("ProfilerStep#1", "user_annotation", 4000, 90), slice_("aten::mm", "cpu_op", 4010, 20),
                  slice_("ProfilerStep#2", "user_annotation", 4100, 90), slice_("aten::add", "cpu_op", 4110, 20),
                  slice_("k1", "kernel", 4020, 20, 7, 0, device=0, stream=7), slice_("k2", "kernel", 4120, 20, 7, 0, device=0, stream=7)]
        trace = self.write("later.json", events)

        def ask(*words):
            return json.loads(self.run_program(words[0], *words[1:], "--format", "json", trace=trace).stdout)

        def operators(begin, end):
            return [row["name"] for row in ask("stats", "--range", f"{begin}..{end}") if row["name"].startswith("aten")]
        step = ask("overview")["steps"][1]
        self.assertEqual(step["start_ns"], 4_100_000)
        self.assertEqual(operators(step["start_ns"], step["start_ns"] + step["range_ns"]), ["aten::add"])
        found = ask("search", "--where", "aten::mm")["events"][0]
        self.assertEqual(operators(found["start_ns"], found["start_ns"] + found["duration_ns"]), ["aten::mm"])
        gap = ask("overview", "--gaps", "1")["gaps"][0]
        self.assertEqual(gap["start_ns"], 4_040_000)
        self.assertEqual(operators(gap["start_ns"], gap["start_ns"] + gap["range_ns"]), ["aten::add"])

    def test_sorting_and_top(self):
        self.assertEqual(self.names("--sort", "max_ns", "--top", "1"), ["ProfilerStep#7"])
        self.assertEqual(self.names("--sort", "name", "--where", "aten"), ["aten::addmm", "aten::linear"])
        self.assertEqual(len(self.names("--top", "0")), 4)

    def test_programs_get_all_rows_and_a_table_says_what_it_leaves_out(self):
        path = self.write("rows.json", [slice_(f"aten::op{i:03}", "cpu_op", 10 * i, 5) for i in range(70)])
        other = self.write("others.json", [slice_(f"aten::op{i:03}", "cpu_op", 10 * i, 6) for i in range(70)])
        for words in (["stats", path], ["search", path, "--where", "op:"], ["diff", path, other]):
            command, *rest = words
            said = {form: [self.output(command, *rest, "--format", form, *top) for top in ([], ["--top", "3"], ["--top", "0"])]
                    for form in ("table", "csv", "json")}
            rows = [json.loads(text) for text in said["json"]]
            rows = [r if isinstance(r, list) else r["rows" if command == "diff" else "events"] for r in rows]
            self.assertEqual([len(r) for r in rows], [70, 3, 70], command)
            self.assertEqual([len(list(csv.DictReader(io.StringIO(text)))) for text in said["csv"]], [70, 3, 70], command)
            whole, cut, everything = said["table"]
            self.assertRegex(whole, "all other rows" if command == "diff" else r"20 more rows; --top 0 prints all")
            self.assertRegex(cut, "all other rows" if command == "diff" else r"67 more rows")
            self.assertNotIn("all other rows" if command == "diff" else "more rows", everything)
        found = json.loads(self.output("search", path, "--where", "op:", "--format", "json", "--top", "3"))
        self.assertEqual((found["count"], found["events_left_out"]), (70, 67))

    def test_overview(self):
        overview = self.ask("overview")
        self.assertEqual(overview["range_ns"], 200000)
        self.assertEqual(sum(overview["split_ns"].values()), 200000)
        self.assertEqual(overview["devices"]["0"], {"busy_ns": 40000, "compute_ns": 20000, "communication_ns": 30000,
                                                    "overlap_ns": 10000, "utilisation": 20})
        self.assertEqual([s["name"] for s in overview["steps"]], ["Step 7", "Step 8"])

    def test_memory(self):
        self.assertEqual(self.ask("memory")["devices"], {"1:0": {"events": 3, "allocated_bytes": 768, "freed_bytes": 512,
                                                                 "peak_allocated": 768, "peak_reserved": 4096,
                                                                 "peak_time_ns": 1030000}})
        alive = self.ask("memory", "--at", "1030000")["alive"]
        self.assertEqual([(b["bytes"], b["operator"]) for b in alive], [(512, "aten::addmm"), (256, "aten::addmm")])

    def test_memory_of_a_moment_in_groups(self):
        def groups(by, *options):
            return self.ask("memory", "--at", "1030000", "--by", by, *options)["groups"]
        self.assertEqual(groups("operator"), [{"device": "1:0", "operator": "aten::addmm", "bytes": 768, "blocks": 2}])
        self.assertEqual(sum(g["bytes"] for g in groups("category")), 768)
        for by in ("place", "module", "shapes"):
            self.assertEqual(sum(g["bytes"] for g in groups(by)), 768)
        first = min(b["allocated_at_ns"] for b in self.ask("memory", "--at", "1030000")["alive"])
        self.assertEqual(groups("operator", "--since", str(first)),
                         [{"device": "1:0", "operator": "aten::addmm", "bytes": 256, "blocks": 1}])
        self.assertIn("addmm", self.run_program("memory", "--at", "1030000", "--by", "operator").stdout)
        self.assertIn("--since", self.run_program("memory", "--at", "1us", "--since", "2us", code=2).stderr)
        self.run_program("memory", "--by", "operator", code=2)

    def test_what_took_most_and_how_busy_rows_were(self):
        overview = self.ask("overview", "--top", "1")
        self.assertEqual(overview["operators"], [{"name": "aten::addmm", "calls": 2, "time_ns": 20000}])
        self.assertEqual(overview["kernels"], [{"name": "ncclDevKernel_AllReduce", "calls": 1, "time_ns": 30000}])
        self.assertEqual(overview["memory"], {"device": "1:0", "peak_allocated": 768, "peak_time_ns": 1030000})
        self.assertEqual(overview["occupancy"], 37)
        self.assertEqual({(r["name"], r["group"]): (r["events"], r["busy_ns"]) for r in overview["rows"] if r["group"] != "python"},
                         {("7", "device"): (1, 20000), ("9", "device"): (1, 30000), ("1", "runtime"): (1, 5000),
                          ("1", "operators"): (3, 60000), ("1", "ranges"): (2, 200000)})
        self.assertEqual(len(self.ask("overview", "--top", "0", "--range", "10us..60us")["kernels"]), 0)
        rows = list(csv.DictReader(io.StringIO(self.run_program("overview", "--top", "0", "--format", "csv").stdout)))
        self.assertEqual(rows[-1], {"name": 'void gemm<"x">(int)', "kind": "kernel", "calls": "1", "time_ns": "20000"})
        self.assertIn("gemm", self.run_program("overview", "--top", "9").stdout)
        self.assertIn("one table", self.run_program("overview", "--top", "1", "--gaps", "1", "--format", "csv", code=2).stderr)

    def test_search(self):
        found = self.ask("search", "--where", "op:addmm", "--top", "1")
        self.assertEqual(found["names"], [{"name": "aten::addmm", "count": 2, "total_ns": 40000}])
        self.assertEqual((found["count"], found["total_ns"], found["device_ns"]), (2, 40000, 0))
        self.assertEqual(found["events"], [{"name": "aten::addmm", "category": "operator", "thread": "1", "start_ns": 1020000,
                                            "duration_ns": 30000}])
        self.assertIn("40.00", self.run_program("search", "--where", "addmm").stdout)
        rows = list(csv.DictReader(io.StringIO(self.run_program("search", "--where", "addmm", "--format", "csv").stdout)))
        self.assertEqual([r["start_ns"] for r in rows], ["1020000", "1110000"])
        self.assertIn("--format json", self.run_program("search", "--where", "addmm", "--details", code=2).stderr)
        self.assertIn("--where", self.run_program("search", code=2).stderr)

    def test_details_of_events(self):
        op = self.ask("search", "--where", "op:addmm", "--top", "1", "--details")["events"][0]
        self.assertEqual((op["self_ns"], op["device_ns"], op["allocated_bytes"], op["modules"]), (30000, 20000, 768, ["Linear_0"]))
        self.assertEqual(op["inputs"][1], {"name": "", "type": "f32", "shape": "4, 8", "strides": "", "value": ""})
        self.assertEqual([(l["role"], l["name"]) for l in op["links"]], [("kernel", 'void gemm<"x">(int)'), ("caller", "aten::linear")])
        self.assertEqual(op["stack"], [{"function": "main", "file": "train.py", "line": 3}])
        kernel, = self.ask("search", "--where", "gemm", "--details")["events"]
        self.assertEqual((kernel["after_launch_ns"], kernel["fields"]["grid"]), (35000, "[8, 2, 1]"))

    def test_names_do_not_command_the_terminal(self):
        evil = self.write("evil.json", [slice_("\x1b[2Jgone\x7f", "cpu_op", 10, 5, thread="\x1b[1mbold"),
                                        slice_("\x1b]0;title\x07", "kernel", 12, 5, 7, 0, device=0, stream=7)])
        for words in (["info"], ["overview", "--top", "0"], ["search", "--where", "dur>0"], ["stats"], ["stats", "--by", "thread"],
                      ["stats", "--by", "kernel"]):
            text = self.run_program(*words, trace=evil).stdout
            self.assertFalse(set(text) & {"\x1b", "\x07", "\x7f"}, (words, text))
        self.assertIn("\x1b[2J", self.run_program("stats", "--format", "csv", trace=evil).stdout) # for programs: as recorded
        ours, theirs = pty.openpty()
        subprocess.run([PROGRAM, "flame", evil], stdout=theirs, check=True)
        os.close(theirs)
        self.assertEqual(os.read(ours, 4096), b" [2Jgone\\x7f 5000\r\n")
        os.close(ours)

    def test_a_row_is_a_line_whatever_its_texts_hold(self):
        trace = self.write("lines.json", [slice_("two\r\nlines", "cpu_op", 10, 5), slice_('a, "b"\nc\n', "cpu_op", 20, 4)])
        for words in (["stats"], ["search", "--where", "dur>0"]):
            lines = self.run_program(*words, "--format", "csv", trace=trace).stdout.splitlines()
            self.assertEqual(len(lines), 3, lines)
            self.assertTrue(lines[1].startswith("two lines,"), lines)
            self.assertTrue(lines[2].startswith('"a, ""b"" c ",'), lines)

    def test_tables_and_csv(self):
        self.assertIn("aten::addmm", self.run_program("stats").stdout)
        rows = list(csv.DictReader(io.StringIO(self.run_program("stats", "--by", "kernel", "--format", "csv").stdout)))
        self.assertIn('void gemm<"x">(int)', [r["name"] for r in rows])
        self.assertIn("utilisation", self.run_program("overview").stdout)
        self.assertIn("1:0", self.run_program("memory").stdout)

    def test_flame_graphs(self):
        lines = dict(line.rsplit(" ", 1) for line in self.run_program("flame", "--of", "operators").stdout.splitlines())
        self.assertEqual(lines["ProfilerStep#7;aten::linear;aten::addmm"], "30000")
        profile = json.loads(self.run_program("flame", "--speedscope", "--weight", "device").stdout)["profiles"][0]
        self.assertEqual((profile["type"], profile["endValue"]), ("evented", 50000))
        for name, begin in (("tree.json", '{"$schema"'), ("tree.svg", "<svg"), ("tree.txt", "ProfilerStep#")):
            file = Path(self.folder.name, name)
            self.run_program("flame", "--of", "operators", "-o", file)
            self.assertTrue(file.read_text().startswith(begin), name)
        self.assertIn("<svg", self.run_program("flame", "--svg").stdout)

    def test_modules_go_through_json(self):
        session = Path(__file__).resolve().parents[3] / "resources" / "demo" / "gpu.lanes"
        written = Path(self.folder.name, "written.json")
        subprocess.run([PROGRAM, "convert", session, written], check=True, capture_output=True)
        for by in ("module", "stack"):
            before, after = ([(row["name"], row.get("pass"), row["calls"], row["self_cpu_ns"]) for row in json.loads(self.run_program(
                "stats", "--by", by, "--top", "0", "--format", "json", trace=trace).stdout)] for trace in (session, written))
            self.assertEqual(sorted(before, key=str), sorted(after, key=str))

    def test_every_grouping_in_every_format_sorted_by_every_column(self):
        for by in ("name", "shapes", "module", "stack", "step", "thread", "category", "kernel"):
            rows = self.ask("stats", "--by", by, "--top", "0")
            self.assertTrue(rows, by)
            for row in rows:
                for key, value in row.items():
                    if key not in TEXTS and not (value is None and key in MAY_BE_UNKNOWN):
                        self.assertIn(type(value), (float, int) if key in NUMBERS else (int,), (by, key))
            columns = [k for k in rows[0] if k not in TEXTS or k == "name"]
            for column in columns:
                values = [r[column] for r in self.ask("stats", "--by", by, "--top", "0", "--sort", column)]
                known = [value for value in values if value is not None]
                self.assertEqual(values, sorted(known, reverse=column != "name") + [None] * (len(values) - len(known)), (by, column))
            for form in ("table", "csv"):
                lines = self.run_program("stats", "--by", by, "--top", "0", "--format", form).stdout.splitlines()
                self.assertEqual(len(lines) - (2 if form == "table" and lines[1].startswith("-") else 1), len(rows), (by, form))
            self.assertEqual(len(self.ask("stats", "--by", by, "--top", "1")), 1)

    def test_a_trace_of_nothing(self):
        empty = self.write("empty.json", [])
        for by in ("name", "shapes", "module", "stack", "step", "category", "kernel", "graph", "replay"):
            self.assertEqual(json.loads(self.run_program("stats", "--by", by, "--format", "json", trace=empty).stdout), [])
        overview = json.loads(self.run_program("overview", "--format", "json", trace=empty).stdout)
        self.assertEqual((overview["range_ns"], sum(overview["split_ns"].values()), overview["devices"], overview["steps"]), (0, 0, {}, []))
        self.assertEqual(json.loads(self.run_program("memory", "--format", "json", trace=empty).stdout), {"devices": {}})
        self.assertEqual(self.run_program("flame", trace=empty).stdout, "")
        self.assertEqual(json.loads(self.run_program("overview", "--gaps", "0", "--format", "json", trace=empty).stdout)["gaps"], [])
        self.assertIn("the session has none", self.run_program("stats", "--step", "1", trace=empty, code=2).stderr)

    def test_without_gpu_shapes_and_memory(self):
        bare = self.write("bare.json", [slice_("aten::mm", "cpu_op", 10, 5), slice_("aten::mm", "cpu_op", 20, 7)])
        row, = json.loads(self.run_program("stats", "--format", "json", trace=bare).stdout)
        self.assertEqual(row, dict(zip(OPERATOR_KEYS, ["aten::mm", 2, 12000, 12000, 0, 0, 1, 0, 0, 5000, 7000, 6000, 1000, 0, 0, None, None, None, None,
                                                       None])))
        row, = json.loads(self.run_program("stats", "--by", "shapes", "--format", "json", trace=bare).stdout)
        self.assertIsNone(row["shapes"])  # not recorded
        self.assertEqual(json.loads(self.run_program("stats", "--by", "kernel", "--format", "json", trace=bare).stdout), [])
        self.assertEqual(json.loads(self.run_program("memory", "--at", "5us", "--format", "json", trace=bare).stdout),
                         {"devices": {}, "alive": []})
        overview = json.loads(self.run_program("overview", "--format", "json", trace=bare).stdout)
        self.assertEqual((overview["range_ns"], overview["split_ns"]["cpu"], overview["split_ns"]["idle"]), (17000, 12000, 5000))
        self.assertIn("memory events", self.run_program("memory", trace=bare, code=1).stderr)

    def graphs(self):
        """Two replays of a graph of two kernels; in the second one `b` takes longer. Idle from 1040 to 1110 us."""
        events = [slice_("aten::mm", "cpu_op", 1060, 35)]
        for i, (at, b) in enumerate(((1000, 10), (1090, 30))):
            events.append(slice_("cudaGraphLaunch", "cuda_runtime", at, 5, correlation=i + 1))
            events += [slice_(name, "kernel", at + 20 + 10 * n, length, 7, 0, correlation=i + 1, device=0, stream=7, **{"graph node id": n + 1})
                       for n, (name, length) in enumerate((("a", 10), ("b", b)))]
        return self.write("graphs.json", events)

    def test_nodes_of_a_graph(self):
        rows = json.loads(self.run_program("stats", "--by", "graph", "--format", "json", trace=self.graphs()).stdout)
        self.assertEqual(rows, [
            {"name": "b", "graph": 1, "graph_id": None, "node": 2, "replays": 2, "total_ns": 40000, "min_ns": 10000, "max_ns": 30000,
             "mean_ns": 20000, "median_ns": 20000, "deviation_ns": 10000, "longest_replay": 2},
            {"name": "a", "graph": 1, "graph_id": None, "node": 1, "replays": 2, "total_ns": 20000, "min_ns": 10000, "max_ns": 10000,
             "mean_ns": 10000, "median_ns": 10000, "deviation_ns": 0, "longest_replay": 1}])

    def test_replays_of_a_graph(self):
        trace = self.graphs()
        ask = lambda *options: json.loads(self.run_program("stats", "--by", "replay", "--format", "json", *options, trace=trace).stdout)
        self.assertEqual(ask()[0], {"name": "cudaGraphLaunch", "graph": 1, "graph_id": None, "replay": 2, "nodes": 2, "start_ns": 1110000,
                                    "range_ns": 40000, "busy_ns": 40000, "idle_ns": 0, "call_ns": 5000})
        self.assertEqual([r["replay"] for r in ask("--sort", "name")], [1, 2])
        self.assertEqual([r["replay"] for r in ask("--range", "100us..200us")], [2])
        self.assertIn("no column", self.run_program("stats", "--by", "replay", "--sort", "luck", trace=trace, code=2).stderr)
        table = self.run_program("stats", "--by", "replay", trace=trace).stdout
        self.assertIn("110.0", table) # from the start of the session

    def test_gaps_of_streams(self):
        trace = self.graphs()
        self.assertNotIn("gaps", json.loads(self.run_program("overview", "--format", "json", trace=trace).stdout))
        ask = lambda *options: json.loads(self.run_program("overview", "--format", "json", *options, trace=trace).stdout)
        overview = ask("--gaps", "5")
        self.assertEqual(overview["streams"], [{"device": 0, "rank": None, "host": None, "stream": "7", "gaps": 1, "idle_ns": 70000}])
        gap, whole = overview["gaps"]
        self.assertEqual((gap["device"], gap["stream"], gap["start_ns"], gap["range_ns"]), (0, "7", 1040000, 70000))
        self.assertEqual((gap["before"], gap["after"], gap["launch"], gap["operator"]), ("b", "a", "cudaGraphLaunch", "aten::mm"))
        self.assertEqual(gap["cause"], "launch_bound")
        self.assertEqual({k: v for k, v in gap["cause_ns"].items() if v}, {"launch_bound": 50000, "graph_launch": 20000})
        self.assertEqual(gap["proof"], "aten::mm")
        self.assertEqual([(c["cause"], c["ns"], c["slice"], c["start_ns"], c["end_ns"]) for c in gap["causes"]],
                         [("launch_bound", 50000, "aten::mm", 1040000, 1090000), ("graph_launch", 20000, "cudaGraphLaunch", 1090000, 1110000)])
        self.assertEqual(whole, {**gap, "stream": None})
        by_cause = overview["devices"]["0"]["by_cause"]
        self.assertEqual({k: v for k, v in by_cause.items() if v}, {"launch_bound": 50000, "graph_launch": 20000})
        self.assertNotIn("by_cause", json.loads(self.run_program("overview", "--format", "json", trace=trace).stdout)["devices"]["0"])
        self.assertEqual(len(ask("--gaps", "1")["gaps"]), 1)
        self.assertEqual(ask("--gaps", "0", "--range", "0us..30us")["gaps"], [])
        said = self.run_program("overview", "--gaps", "5", trace=trace).stdout
        self.assertIn("aten::mm", said)
        self.assertNotIn("the device", said)  # its one stream's gap is its own
        rows = list(csv.DictReader(io.StringIO(self.run_program("overview", "--gaps", "0", "--format", "csv", trace=trace).stdout)))
        self.assertEqual([(r["stream"], r["cause"], r["range_ns"]) for r in rows], [("7", "launch_bound", "70000"), ("", "launch_bound", "70000")])
        texts = {key: "" if value is None else str(value) for key, value in gap.items() if key != "cause_ns"}
        texts["confidence"] = f'{gap["confidence"]:.6f}'
        self.assertEqual(rows[0], {**texts, "causes": "launch_bound 71 %, graph_launch 29 %"})
        table = self.run_program("overview", "--gaps", "0", trace=trace).stdout.splitlines()
        titles = next(line for line in table if line.startswith("gap on")).replace("gap on", "gap").split()
        self.assertEqual(titles, ["gap", "length", "causes", "operator", "start", "until", "device"])
        self.assertIn(["7", "70.00\u2009µs", "launch_bound 71 %, graph_launch 29 %", "aten::mm", "40.00\u2009µs", "a", "0"],
                      [re.split("  +", line.strip()) for line in table])
        streams = next(line for line in table if line.startswith("stream")).split()
        self.assertEqual(streams, ["stream", "device", "gaps", "idle"])
        by_gap = json.loads(self.run_program("stats", "--by", "gap", "--format", "json", trace=trace).stdout)
        self.assertEqual(by_gap, overview["gaps"])
        self.assertEqual(json.loads(self.run_program("stats", "--by", "stream", "--format", "json", trace=trace).stdout), overview["streams"])
        device, = json.loads(self.run_program("stats", "--by", "device", "--format", "json", trace=trace).stdout)
        self.assertEqual((device["device"], device["gaps"], device["idle_ns"], device["launch_bound"]), ("0", 1, 70000, 50000))
        self.assertIn("--where does not apply", self.run_program("stats", "--by", "stream", "--where", "op:mm", trace=trace, code=2).stderr)
        self.assertEqual(len(json.loads(self.run_program("stats", "--by", "gap", "--where", "LaunchKernel", "--format", "json", trace=trace).stdout)), 0)

    def test_tidy_flame_graphs(self):
        lines = dict(line.rsplit(" ", 1) for line in self.run_program("flame", "--of", "modules", "--tidy").stdout.splitlines())
        self.assertEqual(lines, {"nn.Module: Linear": "60000"})

    def test_mistakes_are_explained(self):
        for options, part in ((["--where", "dur>soon"], "dur>1ms"), (["--sort", "luck"], "no column"),
                              (["--step", "3"], "the session has 7, 8"), (["--range", "9us"], "10ms..20ms"),
                              (["--range", "9us..4us"], "is empty"), (["--step", "7", "--range", "1us..2us"], "exclude"),
                              (["--by", "colour"], "--by")):
            self.assertIn(part, self.run_program("stats", *options, code=2).stderr)
        missing = subprocess.run([PROGRAM, "stats", self.trace + ".gone"], capture_output=True, text=True)
        self.assertEqual(missing.returncode, 1)
        self.assertIn(".gone", missing.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
