"""lanescope check: what is sound is called sound, everything that was planted is found, counted and placed."""
import gzip
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from gap_sessions import GapSession
from kineto import HOST, Kineto

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", Path(__file__).resolve().parents[3] / "shared/traces"))
KEYS = ["sound", "verdict", "records", "lost", "repaired", "unmatched", "cupti_dropped", "clock_error_ns", "overhead_ns",
        "overhead_per_step_ns", "recording_cost", "coverage", "entries"]
# What torch itself left behind in real traces: {kind: count}; {} elsewhere.
REAL = {
    "alexnet_train": {"arrow-without-end": 16, "arrow-without-start": 206},
    "diff_control": {"arrow-without-start": 15242},
    "gpu_only": {"arrow-without-start": 69},
    "h100_bert_small": {"arrow-without-end": 25, "arrow-without-start": 46},
    "h100_owlv2_large": {"arrow-without-end": 387, "arrow-without-start": 3740},
    "h100_timesformer": {"arrow-without-end": 4, "arrow-without-start": 391},
    "torch215_invalid_metadata": {"repaired-event": 6, "repaired-metadata": 1},
    "torch29_invalid_nan": {"non-finite-number": 18},
    "torch29_resnet_train": {"free-without-allocation": 4},
    **{name: {} for name in ("cpu_only", "ddp_rank0", "ddp_rank1", "torch215_compile", "torch215_gpt_train", "torch215_threads",
                             "torch29_ddp_gloo_rank0", "torch29_ddp_gloo_rank1")},
}


def run(path, *options):
    return subprocess.run([PROGRAM, "check", path, *options], capture_output=True, text=True)


class Check(unittest.TestCase):
    maxDiff = 2000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ask(self, path, code):
        done = run(path, "--format", "json")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual(list(answer), KEYS)
        self.assertEqual(answer["sound"], code == 0)
        self.assertEqual(answer["sound"], not any(e["fault"] for e in answer["entries"]))
        for entry in answer["entries"]:
            self.assertEqual(list(entry), ["group", "kind", "title", "count", "fault", "first", "meaning"])
            self.assertGreater(entry["count"], 0)
            self.assertTrue(entry["meaning"].endswith("."))
        self.assertEqual(self.issues(path), [(entry["kind"], entry["count"], "issue" if entry["fault"] else "note",
                                              entry["first"]["time_ns"], entry["meaning"]) for entry in answer["entries"]])
        return answer

    def issues(self, path):
        """The same as a table of its own, which Python, SQL and the window read."""
        out = subprocess.run([PROGRAM, "stats", path, "--by", "issue", "--format", "json"], capture_output=True, check=True).stdout
        return [(row["kind"], row["count"], row["fault"], row["start_ns"], row["meaning"]) for row in json.loads(out)]

    def planted(self, session, kind, count, code=1):
        """The entry of a session in which nothing else is wrong."""
        answer = self.ask(session.write(self.folder / "planted.json"), code)
        self.assertEqual([(e["kind"], e["count"]) for e in answer["entries"]], [(kind, count)])
        return answer["entries"][0]

    def sound_session(self):
        session = GapSession(1)
        for _ in range(5):
            session.mixed()
        return session

    def test_a_sound_session(self):
        answer = self.ask(self.sound_session().write(self.folder / "sound.json"), 0)
        self.assertEqual(answer["entries"], [])
        coverage = answer["coverage"]
        self.assertEqual((coverage["kernels"], coverage["launch"]), (6, 6))
        self.assertEqual(answer["lost"], None)
        self.assertIn("OK", run(self.folder / "sound.json").stdout)

    def test_cut_files(self):
        whole = Path(self.sound_session().write(self.folder / "whole.json")).read_bytes()
        lanes = self.folder / "whole.lanes"
        subprocess.run([PROGRAM, "convert", self.folder / "whole.json", lanes], check=True, capture_output=True)
        self.ask(lanes, 0)
        packed = gzip.compress(whole)
        for name, data in (("a.json", whole), ("a.json.gz", packed), ("a.lanes", lanes.read_bytes())):
            for part in (0.5, 0.8, 0.95, 0.999):
                with self.subTest(name=name, part=part):
                    cut = self.folder / name
                    cut.write_bytes(data[:int(len(data) * part)])
                    done = run(cut, "--format", "json")
                    self.assertEqual(done.returncode, 1, done.stdout)
                    if done.stdout:
                        self.assertTrue([e for e in json.loads(done.stdout)["entries"] if e["fault"]])
                    else:
                        self.assertNotEqual(done.stderr, "")

    def test_a_file_that_is_cut_behind_its_events(self):
        """Every event is there, but who knows what was to follow: a second list, another rank's."""
        whole = json.dumps({"traceEvents": self.sound_session().events, "displayTimeUnit": "ms", "distributedInfo": {"rank": 0}}, indent=1)
        cut = self.folder / "cut.json"
        behind = len(whole) - whole.rindex("]") - 1
        for missing in range(behind + 1):
            cut.write_text(whole[:len(whole) - missing])
            answer = self.ask(cut, 0 if missing == 0 else 1)
            self.assertEqual([e["kind"] for e in answer["entries"] if e["fault"]], ["truncated-tail"] if missing else [])
        for text in (json.dumps(self.sound_session().events), whole + "\n\n", whole[:-1] + ', "a": "b"c"}'):
            cut.write_text(text)
            self.ask(cut, 0)

    def test_durations_that_cannot_be_read(self):
        for spelling in ("9x.000", '"abc"', "[]", "null"):
            for name in ("kernel_after", "first_kernel"):
                with self.subTest(spelling=spelling, name=name):
                    session = self.sound_session()
                    event = next(e for e in session.events if e["name"] == name)
                    event["dur"] = "DURATION"
                    path = self.folder / "unreadable.json"
                    path.write_text(Path(session.write(path)).read_text().replace('"DURATION"', spelling))
                    answer = self.ask(path, 1)
                    faults = [(e["kind"], e["count"]) for e in answer["entries"] if e["fault"]]
                    self.assertEqual(faults, [("missing-duration", 1)])

    def test_events_of_a_phase_that_nobody_knows(self):
        session = self.sound_session()
        next(e for e in session.events if e["name"] == "first_kernel")["ph"] = "Y"
        answer = self.ask(session.write(self.folder / "phase.json"), 1)
        faults = [(e["group"], e["kind"], e["count"]) for e in answer["entries"] if e["fault"]]
        self.assertEqual(faults, [("lost", "unknown-phase", 1), ("unmatched", "launch-without-work", 1)])

    def test_what_is_no_session(self):
        (self.folder / "no.json").write_text("no")
        self.assertEqual(run(self.folder / "no.json").returncode, 1)
        self.assertEqual(run(self.folder / "missing.json").returncode, 1)
        self.assertEqual(run(self.folder / "no.json", "--format", "csv").returncode, 2)

    def test_operators_without_a_thread(self):
        session = self.sound_session()
        session.operator("aten::lost", 1_000_100_000, 1_000)
        del session.events[-1]["tid"]
        entry = self.planted(session, "operator-without-thread", 1)
        self.assertEqual((entry["first"]["name"], entry["first"]["time_ns"]), ("aten::lost", 1_000_100_000))

    def test_operators_on_a_device(self):
        session = self.sound_session()
        session.operator("aten::lost", 1_000_001_000, 1_000, thread=7, process=0)
        self.planted(session, "operator-without-thread", 1)

    def test_children_outside_of_their_parents(self):
        session = Kineto()
        session.operator("aten::linear", 1_000_000, 100_000)
        session.operator("aten::mm", 1_050_000, 100_000)
        session.operator("aten::inside", 1_060_000, 10_000)
        entry = self.planted(session, "child-outside-parent", 1)
        self.assertEqual((entry["first"]["name"], entry["first"]["time_ns"]), ("aten::mm", 1_050_000))

    def test_ranges_and_functions_may_overlap(self):
        """Torch's own __enter__ and __exit__ do, and collectives run beside."""
        session = Kineto()
        session.function("profiler.py(1): __enter__", 1_000_000, 20_000)
        session.annotation("step", 1_010_000, 100_000)
        session.operator("aten::mm", 1_030_000, 40_000)
        session.operator("gloo:all_reduce", 1_050_000, 40_000)
        self.assertEqual(self.ask(session.write(self.folder / "overlap.json"), 0)["entries"], [])

    def test_ids_that_are_not_unique(self):
        for kind, argument, category in (("duplicate-external-id", "External id", "cpu_op"),
                                         ("duplicate-correlation", "correlation", "cuda_runtime"),
                                         ("duplicate-python-id", "Python id", "python_function")):
            with self.subTest(kind):
                session = Kineto()
                for i, number in enumerate((1, 2, 2, 3, 3, 3)):
                    session.slice(f"call {i}", category, 1_000_000 + 10_000 * i, 5_000, **{argument: number})
                entry = self.planted(session, kind, 3)
                self.assertEqual(entry["first"]["name"], "call 2")

    def test_numbers_of_other_processes_are_others(self):
        session = Kineto()
        for process in (1, 2):
            session.slice("aten::add", "cpu_op", 1_000_000, 5_000, process=process, **{"External id": 5})
        self.assertEqual(self.ask(session.write(self.folder / "two.json"), 0)["entries"], [])

    def test_open_arrows_are_no_fault(self):
        session = Kineto()
        session.operator("aten::add", 1_000_000, 5_000)
        for phase, number in (("s", 1), ("s", 2), ("f", 2), ("f", 3), ("f", 4)):
            session.events.append({"ph": phase, "id": number, "pid": HOST, "tid": HOST, "ts": 1001 + number, "cat": "ac2g", "name": "ac2g", "bp": "e"})
        answer = self.ask(session.write(self.folder / "arrows.json"), 0)
        self.assertEqual({e["kind"]: (e["count"], e["first"]["time_ns"]) for e in answer["entries"]},
                         {"arrow-without-end": (1, 1_002_000), "arrow-without-start": (2, 1_004_000)})
        self.assertEqual(answer["unmatched"], 3)

    def test_torn_arrows_are_a_fault(self):
        """Torch draws an arrow whole where both of its slices are there."""
        for torn in ("s", "f"):
            for category in ("ac2g", "fwdbwd"):
                with self.subTest(torn=torn, category=category):
                    session = self.sound_session()
                    if category == "fwdbwd":
                        for phase, at in (("s", 1_000_001), ("f", 1_000_002)):
                            session.events.append({"ph": phase, "id": 9, "pid": HOST, "tid": HOST, "ts": at, "cat": "fwdbwd",
                                                   "name": "fwdbwd", "bp": "e"})
                    session.events.remove(next(e for e in session.events if e["ph"] == torn and e["cat"] == category))
                    self.planted(session, "torn-arrow", 1)

    def test_an_arrow_that_ends_with_a_step_is_whole(self):
        session = Kineto()
        session.operator("send", 1_000_000, 10_000)
        session.operator("step", 1_015_000, 10_000, thread=2)
        for phase, thread, at in (("s", HOST, 1005), ("t", 2, 1016)):
            session.events.append({"ph": phase, "id": 1, "pid": HOST, "tid": thread, "ts": at, "cat": "c", "name": "fl"})
        self.assertEqual(self.ask(session.write(self.folder / "step.json"), 0)["entries"], [])

    def test_launches_without_work(self):
        session = self.sound_session()
        for number in range(3):
            session.call("cudaLaunchKernel", 1_100_000_000 + 10_000 * number, 5_000)
        session.call("cudaGraphLaunch", 1_200_000_000, 5_000)
        entry = self.planted(session, "launch-without-work", 4)
        self.assertTrue(entry["title"].endswith("graphs among them: 1"), entry["title"])
        self.assertEqual(entry["first"]["name"], "cudaLaunchKernel")

    def test_what_is_captured_launches_nothing(self):
        session = self.sound_session()
        session.call("cudaStreamBeginCapture", 1_100_000_000, 5_000)
        session.call("cudaLaunchKernel", 1_100_010_000, 5_000, thread=2)
        session.call("cudaStreamEndCapture", 1_100_020_000, 5_000)
        self.assertEqual(self.ask(session.write(self.folder / "captured.json"), 0)["entries"], [])

    def test_the_drivers_compiler_shares_the_number_of_its_call(self):
        session = self.sound_session()
        number = session.call("cuModuleLoadData", 1_100_000_000, 50_000)
        for name in ("Driver Compiler (load from the cache)", "Driver Compiler (PTX to machine code)"):
            session.slice(name, "cuda_runtime", 1_100_010_000, 5_000, correlation=number)
        self.assertEqual(self.ask(session.write(self.folder / "compiled.json"), 0)["entries"], [])

    def span(self, path):
        done = subprocess.run([PROGRAM, "info", path, "--json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["span_ns"]

    def test_an_event_at_time_zero(self):
        session = Kineto()
        for number in range(3):
            session.operator("aten::mm", 7_000_000_000_000 + 1_000_000 * number, 500_000)
        session.function("<built-in method x>", 0, 0)
        session.function("outer", 0, 7_000_000_500_000)
        entry = self.planted(session, "event-at-zero", 2)
        self.assertEqual(entry["group"], "rules")
        self.assertEqual(self.span(self.folder / "planted.json"), 2_500_000)

    def test_work_beyond_the_end_of_the_window(self):
        for length in (9_007_199_254_740_000, 60_000_000):
            for window in (True, False) if length > 1e12 else (True,):
                with self.subTest(length=length, window=window):
                    session = Kineto()
                    for number in range(4):
                        at = 7_000_000_000_000 + 1_000_000 * number
                        session.launched("k", at, at + 20_000, length if number == 2 else 60_000)
                    if window:
                        session.events.append({"name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", "ts": 7_000_004_000})
                    self.planted(session, "beyond-window", 1)
                    self.assertEqual(self.span(self.folder / "planted.json"), 3_080_000)

    def test_a_kernel_around_others_of_its_stream(self):
        session = Kineto()
        session.launched("fmha_bwd", 999_000, 1_000_000, 100_000_000)
        for number in range(10):
            session.launched("gemm", 1_010_000 + 10_000 * number, 3_000_000 + 1_000_000 * number, 900_000)
        self.planted(session, "kernel-around-kernels", 11)
        back = self.folder / "back.json"
        subprocess.run([PROGRAM, "convert", self.folder / "planted.json", back], check=True, capture_output=True)
        lasted = [e["dur"] for e in json.loads(back.read_text())["traceEvents"] if e["name"] == "fmha_bwd"]
        self.assertEqual(lasted, [100_000])

    def test_nodes_of_a_graph_may_overlap(self):
        session = Kineto()
        for number in range(5):
            session.launched("node", 1_000_000 + 10_000 * number, 1_100_000 + 1_000 * number, 900_000 - 10_000 * number, call="cudaGraphLaunch")
            next(e for e in reversed(session.events) if e.get("cat") == "kernel")["args"]["graph node id"] = number + 1
        self.assertEqual(self.ask(session.write(self.folder / "graph.json"), 0)["entries"], [])

    def test_work_before_its_launch(self):
        session = Kineto()
        session.launched("early", 1_010_000, 1_003_000, 5_000)
        entry = self.planted(session, "kernel-before-launch", 1)
        self.assertEqual(entry["group"], "clocks")

    def test_times_that_cannot_be(self):
        session = self.sound_session()
        session.events.append({"ph": "X", "cat": "cpu_op", "name": "backwards", "pid": HOST, "tid": 99, "ts": 5, "dur": -3})
        self.planted(session, "negative-duration", 1)

    def test_work_without_a_launch_and_the_profilers_own(self):
        session = Kineto()
        session.work("alone", 1_000_000, 5_000)
        session.slice("Buffer Flush", "overhead", 1_000_000, 7_000, process=-1, thread=0)
        answer = self.ask(session.write(self.folder / "alone.json"), 0)
        self.assertEqual([(e["kind"], e["count"]) for e in answer["entries"]], [("kernel-without-launch", 1)])
        self.assertEqual((answer["overhead_ns"], answer["coverage"]["kernels"], answer["coverage"]["launch"]), (7_000, 1, 0))

    def test_what_the_program_waits_for_is_not_the_profilers_own(self):
        session = Kineto()
        session.operator("aten::mm", 1_000_000, 100_000)
        for number, name in enumerate(("Buffer Flush", "Runtime Triggered Module Loading", "Lazy Function Loading", "Command Buffer Full")):
            session.slice(name, "overhead", 1_000_000 + 10_000 * number, 1_000 * (number + 1), process=-1, thread=0)
        self.assertEqual(self.ask(session.write(self.folder / "overhead.json"), 0)["overhead_ns"], 1_000)

    def test_own_captures_say_what_was_lost(self):
        session = self.folder / "own.lanes"
        subprocess.run([PROGRAM, "record", "-o", session, "--", "/usr/bin/python3", "-c", "pass"], capture_output=True, check=True)
        done = run(session, "--format", "json")
        answer = json.loads(done.stdout)
        self.assertEqual((answer["lost"], answer["cupti_dropped"]), (0, 0))

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_real_traces_are_sound(self):
        for path in sorted(TRACES.glob("*.json.gz")):
            if ".key_averages." in path.name:
                continue
            with self.subTest(path.name):
                answer = self.ask(path, 0)
                name = path.name.removesuffix(".json.gz")
                if name in REAL:
                    self.assertEqual({e["kind"]: e["count"] for e in answer["entries"]}, REAL[name])


if __name__ == "__main__":
    unittest.main()
