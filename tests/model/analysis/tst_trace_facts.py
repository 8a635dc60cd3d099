"""Event by event, against the JSON itself: the memory at every [memory] event, the forward operator of every backward
operator, the operator of every kernel, and which kernel of a CUDA graph's replay is which node. On the real traces, and on a small one made here."""
import collections
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))
import stats_truth  # noqa: E402

SOURCE = Path(__file__).resolve().parents[3]
TRACES = Path(os.environ.get("LANESCOPE_TRACES", SOURCE.parent / "shared" / "traces"))
PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "tests" / "trace_facts"
# Backward operators of a trace, and how many of them find their forward operator: all.
BACKWARD = {"norm_layers_fwd_bwd": (102, 102), "mi300_resnet_train_checkpointed": (426, 426)}

# Launches of CUDA graphs in a trace.
REPLAYS = {"diff_test": 12, "cuda_graph_decode": 1, "diff_control": 0}


def facts(path):
    """kind -> rows, every row as columns"""
    rows = collections.defaultdict(list)
    out = subprocess.run([PROGRAM, path], capture_output=True, check=True, text=True, encoding="utf-8", errors="replace").stdout
    for line in out.split("\n"):
        kind, *columns = line.split("\t")
        rows[kind].append(columns)
    return rows


def place(s):
    return [str(s.place[0]), str(s.place[1]), str(s.start), s.name]


def number(s, key):
    try:
        return int(s.args.get(key, -1))
    except (TypeError, ValueError):
        return -1


def small_trace():
    def slice_(name, category, start, duration, thread=1, process=1, **args):
        return {"ph": "X", "cat": category, "name": name, "pid": process, "tid": thread, "ts": start, "dur": duration, "args": args}

    def memory(at, address, size, total, kind, device):
        return {"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": at,
                "args": {"Addr": address, "Bytes": size, "Total Allocated": total, "Total Reserved": 1 << 20, "Device Type": kind,
                         "Device Id": device}}

    return [
        slice_("aten::mul", "cpu_op", 10, 20, **{"Sequence number": 5, "Fwd thread id": 0}),
        slice_("launch", "cuda_runtime", 15, 5, correlation=1),
        slice_("mul_kernel", "kernel", 40, 10, 7, 0, correlation=1, device=0),
        slice_("MulBackward0", "cpu_op", 60, 20, 2, **{"Sequence number": 5, "Fwd thread id": 1}),
        slice_("launch", "cuda_runtime", 65, 5, 2, correlation=2),
        slice_("mul_kernel", "kernel", 90, 10, 7, 0, correlation=2, device=0),
        memory(16, 100, 512, 4608, 1, 0), memory(17, 8, 64, 64, 0, -1), memory(66, 300, 128, 4736, 1, 0),
        memory(67, 100, -512, 4224, 1, 0), memory(68, 900, -1024, 3200, 1, 0), memory(70, 8, -64, 0, 0, -1),
    ]


class Checks:
    def check_memory(self, path, truth):
        told = collections.defaultdict(list)
        for device, *numbers in facts(path)["memory"]:
            told[device].append(tuple(map(int, numbers)))
        expected = collections.defaultdict(list)
        for time, args in truth.memory:
            total = args["Total Allocated"]
            expected["%d:%d" % (args["Device Type"], args["Device Id"])].append((time, total, args["Total Reserved"], total))
        self.assertEqual(told, expected)
        return sum(map(len, expected.values()))

    def check_launches(self, path, truth):
        """every kernel, copy and set with a launch has the operator that the reference finds, wherever there is one"""
        expected = sorted(place(s) + (place(truth.owner[s.order][1]) if truth.owner[s.order][1] is not None else ["-"] * 4)
                          for s in truth.slices if s.order in truth.owner and truth.owner[s.order][0] is not None)
        told = sorted(facts(path)["launch"])
        self.assertEqual(told, expected)
        return len(expected), sum(row[4] != "-" for row in expected)

    def check_forward(self, path, truth):
        """the forward operator has the sequence number that the backward operator names; how many backward operators there
        are, and how many of them find one"""
        operators = {tuple(place(s)): s for s in truth.slices if s.category in stats_truth.OPERATORS}
        forward_of = {tuple(row[:4]): operators[tuple(row[4:])] for row in facts(path)["forward"]}
        backward = [s for s in operators.values() if number(s, "Fwd thread id") > 0 and number(s, "Sequence number") >= 0]
        found = 0
        for s in backward:
            forward = forward_of.get(tuple(place(s)))
            if forward is not None:
                self.assertEqual(number(forward, "Sequence number"), number(s, "Sequence number"), place(s))
                self.assertLess(forward.start, s.start)
                self.assertLessEqual(number(forward, "Fwd thread id"), 0)
                found += 1
        return len(backward), found


    def check_graphs(self, path, truth):
        """replays of the same kernels are one graph, and the n-th run of a name in each of them is one node; how many replays"""
        calls = collections.defaultdict(list)
        for s in truth.slices:
            call = truth.owner.get(s.order, (None, None))[0]
            if call is not None and "GraphLaunch" in call.name:
                calls[call.order].append(s)
        replays = sorted((sorted(works, key=lambda s: (s.start, s.order)) for works in calls.values()), key=lambda works: works[0].start)
        graphs = collections.defaultdict(list)
        for works in replays:
            graphs[works[0].place[0], tuple(sorted(s.name for s in works))].append(works)
        expected = []
        for graph, same in enumerate(graphs.values()):
            for replay, works in enumerate(same):
                seen = collections.Counter()
                for s in works:
                    expected.append((graph, replay, s.name, seen[s.name], s.end - s.start, s.start))
                    seen[s.name] += 1
        nodes, told = collections.defaultdict(list), []
        for graph, replay, node, duration, _, _, start, name in facts(path)["graph"]:
            runs = nodes[graph, name]
            if node not in runs:
                runs.append(node)
            told.append((int(graph), int(replay), name, runs.index(node), int(duration), int(start)))
        self.assertEqual(sorted(told), sorted(expected))
        return len(replays)


class SmallTrace(Checks, unittest.TestCase):
    def test_every_fact_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.json"
            path.write_text(json.dumps({"traceEvents": small_trace()}))
            truth = stats_truth.Truth(path)
            self.assertEqual(self.check_memory(path, truth), 6)
            self.assertEqual(self.check_launches(path, truth), (2, 2))
            self.assertEqual(self.check_forward(path, truth), (1, 1))


@unittest.skipUnless(TRACES.is_dir(), "the real traces are not there: %s" % TRACES)
class RealTraces(Checks, unittest.TestCase):
    def test_every_trace(self):
        with_memory = 0
        for path in sorted(p for p in TRACES.glob("*.json.gz") if ".key_averages." not in p.name):
            name = path.name.split(".")[0]
            with self.subTest(name):
                truth = stats_truth.Truth(path)
                with_memory += self.check_memory(path, truth) > 0
                self.check_launches(path, truth)
                if name in REPLAYS:
                    self.assertEqual(self.check_graphs(path, truth), REPLAYS[name])
                if name in BACKWARD:
                    self.assertEqual(self.check_forward(path, truth), BACKWARD[name])
        self.assertGreater(with_memory, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
