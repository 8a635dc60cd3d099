"""Traces in which graphs were captured, opened with one of their replays: each replayed kernel has the operator that was captured."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
SERVING = Path(os.environ.get("LANESCOPE_SERVING", SOURCE.parent / "shared" / "traces" / "serving"))
BUILD = Path(os.environ["LANESCOPE_BUILD"])


def event(name, category, begin, took, pid=1, tid=1, **args):
    return {"ph": "X", "name": name, "cat": category, "pid": pid, "tid": tid, "ts": begin, "dur": took, "args": args}


def captured(*graphs, named=True, begin=0, size=None):
    """A trace of captures. A graph is a list of (operator, shapes, kernel); no operator: outside of one."""
    events, at = [], begin
    for number, graph in enumerate(graphs):
        first = at
        at += 10
        events.append(event("hipStreamBeginCapture", "cuda_runtime", at, 1, cid=1))
        for operator, shapes, kernel in graph:
            if operator:
                events.append(event(operator, "cpu_op", at + 10, 20, **({"Input Dims": shapes} if shapes else {})))
            call = {"kernel": kernel} if named and not kernel.startswith("Mem") else {}
            name = "hipMemcpyAsync" if kernel.startswith("Mem") else "hipLaunchKernel"
            events.append(event(name, "cuda_runtime", at + 15, 2, correlation=len(events) + 1000, **call))
            at += 40
        events.append(event("hipStreamEndCapture", "cuda_runtime", at, 1, cid=2))
        at += 10
        events.append(event(f"model.py({number + 1}): layer", "python_function", first, at - first, **{"Python id": number + 1}))
    # A range of a serving engine, an operator that launches by itself, and its kernel.
    events.append(event("warmup" if size is None else f"capture_{size}_DECODE", "user_annotation", begin, at + 100 - begin))
    events += [event("aten::eager", "cpu_op", at + 10, 20), event("hipLaunchKernel", "cuda_runtime", at + 12, 2, correlation=5, kernel="eager"),
               event("eager", "kernel", at + 20, 7, pid=0, tid=7, correlation=5, device=0, stream=7)]
    return events


def replayed(*graphs, begin=1_000_000, sizes=(), nodes=None):
    """A trace of replays. A graph is a list of kernels, of 10 us each."""
    events, at = [], begin
    for number, graph in enumerate(graphs):
        if number < len(sizes):
            events.append(event(f"execute_{sizes[number]}_context_0(x)", "user_annotation", at - 2, 20))
        events.append(event("hipGraphLaunch", "cuda_runtime", at, 5, correlation=number + 10))
        for place, kernel in enumerate(graph):
            category = "gpu_memcpy" if kernel.startswith("Mem") else "kernel"
            node = {"graph node id": nodes[place]} if nodes else {}
            events.append(event(kernel, category, at + 20 + 10 * place, 10, pid=0, tid=7, correlation=number + 10, device=0, stream=7, **node))
        at += 30 + 10 * len(graph)
    return events


LAYER = [("aten::addmm", [[4, 8]], "gemm"), ("aten::gelu", [[4, 8]], "gelu"), ("aten::copy_", None, "Memcpy DtoD")]
RUNS = ["gemm", "gelu", "Memcpy DtoD"]


class CaptureJoin(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, name, events, **properties):
        path = self.folder / name
        devices = {"deviceProperties": [{"id": 0, "name": "GPU"}], "schemaVersion": 1, "baseTimeNanoseconds": 1_700_000_000_000_000_000}
        path.write_text(json.dumps({**devices, **properties, "traceEvents": events}))
        return path

    def run_on(self, *words):
        out = subprocess.run([BUILD / "bin/lanescope-record", *words], capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stderr)
        return out.stdout

    def table(self, by, *files):
        return list(csv.DictReader(io.StringIO(self.run_on("stats", "--by", by, "--format", "csv", "--top", "0", *files))))

    def device_times(self, *files):
        """Operator -> device microseconds."""
        return {row["name"]: int(row["self_device_ns"]) / 1000 for row in self.table("name", *files) if int(row["self_device_ns"])}

    def notes(self, *files):
        info = json.loads(self.run_on("info", "--json", *files))
        return {one["kind"]: one["count"] for one in info["diagnostics"]}

    def test_replayed_work_has_the_captured_operators(self):
        files = self.written("capture.json", captured(LAYER)), self.written("replay.json", replayed(RUNS, RUNS, RUNS))
        self.assertEqual(self.device_times(files[1]), {})
        for order in (files, files[::-1]):
            self.assertEqual(self.device_times(*order), {"aten::addmm": 30, "aten::gelu": 30, "aten::copy_": 30})
            self.assertEqual(self.notes(*order), {"captures-joined": 9})
        self.assertIn("[[4, 8]]", {row["shapes"] for row in self.table("shapes", *files)})
        self.assertIn("model.py(1): layer", self.run_on("flame", *files, "--weight", "device"))
        # What the file of the capture ran itself is not of the replays.
        self.assertEqual({row["name"] for row in self.table("kernel", *files)}, {"gemm", "gelu"})

    def test_work_is_told_apart_by_order_and_by_name(self):
        graph = [("aten::first", None, "add"), ("aten::second", None, "add"), ("aten::third", None, "mul")]
        files = self.written("capture.json", captured(graph)), self.written("replay.json", replayed(["add", "mul", "add"], ["mul", "add"]))
        self.assertEqual(self.device_times(*files), {"aten::first": 10, "aten::second": 10, "aten::third": 10})
        self.assertEqual(self.notes(*files), {"captures-joined": 3, "replays-without-capture": 2})

    def test_captures_without_names_count_by_place_and_node(self):
        files = self.written("capture.json", captured(LAYER, named=False)), self.written("replay.json", replayed(["Memcpy DtoD", "b", "a"], nodes=[9, 5, 2]))
        self.assertEqual(self.table("kernel", *files)[0].keys(), self.table("kernel", files[1])[0].keys())
        self.assertEqual(self.device_times(*files), {"aten::addmm": 10, "aten::gelu": 10, "aten::copy_": 10})
        self.assertEqual(self.notes(*files), {"captures-joined": 3, "replays-by-place": 3})
        # A kernel where a kernel was captured: otherwise the graph is another one.
        other = self.written("other.json", replayed(["Memcpy DtoD", "b", "a"]))
        out = subprocess.run([BUILD / "bin/lanescope-record", "info", files[0], other], capture_output=True, text=True)
        self.assertEqual((out.returncode, "nor captures of graphs with their replays" in out.stderr), (1, True))

    def test_captures_that_are_alike_are_taken_in_turn(self):
        files = self.written("capture.json", captured(LAYER, LAYER)), self.written("replay.json", replayed(*[RUNS] * 4))
        self.assertEqual(self.device_times(*files), {"aten::addmm": 40, "aten::gelu": 40, "aten::copy_": 40})
        self.assertEqual(self.notes(*files), {"captures-joined": 12, "replays-in-turn": 4})
        flame = self.run_on("flame", *files, "--weight", "device")
        for line in (1, 2):
            self.assertIn(f"model.py({line}): layer", flame)

    def test_captures_that_differ_in_shapes_are_told_by_size_or_not_at_all(self):
        other = [("aten::addmm", [[16, 8]], "gemm"), *LAYER[1:]]
        files = self.written("capture.json", captured(LAYER, other)), self.written("replay.json", replayed(RUNS, RUNS))
        self.assertEqual(self.device_times(*files), {"aten::gelu": 20, "aten::copy_": 20})
        self.assertEqual(self.notes(*files), {"captures-joined": 4, "replays-in-turn": 2, "replays-of-several": 2})
        files = (self.written("capture4.json", captured(LAYER, size=4)), self.written("capture16.json", captured(other, size=16)),
                 self.written("replay.json", replayed(RUNS, RUNS, RUNS, sizes=(16, 4, 16))))
        self.assertEqual(self.device_times(*files), {"aten::addmm": 30, "aten::gelu": 30, "aten::copy_": 30})
        shapes = {row["shapes"]: int(row["self_device_ns"]) for row in self.table("shapes", *files) if row["name"] == "aten::addmm"}
        self.assertEqual(shapes, {"[[4, 8]]": 10_000, "[[16, 8]]": 20_000})

    def test_what_was_captured_outside_of_operators_keeps_its_python_code(self):
        files = self.written("capture.json", captured([LAYER[0], (None, None, "triton_x")])), self.written("replay.json", replayed(["gemm", "triton_x"]))
        self.assertEqual(self.device_times(*files), {"aten::addmm": 10})
        self.assertEqual(self.notes(*files), {"captures-joined": 2, "captured-outside": 1})

    def test_a_trace_of_captures_may_replay_them_to_warm_up(self):
        files = self.written("capture.json", captured(LAYER) + replayed(RUNS, begin=5000)), self.written("replay.json", replayed(RUNS, RUNS))
        self.assertEqual(self.device_times(*files), {"aten::addmm": 20, "aten::gelu": 20, "aten::copy_": 20})

    def test_ranks_are_joined_each_with_its_captures(self):
        files = []
        for rank in (0, 1):
            job = {"distributedInfo": {"backend": "nccl", "rank": rank, "world_size": 2}}
            files += [self.written(f"capture{rank}.json", captured(LAYER), **job), self.written(f"replay{rank}.json", replayed(RUNS), **job)]
        self.assertEqual(self.device_times(*files), {"aten::addmm": 20, "aten::gelu": 20, "aten::copy_": 20})

    def test_other_files_are_not_joined(self):
        capture, replay = self.written("capture.json", captured(LAYER)), self.written("replay.json", replayed(["else"]))
        for files in ((capture, replay), (capture, capture), (replay, replay)):
            out = subprocess.run([BUILD / "bin/lanescope-record", "info", *files], capture_output=True, text=True)
            self.assertEqual(out.returncode, 1)

    def test_a_joined_session_is_kept_as_one(self):
        files = self.written("capture.json", captured(LAYER)), self.written("replay.json", replayed(RUNS))
        one = self.folder / "joined.lanes"
        self.run_on("convert", "--quiet", *files, one)
        self.assertEqual(self.device_times(one), self.device_times(*files))

    def test_serving_engines(self):
        """Device time by operator against what TraceLens found."""
        answer = SERVING / "vllm_piecewise_ops_summary.csv"
        if not answer.exists():
            self.skipTest(f"{SERVING} is not there")
        rows = csv.DictReader(io.StringIO(answer.read_text()))
        expected = {row["name"]: float(row["total_direct_kernel_time_sum"]) for row in rows}
        files = [SERVING / f"vllm_piecewise_{part}.json.gz" for part in ("capture", "execution")]
        found = self.device_times(*files)
        for name, time in expected.items():
            self.assertAlmostEqual(found[name], time, delta=1, msg=name)
        self.assertEqual(found.keys(), expected.keys())
        self.assertEqual(self.notes(*files)["captures-joined"], 361)
        notes = self.notes(SERVING / "sglang_capture.json.gz", SERVING / "sglang_decode.json.gz")
        self.assertEqual(notes["captures-joined"], 544)


if __name__ == "__main__":
    unittest.main()
