#!/usr/bin/env python3
"""The probe's CUPTI source: programs on the played GPU as the recorder records them. Skips, and says why, where there are no
headers."""
import json
import os
import re
import signal
import subprocess
import unittest
from collections import Counter
from pathlib import Path

import build
import call_ids
from recorded import Session

PROBE = build.BUILD.parent / "lib/lanescope/boot/lanescope_probe/liblanescope_probe.so"
HERE = Path(__file__).resolve().parent
FOUND = build.installed()
FIRST = FOUND[0] if FOUND else None
WHEELS = [cuda for cuda in FOUND if cuda.python]
MS = 1_000_000
MB = 1 << 20


class Native(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        build.Builder(FIRST).build()

    def record(self, *parts, code=0, **settings):
        return Session(FIRST, [FIRST.folder / "program", *parts], code, **settings)


@unittest.skipUnless(FOUND, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class Recorded(Native):
    """A program without Python, which the driver tells us of."""

    def own(self, *parts):
        """What the program sees of itself through CUPTI, with the same times."""
        variables = os.environ | {"LD_LIBRARY_PATH": str(FIRST.folder), "PLAYED_NOISE_PERCENT": "0"}
        return self.lines(subprocess.run([FIRST.folder / "program", *parts], env=variables, capture_output=True, text=True,
                                         timeout=60, check=True).stdout)

    @staticmethod
    def lines(text):
        return [json.loads(line.replace(", }", "}")) for line in text.splitlines()]

    def test_what_the_program_sees_of_itself_is_recorded(self):
        parts = ("fifo", "events", "graph", "many")
        session, own = self.record(*parts), self.own(*parts)
        self.assertEqual((session.reason, session.info["lost"]), ("", 0))
        records = [line for line in own if "record" in line]

        def named(*kinds):
            return [line for line in records if line["record"] in kinds]
        self.assertEqual(session.durations(), Counter((line["name"], round((line["end"] - line["start"]) / MS, 2))
                                                      for line in named("kernel")))
        self.assertEqual(Counter(event["args"]["bytes"] for event in session.of("gpu_memcpy", "gpu_memset")),
                         Counter(line["bytes"] for line in named("memcpy", "memset")))
        calls = Counter(re.sub(r"_v\d{4,}$", "", line["name"]) for line in named("runtime", "driver") if call_ids.is_shown(line["name"]))
        self.assertEqual(Counter(call["name"] for call in session.calls()), calls)
        # Who asks whether work is over, and it is not, waits for nothing.
        asked = [call for call in session.calls() if call["name"] == "cudaStreamQuery" and call["args"].get("result")]
        self.assertEqual(len(asked), 1)
        self.assertEqual(len(session.of("cuda_sync")), len(named("synchronization")) - len(asked))
        # Rows of waits have numbers that are nobody's.
        self.assertRegex(session.summary, r"GPU 0/stream \d+ \(sync\) ")
        self.assertRegex(session.summary, r"GPU 0/Waits ")
        self.assertNotRegex(session.summary, r"GPU 0/-?\d")
        device, = json.loads(session.info["properties"]["deviceProperties"])
        self.assertEqual((device["name"], device["numSms"], device["uuid"][:12]), ("Played H100", 132, "GPU-50505050"))
        # Nobody shall take it for a real one.
        self.assertEqual((device["played"], session.diagnostics["played-device"]["count"]), (1, 1))

    def test_a_program_that_profiles_itself_sees_the_same(self):
        parts = ("fifo", "events", "graph", "many")
        session = Session(FIRST, ["env", "-u", "PROGRAM_UNPROFILED", FIRST.folder / "program", *parts])
        self.assertEqual((session.reason, session.info["lost"]), ("", 0))
        alone, beside = self.own(*parts), self.lines(session.stdout)
        # Devices and contexts are told once; what flushing costs is the flushes' matter.
        told = ("device", "context", "overhead")

        def counted(lines):
            return Counter((line.get("record"), line.get("name"), line.get("entered"), "created" in line, "cloned" in line)
                           for line in lines if "buffer" not in line and line.get("record") not in told)
        self.assertEqual(counted(beside), counted(alone))
        mine = {kernel["args"]["correlation"]: kernel["dur"] for kernel in session.kernels() if "graph node id" not in kernel["args"]}
        kernels = [line for line in beside if line.get("record") == "kernel" and line["node"] == 0]
        self.assertEqual(len(kernels), len(mine))
        for kernel in kernels:
            self.assertLess(abs(kernel["end"] - kernel["start"] - mine[kernel["correlation"]] * 1000), 40, "ns of 3 ms")

    def test_work_is_tied_to_its_call(self):
        session = self.record("fifo", "graph")
        calls = {call["args"]["correlation"]: call["name"] for call in session.calls()}
        work = session.of("kernel", "gpu_memcpy", "gpu_memset")
        self.assertEqual({calls[event["args"]["correlation"]] for event in work if "graph node id" in event["args"]},
                         {"cudaGraphLaunch"})
        self.assertEqual(len([event for event in work if "graph node id" in event["args"]]), 8)
        self.assertEqual({calls[kernel["args"]["correlation"]] for kernel in session.kernels()},
                         {"cudaLaunchKernel", "cuLaunchKernel", "cudaGraphLaunch"})

    def test_a_launch_makes_two_records(self):
        session = Session(FIRST, ["env", "PROGRAM_LAUNCHES=20000", "PROGRAM_PER_SECOND=1000000", FIRST.folder / "program", "flood"], events=False)
        self.assertEqual((session.info["lost"], session.calls_of), (0, {"third": 20_000}))
        self.assertLessEqual(session.info["slices"], 2.05 * 20_000)

    def test_polls_make_no_waits(self):
        session = self.record("polls")
        self.assertEqual((session.reason, session.info["lost"]), ("", 0))
        self.assertLess(len(session.of("cuda_sync")), 10)
        polls = [call for call in session.calls() if call["name"] == "cudaStreamQuery" and call["args"].get("result")]
        asked = sum(call["args"]["calls"] for call in polls)
        self.assertGreater(asked, 50, "in 3 ms")
        self.assertLess(len(polls), asked / 5)
        self.assertEqual(len([call for call in session.calls() if call["name"] == "cudaStreamQuery" and not call["args"].get("result")]), 1)

    def test_who_comes_late_knows_its_devices(self):
        for settings in ({}, {"no_dump": 1}):
            with self.subTest(**settings):
                session = Session(FIRST, ["env", f"PROGRAM_INJECTS={PROBE}", "CUDA_INJECTION64_PATH=", FIRST.folder / "program", "many", "inject", "many"],
                                  devices=2, **settings)
                self.assertEqual(session.reason, "")
                self.assertEqual(len(session.kernels()), 100)
                devices = {device["id"]: device for device in json.loads(session.info["properties"]["deviceProperties"])}
                self.assertEqual([devices[number]["uuid"][:12] for number in (0, 1)], ["GPU-50505050", "GPU-51515151"])
                self.assertEqual((devices[0]["name"], devices[0]["numSms"]), ("Played H100", 132))
                self.assertEqual("links" in devices[0], not settings)
                self.assertTrue(all("occupancy" in str(kernel["args"]) for kernel in session.kernels()))

    def test_two_devices(self):
        session = self.record("devices", devices=2)
        self.assertEqual({event["args"]["device"] for event in session.kernels()}, {1})
        self.assertEqual(len(session.of("gpu_memcpy")), 1)
        links = {device["id"]: device["links"] for device in json.loads(session.info["properties"]["deviceProperties"])}
        self.assertEqual(links, {0: "NVLink 4 x18 to GPU 1 by a switch, 450 GB/s", 1: "NVLink 4 x18 to GPU 0 by a switch, 450 GB/s"})

    def test_what_the_driver_compiles_stands_in_the_call_that_waits_for_it(self):
        own = [line for line in self.own("fifo") if line.get("record") == "compilation"]
        for bytes_of_record in (0, 64):  # 64: before CUPTI named threads
            with self.subTest(bytes_of_record):
                session = self.record("fifo", stride_jit=bytes_of_record, compile_ns=5 * MS)
                compilations = session.of("cuda_jit")
                self.assertEqual([event["name"] for event in sorted(compilations, key=lambda event: event["ts"])],
                                 [f"Driver Compiler ({step})" for step in ("PTX to machine code", "store in the cache", "load from the cache")])
                self.assertEqual(len(own), len(compilations))
                calls = {call["args"]["correlation"]: call for call in session.calls()}
                for event in compilations:
                    call = calls[event["args"]["correlation"]]
                    self.assertIn(call["name"], ("cudaLibraryLoadData", "cuModuleLoadData"))
                    self.assertEqual((call["pid"], call["tid"]), (event["pid"], event["tid"]))
                    self.assertLessEqual(call["ts"], event["ts"])
                    self.assertLessEqual(event["ts"] + event["dur"], call["ts"] + call["dur"])
                self.assertGreaterEqual(max(event["dur"] for event in compilations), 5_000, "us")
                self.assertEqual((session.reason, session.info["lost"]), ("", 0))

    def test_calls_say_what_they_did_to_memory_and_pools(self):
        session = self.record("pools")
        self.assertEqual((session.reason, session.info["lost"]), ("", 0))

        def of(name):
            return [call["args"] for call in session.calls() if call["name"] == name]
        first, = of("cudaMallocAsync")
        self.assertEqual((first["bytes"], first["memory operation"], first["memory kind"]), (MB, "allocated", "Device"))
        self.assertEqual((first["bytes of the pool"], first["bytes in use of the pool"]), (2 * MB, MB))
        made, = of("cudaMemPoolCreate")
        taken, = of("cudaMallocFromPoolAsync")
        trimmed, = of("cudaMemPoolTrimTo")
        destroyed, = of("cudaMemPoolDestroy")
        self.assertEqual({call["memory pool"] for call in (taken, trimmed, destroyed)}, {made["memory pool"]})
        self.assertNotEqual(first["memory pool"], made["memory pool"])
        self.assertEqual((taken["bytes"], taken["bytes of the pool"], taken["bytes in use of the pool"]), (3 * MB, 4 * MB, 3 * MB))
        self.assertEqual([call["pool operation"] for call in (made, trimmed, destroyed)], ["made", "trimmed", "destroyed"])
        self.assertEqual((trimmed["bytes of the pool"], trimmed["bytes to keep"]), (MB, MB))
        self.assertEqual([call["memory operation"] for call in of("cudaFreeAsync")], ["freed", "freed"])
        plain = of("cudaMalloc")[0]
        self.assertEqual(plain["bytes"], MB)
        self.assertNotIn("memory pool", plain)

    def test_a_library_that_knows_fewer_kinds_is_as_it_should_be(self):
        session = self.record("fifo", "pools", devices=2, stride_jit=-1, stride_pool=-1, stride_link=-1)
        self.assertEqual((session.reason, session.info["lost"], session.of("cuda_jit")), ("", 0, []))
        self.assertNotIn("links", session.info["properties"]["deviceProperties"])
        self.assertEqual([call for call in session.calls() if "pool operation" in call["args"]], [])

    def test_a_child_of_a_program_with_cuda_is_left_alone(self):
        session = self.record("forked")
        self.assertEqual(session.durations(), Counter({("first", 3.0): 200}))
        self.assertNotIn("failed", session.stdout)

    def test_threads_may_launch_while_the_program_ends(self):
        session = self.record("threads")
        self.assertGreaterEqual(len(session.kernels()), 2000)

    def test_two_hundred_threads_at_once_have_a_buffer_each(self):
        session = self.record("crowds")
        self.assertEqual((session.info["lost"], session.reason, len(session.kernels())), (0, "", 20_000))
        launches = Counter(call["tid"] for call in session.calls() if call["name"] == "cudaLaunchKernel")
        self.assertEqual(launches.most_common(200)[-1][1], 100)
        self.assertEqual(len(launches), 200)

    def test_threads_that_launch_as_fast_as_they_can_keep_the_program_small(self):
        session = Session(FIRST, ["env", "PROGRAM_THREADS=4", "PROGRAM_LAUNCHES=50000", FIRST.folder / "program", "crowds"], events=False)
        self.assertEqual((session.info["lost"], session.reason, session.calls_of), (0, "", {"third": 200_000}))
        grown = next(line["grown"] for line in self.lines(session.stdout) if "grown" in line)
        self.assertLess(grown, 32 * MB, "with all that the played CUPTI keeps itself")

    def check_endless(self, session, launched):
        self.assertEqual((session.reason, session.diagnostics.get("late-slice")), ("", None))
        self.assertEqual([name for name in session.rows.values() if "(late)" in name], [])
        # A graph's kernels aside, each has the call that launched it.
        kernels = [kernel for kernel in session.kernels() if kernel["name"] == "third"]
        calls = {call["args"]["correlation"] for call in session.calls() if call["name"] == "cudaLaunchKernel"}
        self.assertLessEqual(len(kernels), launched)
        self.assertEqual([kernel for kernel in kernels if kernel["args"]["correlation"] not in calls], [])
        self.assertNotIn("work-without-launch", session.diagnostics)
        return len(kernels)

    def test_nothing_comes_late_while_a_kernel_runs_all_the_time(self):
        for milliseconds, code, dies in ((3_000, 0, ""), (2_000, -signal.SIGKILL, "PROGRAM_DIES=1")):
            with self.subTest(dies):
                session = Session(FIRST, ["env", f"PROGRAM_MS={milliseconds}", *filter(None, [dies]), FIRST.folder / "program", "endless"],
                                  code)
                launched, = (line["launched"] for line in self.lines(session.stdout) if "launched" in line)
                kernels = self.check_endless(session, launched)
                # Neither end waits for what runs, nor is a handler called. What is missing is counted.
                missing = session.diagnostics["device-end-missing"]
                self.assertGreaterEqual(kernels + missing["count"], launched)
                # A turn of 250 ms as a rule; more where the machine is busy.
                self.assertLess(float(re.search(r"its last ([\d.]+) s", missing["message"])[1]), 1)

    def flood(self, part, launches, per_second, **settings):
        """Of millions of kernels, and what the program has grown by meanwhile."""
        session = Session(FIRST, ["env", f"PROGRAM_LAUNCHES={launches}", f"PROGRAM_PER_SECOND={per_second}",
                                  FIRST.folder / "program", part], events=False, **settings)
        grown = next(line["grown"] for line in self.lines(session.stdout) if "grown" in line)
        self.assertLess(grown, 32 * MB, "with all that the played CUPTI keeps itself")
        return session

    def test_a_million_launches_in_ten_seconds_lose_nothing(self):
        session = self.flood("flood", 1_000_000, 100_000)
        self.assertEqual((session.info["lost"], session.reason, session.calls_of), (0, "", {"third": 1_000_000}))
        self.assertNotIn("work-without-launch", session.diagnostics)

    @unittest.skipIf(os.environ.get("LANESCOPE_SANITIZE"), "a recorder under a sanitizer falls behind")
    def test_replays_of_graphs_by_the_million_lose_nothing(self):
        session = self.flood("replays", 2_000_000, 250_000)
        self.assertEqual((session.info["lost"], session.reason, session.calls_of), (0, "", {"third": 2_000_000}))

    def test_a_program_that_recording_slows_down_is_recorded_in_less_detail(self):
        session = Session(FIRST, ["env", "PROGRAM_SECONDS=120", FIRST.folder / "program", "captures"], node_id_ns=50_000)
        for less in ("calls of the CUDA runtime and driver are not recorded", "recorded without the operator and line"):
            self.assertIn(less, session.reason)
        self.assertIn("because recording took more than a tenth of a thread's time", session.reason)
        self.assertNotIn("one piece of work", session.reason)
        # What follows has kernels, and no calls.
        self.assertEqual(session.durations()[("first", 3.0)], 100)
        self.assertEqual([call for call in session.calls() if call["name"] == "cudaDeviceSynchronize"], [])
        self.assertEqual(session.diagnostics["capture-fallback"]["severity"], "warning")

    def test_a_program_that_makes_more_than_can_be_taken_is_recorded_in_less_detail(self):
        # Where CUPTI hands buffers over when a kind is enabled, nobody may hold what reading them needs.
        session = Session(FIRST, ["env", "PROGRAM_LAUNCHES=20000", "PROGRAM_PER_SECOND=1000", FIRST.folder / "program", "flood",
                                  "graph"], drop_every=7, enable_delivers=1)
        self.assertIn("each replay of a CUDA graph is recorded as one piece of work", session.reason)
        self.assertIn("because records were lost for seconds on end", session.reason)
        self.assertGreaterEqual(Counter(kernel["name"] for kernel in session.kernels())["CUDA graph"], 1, "of two")
        self.assertEqual([kernel for kernel in session.kernels() if "graph node id" in kernel["args"]], [])

    def test_what_finds_no_buffer_is_counted_to_the_record(self):
        # Each launch makes two records. All that the program does besides makes less than a hundred. No kernel's record is complete
        # before the end, so that all buffers are withheld: small ones, of which a few thousand launches take all.
        session = self.flood("flood", 10_000, 10**9, hold_kb=1, late_ns=60_000 * MS)
        counts = {kind: entry["count"] for kind, entry in session.diagnostics.items()}
        self.assertGreater(counts["device-records-dropped"], 0)
        lost = sum(count for kind, count in counts.items() if kind.startswith("device-records") or kind == "device-times-missing")
        kept = session.info["slices"] - session.info["categories"].get("overhead", {"count": 0})["count"]  # what flushing costs comes besides
        self.assertTrue(0 <= kept + lost - 20_000 < 100, (session.info, lost))

    def test_what_has_been_flushed_survives_any_end(self):
        for part, code in (("leave", 0), ("die", 128 + signal.SIGKILL)):
            with self.subTest(part):
                # 750 ms of work: of the last quarter of a second nobody knows.
                session = self.record(part, code=code if part == "leave" else -signal.SIGKILL)
                self.assertGreaterEqual(len(session.kernels()), 200)


@unittest.skipUnless(FOUND, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class Faults(Native):
    """The program is unharmed, what is lost is counted, and the reason stands there."""

    def test_whoever_refuses_is_named(self):
        for setting, reason in (("busy", "another profiler holds CUPTI (result 39)"),
                                ("no_permission", "for administrators only")):
            with self.subTest(setting):
                session = self.record("many", **{setting: 1})
                self.assertEqual(session.kernels(), [])
                self.assertIn("GPU work is not recorded: ", session.reason)
                self.assertIn(reason, session.reason)

    def test_without_a_driver_nothing_is_touched(self):
        session = self.record("many", no_driver=1)
        self.assertEqual((session.kernels(), session.reason), ([], ""))

    def test_layouts_of_other_versions(self):
        for stride, nodes in ((144, False), (208, True), (480, True)):
            with self.subTest(stride):
                session = self.record("many", "graph", stride_kernel=stride)
                alone = [kernel for kernel in session.kernels() if "graph node id" not in kernel["args"]]
                self.assertEqual(Counter(kernel["name"] for kernel in alone)["first"], 100)
                # Where nodes cannot be told apart, each replay is one piece of work.
                self.assertEqual((len(alone), len(session.kernels())), (100, 104) if nodes else (102, 102))
        session = self.record("many", stride_kernel=64)
        self.assertIn("Records of kernels are left out: this libcupti's have 64 bytes, 144 are needed", session.reason)
        self.assertEqual(len([call for call in session.calls() if call["name"] == "cudaLaunchKernel"]), 100)

    def test_records_that_are_lost_are_counted(self):
        session = self.record("many", drop_every=7)
        self.assertEqual(len(session.kernels()), 86)
        self.assertEqual(sum(entry["count"] for entry in session.diagnostics.values() if "drop" in entry["kind"]), 14)

    def test_times_that_cannot_be_do_no_harm(self):
        for setting in ({"zero_every": 10}, {"reverse_next": 10}, {"pool_records": 50}):
            with self.subTest(setting):
                session = self.record("many", **setting)
                whole = session.durations()[("first", 3.0)]
                if "pool_records" in setting:  # how many are under way at once is the machine's to say
                    self.assertTrue(50 <= whole < 100, whole)
                else:
                    self.assertEqual(whole, 90)
                self.assertEqual(session.diagnostics["device-times-missing"]["count"], 100 - whole)

    def test_records_that_come_late_are_there_or_counted(self):
        session = self.record("many", "many", "many", late_ns=100 * MS)
        lost = session.diagnostics["device-times-missing"]["count"]
        self.assertEqual((len(session.kernels()) + lost, session.reason), (300, ""))
        self.assertGreaterEqual(len(session.kernels()), 200, "of 450 ms of work all but what the last 100 had")

    def test_a_device_that_is_split_is_recorded(self):
        session = self.record("many", mig=1)
        self.assertEqual((session.durations(), session.info["lost"], session.reason), (Counter({("first", 3.0): 100}), 0, ""))

    def test_records_in_another_order_or_in_buffers_of_their_own(self):
        for setting in ({"split": 1}, {"shuffle_ns": 20 * MS}):
            with self.subTest(setting):
                session = self.record("many", "many", **setting)
                self.assertGreaterEqual(session.durations()[("first", 3.0)], 150)
                self.assertEqual(len(session.kernels()) + session.info["lost"], 200)


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class Torch(unittest.TestCase):
    """PyTorch's own wheels. torch.profiler is the oracle: a run under it sees the same work."""

    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()

    def seen_by_torch(self, cuda):
        variables = os.environ | build.environment(cuda) | {"PLAYED_NOISE_PERCENT": "0"}
        result = subprocess.run([cuda.python, HERE / "programs/trained.py"], env=variables, capture_output=True, text=True,
                                timeout=300, check=True)
        return json.loads(result.stdout.splitlines()[-1])

    def test_what_torch_profiles_is_recorded(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                seen = self.seen_by_torch(cuda)
                session = Session(cuda, [cuda.python, HERE / "programs/trained.py", "unprofiled"])
                self.assertEqual((session.reason, session.info["lost"]), ("", 0))
                measured = next(event for event in session.slices if event["name"] == "measured")
                calls = {call["args"]["correlation"]: call for call in session.calls()
                         if measured["ts"] <= call["ts"] < measured["ts"] + measured["dur"]}
                work = [event for event in session.of("kernel", "gpu_memcpy", "gpu_memset")
                        if event["args"]["correlation"] in calls]
                self.assertEqual(Counter(event["cat"] for event in work), Counter(seen["work"]))
                kernels = [event for event in work if event["cat"] == "kernel"]
                self.assertEqual(Counter(event["name"] for event in kernels), Counter(seen["kernels"]))
                self.assertAlmostEqual(sum(event["dur"] for event in kernels) * 1000 / seen["kernel ns"], 1, places=4)
                launched = Counter(call["name"] for call in calls.values() if "Launch" in call["name"])
                self.assertEqual(launched, Counter({name: count for name, count in seen["calls"].items() if "Launch" in name}))
                self.assertLessEqual({"cudaStreamIsCapturing", "cudaDeviceGetAttribute", "cudaPointerGetAttributes"}, set(seen["calls"]))
                self.assertEqual({call["name"] for call in session.calls() if not call_ids.is_shown(call["name"])}, set())
                self.check_origins(session, measured, calls.values(), kernels)

    def check_origins(self, session, measured, calls, kernels):
        mine = [call for call in calls if call["tid"] == measured["tid"] and "Launch" in call["name"]]
        self.assertGreater(len(mine), 200)
        self.assertEqual([call for call in mine if "trained.py" not in call["args"].get("Call stack", "")], [])
        # What is replayed shows the line that was captured; backward work, captured where no Python runs, its forward operator's.
        replayed = [kernel["args"].get("Call stack", "") for kernel in kernels if "graph node id" in kernel["args"]]
        self.assertEqual({"): captured" in stack for stack in replayed}, {True})
        self.assertGreaterEqual(len(replayed), 1_000)
        # torch's own allocator of the device, one whole life for each block that was given back.
        cuda = Counter((event["Bytes"] > 0) for event in session.memory if (event["Device Type"], event["Device Id"]) == (1, 0))
        self.assertGreater(cuda[True], 500)
        self.assertGreaterEqual(cuda[True], cuda[False])

    def test_torch_tells_of_cuda_where_the_driver_loads_another_library(self):
        cuda = WHEELS[0]
        session = Session(cuda, ["env", "CUDA_INJECTION64_PATH=libm.so.6", cuda.python, HERE / "programs/trained.py", "unprofiled"])
        self.assertEqual(session.reason, "")
        self.assertGreater(len(session.kernels()), 2000)


if __name__ == "__main__":
    unittest.main(verbosity=2)
