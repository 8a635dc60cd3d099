"""Every subcommand and view over calls nested thousands deep, and over thousands of threads: each costs little more than reading
the file does."""
import json
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAMS = Path(os.environ["LANESCOPE_BUILD"]) / "bin"
DEPTH = 10000
# A walk up from each event costs hundreds of times what reading costs; analyses together cost some twenty times.
MOST_TIMES_INFO = 40
COMMANDS = [
    ["check", "T"], ["stats", "T"], ["stats", "T", "--by", "module"], ["stats", "T", "--by", "stack"], ["stats", "T", "--by", "kernel"],
    ["stats", "T", "--by", "thread"], ["overview", "T"], ["advice", "T"], ["diff", "T", "T"], ["path", "T"], ["path", "T", "T"], ["ranks", "T", "T"],
    ["gate", "T", "--against", "T", "--max", "memory=+50%"],
    ["search", "T", "--where", "module:Linear"], ["search", "T", "--where", "pass:backward"], ["search", "T", "--where", "kernel:gemm"],
    ["memory", "T"], ["memory", "T", "--peak", "--by", "module"], ["flame", "T", "--svg", "-o", "OUT.svg"], ["flame", "T", "--bottom-up", "-o", "OUT.txt"],
    ["convert", "T", "OUT.lanes"], ["convert", "T", "OUT.json"], ["table", "T", "slices"],
]
RENDERED = [["render", "T", "--view", view, "-o", "OUT.png"]
            for view in ("timeline", "overview", "flame", "operators", "memory", "path", "modules")]


def event(kind, name, start, duration, thread=1, process=1, **args):
    return {"ph": "X", "cat": kind, "name": name, "pid": process, "tid": thread, "ts": start, "dur": duration, "args": args}


def deep(kinds, same_start=False, depth=DEPTH):
    """`depth` nested calls of these kinds in turn; in the innermost as many launches, waits, allocations and collectives."""
    events = []
    for i in range(depth):
        kind = kinds[i % len(kinds)]
        name = {"python_function": f"nn.Module: Linear_{i % 7}" if i % 3 == 0 else f"train.py({i}): step{i}",
                "user_annotation": f"range {i % 50}", "cpu_op": f"aten::op{i}"}[kind]
        start = 0 if same_start else i
        end = 4 * depth - i
        args = {"Python id": i} if kind == "python_function" else {"Sequence number": i} if kind == "cpu_op" else {}
        events.append(event(kind, name, start, end - start, **args))
    for i in range(depth // 4):
        at = depth + 4 * i
        events += [event("cuda_runtime", "cudaLaunchKernel", at, 0.5, correlation=i + 1),
                   event("kernel", f"gemm{i % 7}", at + 0.6, 0.3, 7, 0, correlation=i + 1, device=0, stream=7),
                   event("cuda_runtime", "cudaStreamSynchronize", at + 1, 0.5, correlation=depth + i),
                   event("python_function", "data.py(3): __getitem__", at + 2, 0.2),
                   event("user_annotation", "gloo:all_reduce", at + 2.5, 0.2),
                   {"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "ts": at + 0.2,
                    "args": {"Addr": 64 + i, "Bytes": 512, "Total Allocated": 512 * i, "Total Reserved": 4096, "Device Type": 1, "Device Id": 0}}]
    return events


class Deep(unittest.TestCase):
    def seconds(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        program = PROGRAMS / ("lanescope" if command[0] == "render" else "lanescope-record")
        done = subprocess.run([program, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertIn(done.returncode, (0, 1, 3), f"{command}: {done.stderr}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def each(self, kinds, commands=COMMANDS, **options):
        self.each_of(deep(kinds, **options), commands)

    def each_of(self, events, commands):
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace.json")
            with open(trace, "w") as file:
                json.dump({"traceEvents": events}, file)
            reading = max(self.seconds(["info", trace]), 0.05)  # starting the program included
            for command in commands:
                told = [trace if word == "T" else word.replace("OUT", os.path.join(folder, "out")) for word in command]
                with self.subTest(" ".join(command)):
                    self.assertLess(self.seconds(told) / reading, MOST_TIMES_INFO)

    def test_ranges(self):
        self.each(["user_annotation"])

    def test_operators(self):
        self.each(["cpu_op"])

    def test_python_functions(self):
        self.each(["python_function"])

    def test_all_in_turn(self):
        self.each(["user_annotation", "cpu_op", "python_function"])

    def test_views(self):
        self.each(["user_annotation", "cpu_op", "python_function"], depth=4 * DEPTH,
                  commands=RENDERED)

    def test_many_threads(self):
        self.each_of([event("cpu_op", "aten::add", i, 5, thread=i) for i in range(3 * DEPTH)], COMMANDS + RENDERED)

    def test_many_processes(self):
        self.each_of([event("cpu_op", "aten::add", i, 5, thread=i, process=i) for i in range(DEPTH)], COMMANDS + RENDERED)

    def test_many_streams(self):
        self.each_of([event("kernel", f"k{i}", i, 50, thread=i, process=0, device=0, stream=i, correlation=i) for i in range(2 * DEPTH)],
                     COMMANDS + RENDERED)

    def test_calls_that_start_together(self):
        self.each(["user_annotation", "cpu_op", "python_function"], same_start=True)


if __name__ == "__main__":
    unittest.main()
