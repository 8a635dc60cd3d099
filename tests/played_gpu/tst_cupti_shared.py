#!/usr/bin/env python3
"""Another client of CUPTI in the recorded program, first of all torch.profiler: who gets which records (--cupti). Skips, and
says why, where there are no headers."""
import json
import os
import signal
import subprocess
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

import build
import call_ids
from recorded import RECORDER, Session

FOUND = build.installed()
WHEELS = [cuda for cuda in FOUND if cuda.python]
PROGRAMS = build.HERE / "programs"
WORK, CALLS = ("kernel", "gpu_memcpy", "gpu_memset"), ("cuda_runtime", "cuda_driver")
MS = 1000  # µs
# ns: each of two times is cut to a whole one twice, by Kineto on its clock and by us on the session's; and how far a second on one
# clock may be from that on the other.
ROUNDING, DRIFT = 2.01, 100


class Trace:
    """What torch.profiler has written."""

    def __init__(self, path):
        events = json.loads(path.read_text())["traceEvents"]
        self.slices = [event for event in events if event.get("ph") == "X"]
        self.memory = [event["args"] for event in sorted(events, key=lambda event: event.get("ts", 0)) if event["name"] == "[memory]"]
        self.operators = {event["args"].get("External id") for event in self.of("cpu_op")}

    def of(self, *categories):
        return [event for event in self.slices if event.get("cat") in categories]

    def summary(self):
        calls = {call["args"]["correlation"] for call in self.of(*CALLS)}
        work = self.of(*WORK)
        return {"work": Counter((event["cat"], event["name"]) for event in work),
                "calls": Counter(call["name"] for call in self.of(*CALLS)),
                "linked": sum(event["args"]["correlation"] in calls for event in work),
                "of operators": sum(event["args"].get("External id") in self.operators for event in work)}


class Run:
    """sessions.py, recorded if there are options, and what torch.profiler saw of it."""

    def __init__(self, cuda, options=None, threads=0, **settings):
        with tempfile.TemporaryDirectory() as folder:
            command = [cuda.python, PROGRAMS / "sessions.py", folder, str(threads)]
            if options is None:
                variables = os.environ | build.environment(cuda) | {"PLAYED_NOISE_PERCENT": "0"}
                variables |= {f"PLAYED_{name.upper()}": str(value) for name, value in settings.items()}
                self.stdout = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=300, check=True).stdout
            else:
                self.session = Session(cuda, command, options=options, **settings)
                self.stdout = self.session.stdout
            self.traces = {path.stem: Trace(path) for path in sorted(Path(folder).glob("*.json"))}
        self.launched = json.loads(self.stdout.splitlines()[-1])["launched"]

    def ours(self, *categories):
        """By correlation, each with its name; Kineto and we write the same ones."""
        found = defaultdict(list)
        for event in self.session.of(*categories):
            found[event["args"]["correlation"]].append(event)
        return found

    def work_in(self, name):
        """Of each range of that name: how much work its calls made, by kind."""
        work = self.ours(*WORK)
        ranges = [event for event in self.session.of("user_annotation") if event["name"] == name]
        return [Counter(event["cat"] for call in self.session.calls() if inside["ts"] <= call["ts"] < inside["ts"] + inside["dur"]
                        for event in work[call["args"]["correlation"]]) for inside in ranges]

    def work_in_all(self):
        """Before, during, between and after sessions. The very first time brings what comes but once."""
        return self.work_in("between")[1:] + self.work_in("session")


class CommandLine(unittest.TestCase):
    def test_another_word_is_refused(self):
        result = subprocess.run([RECORDER, "record", "--cupti", "borrow", "--", "true"], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("borrow not in {share,own,yield}", result.stderr)


@unittest.skipUnless(FOUND, "no CUDA headers: neither a toolkit nor PyTorch's CUDA wheels (./test torch 2.15.0)")
class WithoutPython(unittest.TestCase):
    def test_who_comes_late_is_seen_soon(self):
        builder = build.Builder(FOUND[0]).build()
        library = builder.client("late_client")
        session = Session(FOUND[0], ["env", f"PROGRAM_CLIENT={library}", builder.out / "program", "many", "late", "many"])
        begun, seen = (json.loads(line)["late"] for line in session.stdout.splitlines() if "late" in line)
        self.assertEqual((begun, seen, len(session.kernels())), (0, 100, 300))
        self.assertEqual((session.reason, session.info["lost"]), ("", 0))


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class TorchProfiler(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for cuda in WHEELS:
            build.Builder(cuda).build()
        cls.alone = {cuda.name: Run(cuda) for cuda in WHEELS}

    def check_as_alone(self, run, alone):
        """torch.profiler's traces are those that it writes without us."""
        for name, trace in run.traces.items():
            seen, expected = trace.summary(), alone.traces[name].summary()
            # Kineto reads its buffers in the order of their addresses, and leaves untied what it finds before its operator.
            self.assertLessEqual(abs(seen.pop("of operators") - expected.pop("of operators")), 3, name)
            self.assertEqual(seen, expected, name)

    def check_same(self, run, *categories, late=False, least=50):
        """What torch.profiler has of a session, we have: the same, with the same times. `late`: records come after their work, of
        the last of it too late for torch.profiler. `least`: how many it has, or more."""
        ours = run.ours(*categories)
        for name, trace in run.traces.items():
            theirs = defaultdict(list)
            for event in trace.of(*categories):
                # Of calls we leave out more, and make one slice of questions that follow each other.
                if event["cat"] not in CALLS or (call_ids.is_shown(event["name"]) and "Query" not in event["name"]):
                    theirs[event["args"]["correlation"]].append(event)
            self.assertGreaterEqual(len(theirs), least, name)
            for correlation, events in theirs.items():
                mine = [event for event in ours[correlation] if event["cat"] in {event["cat"] for event in events}]
                has, shown = (Counter(event["name"] for event in each) for each in (mine, events))
                self.assertTrue(shown == has or (late and shown <= has), (name, shown, has))
                if shown != has:
                    continue
                for one, other in zip(sorted(event["dur"] for event in mine), sorted(event["dur"] for event in events)):
                    self.assertLess(abs(one - other) * 1000, ROUNDING + DRIFT * one / 1e6, (name, events))

    def test_both_have_all(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                run = Run(cuda, ("--cupti", "share"))
                self.assertEqual((run.session.reason, run.session.info["lost"]), ("", 0))
                self.check_as_alone(run, self.alone[cuda.name])
                self.check_same(run, *WORK)
                self.check_same(run, *CALLS)
                seen = Counter(event["cat"] for event in run.traces["0"].of(*WORK))
                self.assertEqual(run.work_in_all(), [seen] * 10)

    def test_sessions_come_and_go_while_threads_launch(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                run = Run(cuda, (), threads=3)
                self.assertEqual((run.session.reason, run.session.info["lost"]), ("", 0))
                self.check_same(run, *WORK)
                self.check_same(run, *CALLS)
                work = run.ours(*WORK)
                launches = [call for call in run.session.calls() if "LaunchKernel" in call["name"] and
                            ".launch" in call["args"].get("Call stack", "")]
                self.assertEqual({len(work[call["args"]["correlation"]]) for call in launches}, {1})
                # torch.zeros fills with a kernel, or without.
                added = [call for call in launches if "Fill" not in work[call["args"]["correlation"]][0]["name"]]
                self.assertEqual(len(added), run.launched)

    def test_it_may_tear_cupti_down(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                os.environ["TEARDOWN_CUPTI"] = "1"
                try:
                    run = Run(cuda, ())
                finally:
                    del os.environ["TEARDOWN_CUPTI"]
                self.assertEqual((run.session.reason, run.session.info["lost"]), ("", 0))
                self.check_same(run, *WORK)
                self.assertEqual(run.work_in_all(), [run.work_in_all()[0]] * 10)

    def test_own_leaves_it_nothing(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                run = Run(cuda, ("--cupti=own",))
                self.assertIn("The program's own profiler gets no GPU work", run.session.reason)
                self.assertEqual([trace.of(*WORK, *CALLS) for trace in run.traces.values()], [[]] * 4)
                seen = Counter(event["cat"] for event in self.alone[cuda.name].traces["0"].of(*WORK))
                self.assertEqual(run.work_in_all(), [seen] * 10)

    def test_yield_leaves_a_marked_gap(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                run = Run(cuda, ("--cupti", "yield"))
                self.check_as_alone(run, self.alone[cuda.name])
                gaps = run.session.of("not_recorded")
                self.assertEqual({"--cupti yield" in gap["name"] for gap in gaps}, {True})
                self.assertIn("devices-paused", run.session.diagnostics)
                for call in run.session.calls():
                    self.assertFalse(any(gap["ts"] + MS < call["ts"] < gap["ts"] + gap["dur"] - MS for gap in gaps), call)
                self.assertEqual(sum(run.work_in("session"), Counter()), Counter())
                seen = Counter(event["cat"] for event in run.traces["0"].of(*WORK))
                before, *later = run.work_in("between")
                self.assertGreaterEqual(before["kernel"], seen["kernel"])
                if cuda.major >= 13:
                    self.assertEqual((len(gaps), run.session.reason), (4, ""))
                    self.assertEqual(later, [seen] * len(later))
                else:  # it stays subscribed
                    self.assertEqual((len(gaps), sum(later, Counter())), (1, Counter()))
                    self.assertIn("GPU work is not recorded again", run.session.reason)

    @staticmethod
    def added(session):
        return sum("Fill" not in kernel["name"] for kernel in session.kernels())

    def test_whoever_calls_by_address_is_given_way(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                library = f"libcupti.so.{cuda.major}"
                session = Session(cuda, [cuda.python, PROGRAMS / "by_address.py", library])
                self.assertEqual(session.stdout, "0\n")
                self.assertIn("GPU work is recorded up to a moment only: another profiler", session.reason)
                gap, = session.of("not_recorded")
                self.assertEqual(self.added(session), 100)
                self.assertLess(max(kernel["ts"] for kernel in session.kernels()), gap["ts"])
                kept = Session(cuda, [cuda.python, PROGRAMS / "by_address.py", library], options=("--cupti", "own"))
                self.assertEqual((kept.stdout, kept.of("not_recorded"), self.added(kept)), ("39\n", [], 200))

    def test_who_comes_late_is_served_like_others(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                library = build.Builder(cuda).client("late_client")
                session = Session(cuda, [cuda.python, PROGRAMS / "late_client.py", library])
                self.assertEqual((session.reason, session.info["lost"]), ("", 0))
                begun, seen = map(int, session.stdout.split())
                self.assertEqual((begun, self.added(session)), (0, 300))
                self.assertIn(seen - 100, (0, 1), "torch.zeros fills with a kernel, or without")

    def test_a_child_forked_meanwhile_has_nothing_of_its_parents(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                library = build.Builder(cuda).client("late_client")
                session = Session(cuda, [cuda.python, PROGRAMS / "late_client.py", library, "fork"])
                begun, left, seen = map(int, session.stdout.split())
                self.assertEqual((begun, left, self.added(session)), (0, 0, 300))
                self.assertIn(seen - 100, (0, 1), "torch.zeros fills with a kernel, or without")

    def test_whatever_end_it_takes_what_was_flushed_is_there(self):
        for cuda in WHEELS:
            for how, code in (("exit", 7), ("kill", -signal.SIGKILL)):
                with self.subTest(cuda.name, how=how):
                    # A second of work: of its last quarter nobody knows, of a busy machine's not of some more.
                    session = Session(cuda, [cuda.python, PROGRAMS / "ended.py", how], code=code, kernels="vectorized=4000000")
                    added, missing = self.added(session), session.diagnostics["device-end-missing"]["count"]
                    self.assertGreaterEqual(added, 100, "of 251")
                    self.assertEqual(session.info["lost"], missing)
                    self.assertGreaterEqual(added + missing, 251)

    def test_faults_cost_both_the_same(self):
        for settings in ({"late_ns": 5_000_000}, {"pool_records": 20}, {"zero_every": 10, "split": 1},
                         {"shuffle_ns": 5_000_000}, {"drop_every": 7}):
            for cuda in WHEELS:
                with self.subTest(cuda.name, **settings):
                    run = Run(cuda, (), **settings)
                    lost = run.session.diagnostics.get("device-times-missing", {"count": 0})["count"]
                    self.assertEqual(lost > 0, "pool_records" in settings or "zero_every" in settings)
                    self.assertEqual("device-records-dropped" in run.session.diagnostics, "drop_every" in settings)
                    # What finds no room in CUPTI's pool is gone for both: on a busy machine that is much.
                    self.check_same(run, "kernel", late="late_ns" in settings or "shuffle_ns" in settings, least=10)
                    if "drop_every" not in settings:
                        self.check_same(run, *CALLS, least=10)
                        continue
                    # We may have stepped down by then, which takes no call from torch.profiler.
                    for name, trace in run.traces.items():
                        self.assertEqual(trace.summary()["calls"], self.alone[cuda.name].traces[name].summary()["calls"])

    def test_what_cannot_be_recorded_is_its_own(self):
        for cuda in WHEELS:
            with self.subTest(cuda.name):
                run, alone = Run(cuda, (), busy=1), Run(cuda, busy=1)
                self.assertIn("another profiler holds CUPTI (result 39)", run.session.reason)
                self.check_as_alone(run, alone)


if __name__ == "__main__":
    unittest.main(verbosity=2)
