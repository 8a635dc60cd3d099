"""Numbers of `lanescope stats`, `overview` and `memory` on made-up traces full of what real ones seldom have: several
processes and devices, partly overlapping slices, zero durations, ranges within and across operators, kernels without a launch
or of one graph launch, missing ids. They equal the slow reference, and sums stay sums."""
import json
import random
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))
import stats_truth  # noqa: E402
import tst_stats_truth  # noqa: E402

TRACES = 12


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.events = []
        self.correlation = 0
        self.devices = self.random.choice([[], [0], [0, 1], [0, 1, 7]])
        self.steps = self.random.choice([False, True])
        self.ids = self.random.choice([False, True])

    def time(self, value):
        return value / 1000

    def slice(self, name, category, begin, end, place, **args):
        event = {"ph": "X", "cat": category, "name": name, "pid": place[0], "tid": place[1], "ts": self.time(begin),
                 "dur": self.time(end - begin)}
        if args:
            event["args"] = args
        self.events.append(event)

    def nest(self, place, begin, end, depth):
        at = begin
        while at < end and depth < 7:
            at += self.random.randrange(0, max(2, (end - begin) // 5))
            length = self.random.choice([0, 1, self.random.randrange(1, max(2, end - begin))])
            until = at + length
            if self.random.random() < .9:
                until = min(until, end)  # else it reaches beyond the one around it
            if until < at:
                break
            self.one(place, at, until)
            self.nest(place, at, until, depth + 1)
            at = max(until, at + 1)

    def one(self, place, begin, end):
        kind = self.random.choice(["cpu_op"] * 6 + ["user_annotation", "python_function", "cuda_runtime", "cuda_runtime", "overhead"])
        if kind == "cuda_runtime":
            self.launch(place, begin, end)
        elif kind == "cpu_op":
            args = {"Input Dims": self.random.choice([[[2, 3]], [[4]], []])} if self.random.random() < .5 else {}
            if self.ids:
                args["External id"] = len(self.events)
            name = self.random.choice(["aten::mm", "aten::add", "aten::relu_", "gloo:allreduce", "enumerate(DataLoader)#_next"])
            self.slice(name, kind, begin, end, place, **args)
        else:
            self.slice(self.random.choice(["forward", "enumerate(DataLoader)", "main.py(3): run"]), kind, begin, end, place)

    def launch(self, place, begin, end):
        self.correlation += 1
        works = self.random.choice([0, 1, 1, 1, 4])
        self.slice("cudaGraphLaunch" if works > 1 else "cudaLaunchKernel", "cuda_runtime", begin, end, place,
                   correlation=self.correlation)
        for _ in range(works if self.devices else 0):
            self.work(end, self.correlation)

    def work(self, after, correlation):
        device = self.random.choice(self.devices)
        begin = after + self.random.randrange(-3000, 9000)
        kind = self.random.choice(["kernel", "kernel", "kernel", "gpu_memcpy", "gpu_memset"])
        name = {"kernel": self.random.choice(["gemm", "ncclDevKernel_AllReduce", "add_kernel"])}.get(kind, kind)
        args = {"device": device, "stream": self.random.choice([7, 20])}
        if correlation is not None:
            args["correlation"] = correlation
        self.slice(name, kind, begin, begin + self.random.randrange(0, 5000), (device, args["stream"]), **args)

    def make(self):
        places = [(p, t) for p in self.random.choice([[100], [100, 200]]) for t in range(self.random.choice([1, 2, 3]))]
        for place in places:
            self.nest(place, 1000000, 1200000, 0)
        if self.steps:
            for n in range(4):
                begin = 1000000 + n * 50000
                self.slice("ProfilerStep#%d" % n, "user_annotation", begin, begin + self.random.choice([50000, 30000]), places[0])
        for _ in range(20 if self.devices else 0):
            self.work(self.random.randrange(1000000, 1200000), None)
        total = 0
        for n in range(self.random.choice([0, 40])):
            size = self.random.choice([64, 512, -64])
            total += size
            self.events.append({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 100, "tid": 0,
                                "ts": self.time(1000000 + n * 4711), "args": {
                                    "Addr": n, "Bytes": size, "Total Allocated": total + 9000, "Total Reserved": 99999,
                                    "Device Type": 0, "Device Id": -1}})
        self.random.shuffle(self.events)
        return {"traceEvents": self.events}


class RandomTraces(tst_stats_truth.Numbers, unittest.TestCase):
    def each(self, check):
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(TRACES):
                path = Path(folder) / ("%d.json" % seed)
                path.write_text(json.dumps(Maker(seed).make()))
                with self.subTest(seed):
                    check(path, stats_truth.Truth(path))


if __name__ == "__main__":
    unittest.main(verbosity=2)
