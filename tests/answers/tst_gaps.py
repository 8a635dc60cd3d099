"""lanescope overview --gaps on sessions whose answers are known: every cause alone and mixed, exact to the nanosecond."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from gap_sessions import CAUSES, GapSession, StreamSession
from kineto import DEVICE, HOST, Kineto

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"


class Gaps(unittest.TestCase):
    maxDiff = 3000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def overview(self, session, *options, most=0):
        path = session.write(self.folder / "session.json")
        done = subprocess.run([PROGRAM, "overview", path, "--gaps", str(most), "--format", "json", *options],
                              capture_output=True, text=True, check=True)
        overview = json.loads(done.stdout)
        self.check_sums(overview, most)
        return overview

    def check_sums(self, overview, most):
        """What holds of every answer: stretches without holes that sum to their gap, and causes that sum to each device's."""
        for gap in overview["gaps"]:
            at = gap["start_ns"]
            for stretch in gap["causes"]:
                self.assertEqual(stretch["start_ns"], at)
                at = stretch["end_ns"]
                self.assertEqual(stretch["ns"], stretch["end_ns"] - stretch["start_ns"])
                self.assertGreater(stretch["ns"], 0)
                self.assertIn(stretch["cause"], CAUSES)
                self.assertTrue(0 <= stretch["confidence"] <= 1)
                self.assertEqual(stretch["cause"] == "unknown", stretch["confidence"] == 0)
            self.assertEqual(at, gap["start_ns"] + gap["range_ns"])
        for number, device in overview["devices"].items():
            self.assertEqual(list(device["by_cause"]), CAUSES)
            if most == 0:
                own = [g for g in overview["gaps"] if g["stream"] is None and str(g["device"]) == number]
                sums = Counter()
                for gap in own:
                    sums.update(self.sums(gap))
                self.assertEqual({k: v for k, v in device["by_cause"].items() if v}, dict(sums))

    @staticmethod
    def sums(gap):
        sums = Counter()
        for stretch in gap["causes"]:
            sums[stretch["cause"]] += stretch["ns"]
        return sums

    def find(self, overview, begin, stream):
        found = [g for g in overview["gaps"] if g["start_ns"] == begin and g["stream"] == stream]
        self.assertEqual(len(found), 1, f"gaps of stream {stream} at {begin}")
        return found[0]

    def check_session(self, session):
        overview = self.overview(session)
        total = Counter()
        for begin, end, expected in session.expected:
            for stream in ("7", None):
                gap = self.find(overview, begin, stream)
                self.assertEqual(gap["start_ns"] + gap["range_ns"], end)
                self.assertEqual(dict(self.sums(gap)), dict(expected))
            total.update(expected)
        self.assertEqual({k: v for k, v in overview["devices"]["0"]["by_cause"].items() if v}, dict(total))
        return overview

    def test_every_cause_of_the_host_alone(self):
        for seed in range(6):
            for cause in GapSession.HOST_CAUSES:
                with self.subTest(cause=cause, seed=seed):
                    session = GapSession(seed)
                    session.gap([(cause, 300_000)])
                    overview = self.check_session(session)
                    self.assertGreaterEqual(self.find(overview, session.expected[0][0], None)["causes"][0]["confidence"], 0.5)

    def test_every_end_alone(self):
        for end in ("launch_bound", "graph_launch", "copy", "unknown"):
            with self.subTest(end=end):
                session = GapSession(1)
                session.gap([("launch_bound", 100_000)], end)
                self.check_session(session)

    def test_mixed(self):
        for seed in range(12):
            with self.subTest(seed=seed):
                session = GapSession(seed)
                for _ in range(20):
                    session.mixed()
                self.check_session(session)

    def test_from_the_return_of_a_blocking_call_it_is_launch_bound(self):
        session = GapSession(2)
        session.gap([("host_sync", 80_000)], after_sync=900_000)
        overview = self.check_session(session)
        stretches = self.find(overview, session.expected[0][0], "7")["causes"]
        self.assertEqual([s["cause"] for s in stretches], ["host_sync", "launch_bound"])
        self.assertIn("ynchronize", stretches[0]["slice"])

    def test_a_hole_in_the_record_is_not_known(self):
        session = Kineto()
        session.launched("a", 1_000_000, 1_010_000, 20_000)
        session.launched("b", 2_000_000, 2_009_000, 20_000)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual(dict(self.sums(gap)), {"unknown": 970_000, "launch_bound": 9_000})

    def test_work_that_was_queued_long_before_is_not_known(self):
        session = Kineto()
        session.launched("a", 1_000_000, 1_100_000, 20_000)
        session.launched("b", 1_010_000, 1_200_000, 20_000)
        gap = self.find(self.overview(session), 1_120_000, None)
        self.assertEqual(dict(self.sums(gap)), {"unknown": 80_000})

    def test_a_stream_that_waits_for_another_one(self):
        for collective in (True, False):
            for late in (0, 60_000):
                for record in (False, True):
                    with self.subTest(collective=collective, late=late, record=record):
                        session = StreamSession(collective, late=late, record=record)
                        overview = self.overview(session)
                        gap = self.find(overview, session.begin, "7")
                        self.assertEqual(gap["start_ns"] + gap["range_ns"], session.end)
                        self.assertEqual(self.sums(gap), session.expected)
                        self.assertEqual(gap["causes"][-1]["slice"][:4], "nccl" if collective else "side")
                        self.assertFalse([g for g in overview["gaps"] if g["stream"] is None], "something always ran")
                        sure = gap["causes"][-1]["confidence"]
                        self.assertGreater(sure, 0.9) if record else self.assertLess(sure, 0.9)

    def test_work_beside_a_gap_is_not_its_cause(self):
        """The host launches late while a collective runs on: without it, the stream would have stood as well."""
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.launched("ncclDevKernel_AllReduce", 1_005_000, 1_015_000, 900_000, 20)
        session.operator("aten::mm", 1_030_000, 200_000)
        session.launched("after", 1_220_000, 1_230_000, 20_000)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual(dict(self.sums(gap)), {"launch_bound": 200_000})

    def test_a_collective_that_another_thread_carries_out(self):
        """Gloo's: the thread that launches waits for it, without a record or in Python."""
        for how in ("nothing", "wait"):
            with self.subTest(how=how):
                session = Kineto()
                session.launched("before", 1_000_000, 1_010_000, 20_000)
                session.operator("c10d::allreduce_", 1_030_000, 20_000)
                session.annotation("gloo:all_reduce", 1_050_000, 500_000, thread=4900)
                if how == "wait":
                    session.function("train.py(3): step", 1_000_000, 600_000)
                    session.function("<built-in method wait of torch._C._distributed_c10d.Work object at 0x7f1c>", 1_050_000, 500_000)
                session.launched("after", 1_550_000, 1_559_000, 20_000)
                gap = self.find(self.overview(session), 1_030_000, "7")
                self.assertEqual([(s["cause"], s["ns"]) for s in gap["causes"]],
                                 [("launch_bound", 20_000), ("collective", 500_000), ("launch_bound", 9_000)])

    def test_a_process_that_does_not_run(self):
        """Our captures count what CPUs a process had, ten times a second; samples tell of the time until the next."""
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.function("train.py(3): poll", 900_000, 500_000_000)
        for at, share in ((500_000, 95.0), (100_500_000, 0.4), (200_500_000, 1.2), (300_500_000, 60.0), (400_500_000, 90.0)):
            session.events.append({"ph": "C", "name": "CPU", "pid": HOST, "ts": at / 1000, "args": {"%": share}})
        session.call("cudaStreamSynchronize", 250_000_000, 10_000_000)
        session.launched("after", 390_000_000, 390_009_000, 20_000)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual([(s["cause"], s["ns"]) for s in gap["causes"]], [
            ("launch_bound", 99_470_000), ("off_cpu", 149_500_000), ("host_sync", 10_000_000), ("off_cpu", 40_500_000),
            ("launch_bound", 89_509_000)])
        self.assertGreater(gap["causes"][1]["confidence"], 0.9)
        self.assertEqual(gap["causes"][1]["slice"], "train.py(3): poll")

    def test_a_state_that_what_the_thread_did_contradicts(self):
        """A look now and then takes what lasted longest for all: who did things meanwhile was on a CPU, but not in a long pause."""
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.function("train.py(3): poll", 900_000, 70_000_000)
        session.slice("Waiting for a lock", "thread_state", 2_000_000, 28_000_000, thread="4711 state")
        for at in range(3_000_000, 15_000_000, 1_000_000):
            session.operator("aten::add", at, 500_000)
        session.launched("after", 60_000_000, 60_009_000, 20_000)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual([(s["cause"], s["ns"]) for s in gap["causes"] if s["cause"] == "off_cpu"], [("off_cpu", 15_500_000)])

    def test_a_launching_thread_that_does_not_run(self):
        """Our captures have the states of threads: what the launching one waited for counts, not what its process did."""
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.function("train.py(3): poll", 900_000, 20_000_000)
        session.slice("Running", "thread_state", 500_000, 4_500_000, thread="4711 state")
        session.slice("Waiting for a lock", "thread_state", 5_000_000, 2_000_000, thread="4711 state")
        session.slice("Running", "thread_state", 7_000_000, 2_000_000, thread="4711 state")
        session.slice("Waiting for a CPU", "thread_state", 9_000_000, 500_000, thread="4711 state")
        session.slice("Running", "thread_state", 9_500_000, 9_000_000, thread="4711 state")
        session.slice("Sleeping", "thread_state", 500_000, 18_000_000, thread="4712 state")
        session.operator("aten::mm", 1_030_000, 10_000, thread=4712)
        session.call("cudaStreamSynchronize", 7_000_000, 500_000)
        for at, share in ((500_000, 0.0), (100_500_000, 0.4)):
            session.events.append({"ph": "C", "name": "CPU", "pid": HOST, "ts": at / 1000, "args": {"%": share}})
        session.launched("after", 10_000_000, 10_009_000, 20_000)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual([(s["cause"], s["ns"], s["slice"]) for s in gap["causes"]], [
            ("launch_bound", 3_970_000, "train.py(3): poll"), ("off_cpu", 2_000_000, "Waiting for a lock"),
            ("host_sync", 500_000, "cudaStreamSynchronize"), ("launch_bound", 1_500_000, "train.py(3): poll"),
            ("off_cpu", 500_000, "Waiting for a CPU"),
            ("launch_bound", 509_000, "train.py(3): poll")])

    def test_a_blocking_call_stands_whatever_it_waits_for(self):
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.launched("ncclDevKernel_AllReduce", 1_005_000, 1_015_000, 500_000, 20)
        session.call("cudaStreamSynchronize", 1_020_000, 500_000)
        session.operator("aten::mm", 1_520_000, 40_000)
        session.launched("after", 1_550_000, 1_560_000, 20_000)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual(dict(self.sums(gap)), {"host_sync": 490_000, "launch_bound": 40_000})

    def test_a_copy_waits_as_any_other_work(self):
        """A pageable copy whose call returned long before the gap ended: what its stream waited for is the cause, not the copy."""
        for kind in ("Pageable", "Pinned"):
            for name, cause in (("ncclDevKernel_AllReduce", "collective"), ("side_kernel", "other_stream")):
                with self.subTest(kind=kind, cause=cause):
                    session = Kineto()
                    session.launched("before", 1_000_000, 1_010_000, 20_000)
                    session.launched(name, 1_005_000, 1_015_000, 900_000, 20)
                    session.launched(f"Memcpy HtoD ({kind} -> Device)", 1_012_000, 1_916_500, 7_000, call="cudaMemcpyAsync",
                                     category="gpu_memcpy")
                    gap = self.find(self.overview(session), 1_030_000, "7")
                    self.assertEqual(dict(self.sums(gap)), {cause: 886_500})

    def test_a_copy_that_was_queued_long_before_is_not_known(self):
        for called in (1_005_000, 1_060_000):  # before the gap, and in it
            with self.subTest(called=called):
                session = Kineto()
                session.launched("before", 1_000_000, 1_010_000, 20_000)
                session.operator("aten::copy_", 1_030_000, called - 1_030_000 + 7_000) if called > 1_030_000 else None
                session.launched("Memcpy HtoD (Pageable -> Device)", called, 29_000_000, 7_000, call="cudaMemcpyAsync",
                                 category="gpu_memcpy")
                gap = self.find(self.overview(session), 1_030_000, "7")
                self.assertEqual((gap["causes"][-1]["cause"], gap["causes"][-1]["end_ns"]), ("unknown", 29_000_000))
                self.assertGreater(gap["causes"][-1]["ns"], 27_000_000)

    def test_a_copy_call_that_stands_until_all_is_copied_blocks_whatever_its_name(self):
        for call in ("hipMemcpyAsync", "cudaMemcpyAsync", "cudaMemcpy", "hipMemcpyWithStream"):
            for kind in ("Host", "Pinned", "Pageable"):
                with self.subTest(call=call, kind=kind):
                    session = Kineto()
                    session.launched("before", 1_000_000, 1_010_000, 20_000)
                    session.function("train.py(10): step", 900_000, 2_000_000)
                    session.launched(f"Memcpy HtoD ({kind} -> Device)", 1_040_000, 1_820_000, 5_000, call=call, call_length=800_000,
                                     category="gpu_memcpy")
                    gap = self.find(self.overview(session), 1_030_000, "7")
                    self.assertEqual(dict(self.sums(gap)), {"launch_bound": 10_000, "copy": 780_000})

    def test_an_asynchronous_copy_that_returns_at_once_is_a_launch(self):
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.operator("aten::copy_", 1_030_000, 50_000)
        session.launched("Memcpy HtoD (Pinned -> Device)", 1_070_000, 1_080_000, 500_000, call="cudaMemcpyAsync", category="gpu_memcpy")
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual(dict(self.sums(gap)), {"launch_bound": 50_000})

    def test_what_the_awaited_stream_waited_for(self):
        """The collective of another stream was itself launched late."""
        session = Kineto()
        session.launched("before", 1_000_000, 1_010_000, 20_000)
        session.launched("after", 1_005_000, 1_500_000, 20_000)  # launched at once, waits for the collective
        session.operator("aten::mm", 1_012_000, 190_000)
        session.launched("ncclDevKernel_AllReduce", 1_200_000, 1_210_000, 290_000, 20)
        session.launched("early", 900_000, 1_000_000, 5_000, 20)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual([(s["cause"], s["ns"]) for s in gap["causes"]], [("launch_bound", 180_000), ("collective", 290_000)])

    def test_another_thread_had_the_work(self):
        """Autograd's thread launches, but had nothing to do until the first one had loaded its data."""
        session = Kineto()
        session.launched("forward", 1_000_000, 1_010_000, 20_000)
        session.data_loading = session.annotation("enumerate(DataLoader)#_Iter.__next__", 1_020_000, 300_000)
        session.operator("autograd::engine::evaluate_function: MmBackward0", 1_330_000, 30_000, thread=4799)
        session.launched("backward", 1_340_000, 1_350_000, 20_000, thread=4799)
        gap = self.find(self.overview(session), 1_030_000, "7")
        sums = self.sums(gap)
        self.assertEqual(sums["data_loading"], 290_000)
        self.assertEqual(sums["launch_bound"], 30_000)
        self.assertLess(gap["causes"][0]["confidence"], 0.6)

    def test_ranges_and_waits_on_a_stream_are_no_work(self):
        session = GapSession(3)
        session.gap([("launch_bound", 200_000)])
        begin = session.expected[0][0]
        session.slice("ProfilerStep#1", "gpu_user_annotation", begin - 1_000, 150_000, 7, 0)
        session.slice("Stream Sync", "cuda_sync", begin + 10_000, 50_000, 7, 0, stream=7, device=0, wait_on_stream=-1)
        self.check_session(session)

    def test_collections_that_python_began_by_itself(self):
        """Torch 2.15 tells of them as Python functions without an id; one on any thread holds all of them up."""
        for thread in (4711, 4800):
            with self.subTest(thread=thread):
                session = Kineto()
                session.launched("before", 1_000_000, 1_010_000, 20_000)
                session.function("train.py(10): step", 900_000, 2_000_000)
                session.slice("Python GC", "python_function", 1_100_000, 300_000, thread=thread,
                              **{"Call stack": "train.py(10): step;", "Ev Idx": 7})
                session.launched("after", 1_500_000, 1_509_000, 20_000)
                gap = self.find(self.overview(session), 1_030_000, "7")
                self.assertEqual(dict(self.sums(gap)), {"launch_bound": 179_000, "gc": 300_000})

    def test_names_that_show_a_cause(self):
        calls = {name: "allocator" for name in ("hipHostFree", "cuMemMap", "cuMemSetAccess", "cuMemRelease", "cuMemAddressReserve")}
        calls["cudaMemcpyToSymbol"] = "copy"
        slices = [(name, "cuda_runtime", cause) for name, cause in calls.items()]
        slices += [("Driver Compiler (PTX to machine code)", "cuda_jit", "compile")]
        slices += [("enumerate(DataPipe)#MapperIterDataPipe", "user_annotation", "data_loading"),
                   ("torch/_inductor/codecache.py(100): load", "python_function", "compile"),
                   ("torch/_dynamo/convert_frame.py(1371): __call__", "python_function", "compile")]
        for name, category, cause in slices:
            with self.subTest(name=name):
                session = Kineto()
                session.launched("before", 1_000_000, 1_010_000, 20_000)
                session.slice(name, category, 1_030_000, 300_000)
                session.launched("after", 1_330_000, 1_339_000, 20_000)
                sums = self.sums(self.find(self.overview(session), 1_030_000, "7"))
                self.assertEqual(sums[cause], 300_000)

    def test_what_cupti_calls_overhead(self):
        causes = {"Runtime Triggered Module Loading": "compile", "Lazy Function Loading": "compile", "Driver Compiler": "compile",
                  "Command Buffer Full": "launch_bound", "Buffer Flush": "profiler", "Activity Buffer Request": "profiler",
                  "Resource": "profiler", "Instrumentation": "profiler"}
        for name, cause in causes.items():
            for process, thread in ((-1, 0), (4711, 4711)):
                with self.subTest(name=name, process=process):
                    session = Kineto()
                    session.launched("before", 1_000_000, 1_010_000, 20_000)
                    session.operator("aten::mm", 1_030_000, 1_100_000)
                    session.launched("after", 1_040_000, 2_050_000, 20_000, call_length=1_005_000)
                    session.slice(name, "overhead", 1_041_000, 1_000_000, process=process, thread=thread)
                    sums = self.sums(self.find(self.overview(session), 1_030_000, "7"))
                    self.assertEqual(max(sums, key=sums.get), cause)
                    self.assertEqual(sums[cause], 1_020_000 if cause == "launch_bound" else 1_000_000)

    def test_devices_are_apart_and_streams_united(self):
        session = Kineto()
        for device in (0, 1):
            session.work("a", 1_000_000, 100_000, 7, device=device)
            session.work("b", 1_050_000 + device * 100_000, 100_000, 20, device=device)
            session.work("c", 1_400_000, 10_000, 7, device=device)
        overview = self.overview(session)
        wholes = sorted((g["device"], g["start_ns"], g["range_ns"]) for g in overview["gaps"] if g["stream"] is None)
        self.assertEqual(wholes, [(0, 1_150_000, 250_000), (1, 1_100_000, 50_000), (1, 1_250_000, 150_000)])
        self.assertEqual(overview["devices"]["0"]["by_cause"]["unknown"], 250_000)
        self.assertEqual(overview["devices"]["1"]["by_cause"]["unknown"], 200_000)

    def test_a_device_whose_number_is_the_hosts_pid(self):
        sessions = [GapSession(6), GapSession(6)]
        for session in sessions:
            for _ in range(5):
                session.mixed()
        for event in sessions[1].events:
            event["pid"] = DEVICE if event["pid"] == HOST else event["pid"]
        apart, alike = (self.overview(session) for session in sessions)
        self.assertEqual(alike["devices"], apart["devices"])
        self.assertEqual(alike["gaps"], apart["gaps"])

    def test_gaps_of_several_ranks_say_whose_they_are(self):
        files = []
        for rank in (0, 1):
            session = GapSession(rank)
            session.gap([("launch_bound", 100_000 * (rank + 1))])
            files.append(session.write(self.folder / f"{rank}.json", distributedInfo={"rank": rank, "world_size": 2},
                                       host_name=f"node{rank}"))
        done = subprocess.run([PROGRAM, "overview", *files, "--gaps", "0", "--format", "json"], capture_output=True, text=True, check=True)
        answer = json.loads(done.stdout)
        for key, device in answer["devices"].items():
            own = [g for g in answer["gaps"] if g["stream"] is None and (g["device"], g["rank"]) == (0, device["rank"])]
            self.assertEqual(sum(g["range_ns"] for g in own), sum(device["by_cause"].values()), key)
            self.assertEqual({g["host"] for g in own}, {f"node{device['rank']}"})
        self.assertEqual([(s["rank"], s["host"]) for s in answer["streams"]], [(0, "node0"), (1, "node1")])

    def test_causes_of_a_device_do_not_depend_on_how_many_gaps_are_shown(self):
        session = GapSession(4)
        for _ in range(30):
            session.mixed()
        every = self.overview(session)["devices"]["0"]["by_cause"]
        for most in (1, 7, 1000):
            overview = self.overview(session, most=most)
            self.assertEqual(overview["devices"]["0"]["by_cause"], every)
            self.assertEqual(len(overview["gaps"]), min(most, 60))
            lengths = [gap["range_ns"] for gap in overview["gaps"]]
            self.assertEqual(lengths, sorted(lengths, reverse=True))

    def test_a_range_has_the_gaps_between_its_first_and_last_work(self):
        session = GapSession(5)
        for _ in range(30):
            session.mixed()
        draw = random.Random(5)
        for _ in range(20):
            begin, end = sorted(draw.randrange(session.expected[0][0], session.expected[-1][1]) for _ in range(2))
            inside = [e for e in session.expected if e[0] > begin and e[1] < end]
            overview = self.overview(session, "--range", f"{begin}..{end}")
            self.assertEqual(sorted(g["start_ns"] for g in overview["gaps"] if g["stream"] is None), [e[0] for e in inside])
            total = sum((e[2] for e in inside), Counter())
            self.assertEqual({k: v for k, v in overview["devices"]["0"]["by_cause"].items() if v}, dict(total))

    def test_arrows_are_not_needed(self):
        """Correlation alone ties a kernel to its call."""
        session = Kineto()
        session.launched("a", 1_000_000, 1_010_000, 20_000, arrow=False)
        session.operator("aten::mm", 1_020_000, 210_000)
        session.launched("b", 1_220_000, 1_230_000, 20_000, arrow=False)
        gap = self.find(self.overview(session), 1_030_000, "7")
        self.assertEqual(dict(self.sums(gap)), {"launch_bound": 200_000})
        self.assertEqual(gap["causes"][0]["slice"], "aten::mm")

    def test_the_table(self):
        session = GapSession(6)
        session.gap([("host_sync", 60_000), ("launch_bound", 31_000)])
        path = session.write(self.folder / "table.json")
        table = subprocess.run([PROGRAM, "overview", path, "--gaps", "0"], capture_output=True, text=True, check=True).stdout
        self.assertIn("host_sync 60 %, launch_bound 40 %", table)
        self.assertNotIn("the device", table)

    def test_idle_after_a_launch_without_work_is_not_known(self):
        """A graph of which nothing is recorded may have run all the time that the host waits for the device."""
        session = Kineto()
        session.launched("before", 1_000_000_000, 1_000_010_000, 50_000)
        for number in range(4):
            session.call("cudaGraphLaunch", 1_000_100_000 + 2_000_000 * number, 100_000)
            session.call("cudaStreamSynchronize", 1_000_250_000 + 2_000_000 * number, 1_700_000)
        session.launched("after", 1_009_000_000, 1_009_010_000, 50_000)
        (gap,) = [g for g in self.overview(session)["gaps"] if g["stream"] is None]
        self.assertEqual(self.sums(gap)["unknown"], 1_009_010_000 - 1_000_100_000)
        self.assertEqual(self.sums(gap)["host_sync"], 0)
        path = session.write(self.folder / "advised.json")
        done = subprocess.run([PROGRAM, "advice", path, "--format", "json"], capture_output=True, text=True, check=False)
        self.assertNotIn("sync", done.stdout)

if __name__ == "__main__":
    unittest.main()
