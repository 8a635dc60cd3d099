#!/usr/bin/env python3
"""The played GPU by itself: what the model says of times, order, graphs and memory, what each fault does, and whether
PyTorch's own CUDA wheels train on it and profile themselves. Skips, and says why, where no CUDA headers are installed."""
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from collections import Counter
from pathlib import Path

import build

HERE = Path(__file__).resolve().parent
FOUND = build.installed()
FIRST = FOUND[0] if FOUND else None
WHEELS = [cuda for cuda in FOUND if cuda.python]
EXACT = {"PLAYED_VIRTUAL_CLOCK": "1", "PLAYED_NOISE_PERCENT": "0"}
MS = 1_000_000


class Lines:
    """What the small program printed."""

    def __init__(self, *parts, without=(), **settings):
        variables = os.environ | {"LD_LIBRARY_PATH": str(FIRST.folder)} | EXACT
        variables |= {name if name.startswith("PROGRAM_") else f"PLAYED_{name.upper()}": str(value)
                      for name, value in settings.items()}
        result = subprocess.run([FIRST.folder / "program", *parts], env=variables, capture_output=True, text=True,
                                timeout=60, check=False)
        self.code, self.errors = result.returncode, result.stderr
        self.all = [json.loads(line.replace(", }", "}")) for line in result.stdout.splitlines()]

    def having(self, key):
        return [line for line in self.all if key in line]

    def records(self, *kinds):
        return [line for line in self.having("record") if line["record"] in kinds]

    def kernels(self):
        return sorted(self.records("kernel"), key=lambda kernel: kernel["correlation"])

    def work(self):
        return self.records("kernel", "memcpy", "memset")

    def value(self, key):
        return self.having(key)[0][key]

    def dropped(self):
        return sum(line["dropped"] for line in self.having("buffer"))


@unittest.skipUnless(FIRST, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class Native(unittest.TestCase):
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        build.Builder(FIRST).build()

    def run_parts(self, *parts, failing=(), **settings):
        lines = Lines(*parts, **settings)
        self.assertEqual((lines.code, lines.errors), (0, ""))
        self.assertEqual({line["failed"] for line in lines.having("failed")}, set(failing))
        return lines


class Model(Native):
    def test_work_of_a_stream_runs_in_order_and_takes_its_time(self):
        lines = self.run_parts("fifo", latency_ns=5000)
        work = sorted((line for line in lines.work() if line["stream"] != 7), key=lambda line: line["start"])
        self.assertEqual([(line["record"], line.get("name")) for line in work],
                         [("memcpy", None), ("memset", None), ("kernel", "first"), ("kernel", "second"), ("kernel", "third")])
        self.assertEqual([line["end"] - line["start"] for line in work[2:]], [3 * MS, 1 * MS, 2 * MS])
        for before, after in zip(work[1:], work[2:]):
            self.assertLessEqual(before["end"], after["start"])
        self.assertEqual(work[3]["start"], work[2]["end"], "what waits for nothing but its stream starts at once")
        copy = next(line for line in lines.records("runtime") if "Memcpy" in line["name"])
        self.assertGreaterEqual(work[0]["start"], copy["start"] + 5000)
        self.assertEqual(lines.value("byte"), 7, "memory is real")

    def test_the_host_waits_until_the_stream_is_done(self):
        lines = self.run_parts("fifo")
        # Before it waits it asks once, and is answered at once.
        asked, wait, *_ = [line for line in lines.records("synchronization") if line["type"] == 3]
        self.assertLess(asked["end"], lines.kernels()[-1]["end"])
        self.assertGreaterEqual(wait["end"], lines.kernels()[-1]["end"])
        self.assertEqual(wait["stream"], lines.kernels()[-1]["stream"])

    def test_an_event_orders_two_streams(self):
        lines = self.run_parts("events")
        first, second = lines.kernels()
        self.assertNotEqual(first["stream"], second["stream"])
        end = max(lines.records("event"), key=lambda line: line["at"])
        self.assertGreaterEqual(end["at"], first["end"])
        self.assertGreaterEqual(second["start"], end["at"])
        waits = [line for line in lines.records("synchronization") if line["type"] == 2]
        self.assertEqual([(line["stream"], line["event"], line["event record"]) for line in waits],
                         [(second["stream"], end["event"], end["event record"])])
        self.assertAlmostEqual(lines.value("elapsed"), 3.0, delta=0.01)

    def test_kernels_share_the_multiprocessors(self):
        first, second = self.run_parts("crowd").kernels()
        self.assertGreaterEqual(second["start"], first["end"])
        first, second = (line for line in self.run_parts("events", "crowd", sms=1_000_000).kernels()[2:])
        self.assertLess(second["start"], first["end"])

    def test_the_same_program_gives_the_same_times(self):
        self.assertEqual(self.run_parts("fifo", "events").kernels(), self.run_parts("fifo", "events").kernels())

    def test_a_replay_gives_a_record_per_node_of_the_clone(self):
        lines = self.run_parts("graph")
        made = {line["created"] for line in lines.having("created")}
        clones = {line["cloned"]: line["of"] for line in lines.having("cloned")}
        self.assertEqual(len(made), 4)
        self.assertEqual(set(clones.values()), made)
        launches = sorted(line["correlation"] for line in lines.records("runtime") if line["name"].startswith("cudaGraphLaunch"))
        self.assertEqual(Counter(line["correlation"] for line in lines.work() if line["graph"]),
                         Counter({launch: 4 for launch in launches}))
        for launch in launches:
            replay = {line["node"]: line for line in lines.work() if line["correlation"] == launch}
            self.assertEqual(replay.keys(), clones.keys())
            self.assertEqual({line["graph"] for line in replay.values()}, {next(iter(clones)) >> 32})
            first = next(line for line in replay.values() if line.get("name") == "first")
            copy = next(line for line in replay.values() if line["record"] == "memcpy")
            others = [line for line in replay.values() if line not in (first, copy)]
            for other in others:
                self.assertGreaterEqual(other["start"], first["end"])
                self.assertGreaterEqual(copy["start"], other["end"])

    def test_at_the_graphs_level_there_is_one_record_per_replay(self):
        lines = self.run_parts("trace")
        self.assertEqual(len(lines.records("graph")), 2)
        self.assertEqual([line for line in lines.work() if line["graph"]], [])

    def test_waiting_spoils_a_capture(self):
        lines = self.run_parts("spoilt", "fifo")
        self.assertEqual((lines.value("synchronized"), lines.value("ended")), (900, 901))

    def test_launches_call_back_with_their_kernel(self):
        lines = self.run_parts("fifo")
        entered = {line["correlation"]: line for line in lines.having("entered")}
        kernels = {line["correlation"]: line for line in lines.kernels()}
        self.assertEqual({line["entered"] for line in entered.values()}, {"cudaLaunchKernel"})
        self.assertEqual({key: line["symbol"] for key, line in entered.items()},
                         {key: line["name"] for key, line in kernels.items() if key in entered})
        self.assertEqual([line["name"] for line in lines.records("driver") if "Launch" in line["name"]], ["cuLaunchKernel"])
        external = [line for line in lines.records("external") if line["id"] == 4711]
        self.assertIn(min(entered), {line["correlation"] for line in external})

    def test_every_kind_of_record_parses(self):
        lines = self.run_parts("fifo", "events", "graph", "trace", "devices", "pools", devices=2)
        self.assertEqual({line["record"] for line in lines.having("record")},
                         {"kernel", "memcpy", "memcpy2", "memset", "runtime", "driver", "synchronization", "event", "graph",
                          "memory", "external", "device", "context", "stream", "overhead", "compilation", "pool", "link"})
        self.assertEqual({line["stride"] % 8 for line in lines.having("record")}, {0})

    def test_two_devices(self):
        lines = self.run_parts("devices", devices=2)
        self.assertEqual([(line["id"], line["name"]) for line in lines.records("device")],
                         [(0, "Played H100"), (1, "Played H100")])
        self.assertEqual({line["device"] for line in lines.kernels()}, {1})
        self.assertEqual([(line["from"], line["to"]) for line in lines.records("memcpy2")], [(0, 1)])
        memory = [line for line in lines.records("memory") if line["device"] == 1]
        self.assertEqual([line["operation"] for line in memory], [1])


class Faults(Native):
    def test_records_get_lost_and_are_counted(self):
        lines = self.run_parts("many", drop_every=7)
        self.assertEqual((len(lines.kernels()), lines.dropped()), (86, 14))
        lines = self.run_parts("drop")
        self.assertEqual((len(lines.kernels()), lines.dropped()), (90, 10))

    def test_times_of_zero_and_times_that_run_backwards(self):
        kernels = self.run_parts("many", zero_every=10).kernels()
        self.assertEqual(sum(line["start"] == line["end"] == 0 for line in kernels), 10)
        kernels = self.run_parts("many", reverse_next=3).kernels()
        self.assertEqual([line["start"] > line["end"] for line in kernels], [True] * 3 + [False] * 97)

    def test_a_full_pool_of_buffers_leaves_times_of_zero(self):
        kernels = self.run_parts("many", pool_records=60).kernels()
        self.assertEqual([line["start"] == 0 for line in kernels], [False] * 60 + [True] * 40)

    def test_records_that_are_late_or_out_of_order(self):
        self.assertEqual(len(self.run_parts("many", late_ns=10_000 * MS).kernels()), 0)

        def starts(**settings):
            return [line["start"] for line in self.run_parts("many", **settings).records("kernel")]
        self.assertNotEqual(starts(shuffle_ns=100 * MS), sorted(starts(shuffle_ns=100 * MS)))

    def test_small_and_separate_buffers(self):
        whole = self.run_parts("fifo", "graph")
        small = self.run_parts("fifo", "graph", PROGRAM_BUFFER=512)
        self.assertGreater(len(small.having("buffer")), 3 * len(whole.having("buffer")))
        self.assertEqual(small.kernels(), whole.kernels())
        split = self.run_parts("fifo", "graph", split=1)
        last = split.all.index(split.having("buffer")[0])
        self.assertEqual([line for line in split.all[:last] if line.get("record") == "kernel"], [])
        self.assertEqual(split.kernels(), whole.kernels())

    def test_a_forced_flush_ends_what_runs(self):
        self.assertEqual([line["end"] for line in self.run_parts("running").kernels()], [0])

    def test_somebody_else_has_subscribed(self):
        lines = self.run_parts("fifo", busy=1, failing={"subscribe"})
        self.assertEqual((lines.value("result"), lines.having("entered")), (39, []))
        self.assertEqual(len(lines.kernels()), 3, "records need no subscriber")

    def test_no_permission(self):
        lines = self.run_parts("fifo", no_permission=1, failing={"enable"})
        self.assertEqual((lines.value("result"), lines.having("record")), (35, []))

    def test_older_and_newer_layouts(self):
        now = self.run_parts("fifo")
        size = now.kernels()[0]["stride"]
        for stride in (200, 208, size + 24):
            lines = self.run_parts("fifo", stride_kernel=stride, stride_memcpy=88)
            self.assertEqual([line | {"stride": size} for line in lines.kernels()], now.kernels())
            self.assertEqual({line["stride"] for line in lines.kernels()}, {stride})

    def test_no_driver(self):
        lines = Lines("fifo", no_driver=1)
        self.assertEqual([(line["failed"], line["result"]) for line in lines.having("failed")],
                         [("init", 100), ("malloc", 35)])

    def test_nvml_missing_or_split(self):
        self.assertEqual(self.nvml("print(nvml.nvmlInit_v2())", no_nvml=1), "9")
        self.assertEqual(self.nvml("print(nvml.nvmlDeviceGetUtilizationRates(1, out), nvml.nvmlDeviceGetMigMode(1, out, out))",
                                   mig=1), "3 0")
        self.assertEqual(self.nvml("print(nvml)", without=("nvml",)), "no file")

    def test_nvml_answers_in_another_process(self):
        with tempfile.TemporaryDirectory() as folder:
            board = {"PLAYED_BOARD": str(Path(folder) / "board"), "LD_LIBRARY_PATH": str(FIRST.folder)}
            with subprocess.Popen([FIRST.folder / "program", "hold"], env=os.environ | board, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True) as program:
                while "ready" not in program.stdout.readline():
                    pass
                said = self.nvml("""
                    import time
                    for _ in range(100):
                        nvml.nvmlDeviceGetUtilizationRates(1, out)
                        most = max(most, out[0])
                        time.sleep(0.005)
                    nvml.nvmlDeviceGetComputeRunningProcesses_v3(1, ctypes.byref(ctypes.c_uint(8)), infos)
                    print(most, *(info for info in infos[:2]))""", board=board["PLAYED_BOARD"])
                program.communicate("\n")
        most, pid, used = map(int, said.split())
        self.assertGreater(most, 50)
        self.assertEqual((pid, used), (program.pid, (520 << 20) + (1 << 20)), "a context, and what the program took")

    def nvml(self, text, without=(), **settings):
        """What a Python program prints that has NVML and nothing else of CUDA."""
        code = ("import ctypes, sys\nout = (ctypes.c_uint * 2)()\ninfos = (ctypes.c_ulonglong * 24)()\nmost = 0\n"
                "try: nvml = ctypes.CDLL('libnvidia-ml.so.1')\nexcept OSError: print('no file'); sys.exit()\n" +
                textwrap.dedent(text))
        variables = os.environ | {"LD_LIBRARY_PATH": build.environment(FIRST, without)["LD_LIBRARY_PATH"]}
        variables |= {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
        return subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True, check=True).stdout.strip()


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Torch(unittest.TestCase):
    """PyTorch's own wheels; Kineto is the oracle: it sees what it would see of a real device."""

    def run_program(self, cuda, program, without=(), **settings):
        build.Builder(cuda).build()
        variables = os.environ | build.environment(cuda, without)
        variables |= {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
        result = subprocess.run([cuda.python, HERE / "programs" / program], env=variables, capture_output=True, text=True,
                                timeout=300, check=False)
        self.assertEqual(result.returncode, 0, result.stderr[-4000:])
        self.assertNotIn("is not played", result.stderr)
        return result.stdout

    def test_a_transformer_trains_and_profiles_itself(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                seen = json.loads(self.run_program(cuda, "trained.py"))
                self.assertEqual(seen["device"], "Played H100")
                nothing = ("unlinked", "before their call", "without an operator", "overlaps in a stream")
                self.assertEqual({name: seen[name] for name in nothing}, dict.fromkeys(nothing, 0))
                self.assertEqual(seen["kernels launched alone"], seen["launches"])
                self.assertGreater(seen["launches"], 200)
                self.assertEqual((len(seen["replays"]), len(set(seen["replays"]))), (100, 1))
                self.assertGreater(seen["replays"][0], 10)
                self.assertEqual(seen["streams"], 2)
                for kind in ("gemm", "flash_fwd", "flash_bwd", "elementwise", "reduce"):
                    self.assertTrue([name for name in seen["names"] if kind in name], kind)

    def test_kineto_sees_the_faults(self):
        seen = json.loads(self.run_program(WHEELS[0], "trained.py", zero_with_clock=1))
        self.assertEqual(seen["work"], {}, "it skips work without times")

    def test_without_a_driver_torch_has_no_cuda(self):
        self.assertEqual(self.run_program(WHEELS[0], "available.py", without=("cuda", "nvml")), "False 0\n")

    def test_what_cuda_refuses(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                self.assertEqual(self.run_program(cuda, "limits.py", devices=2).splitlines(),
                                 ["out of memory", "peer copy", "fork refused"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
