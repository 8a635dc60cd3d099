#!/usr/bin/env python3
"""A recording that pauses, of a program that uses a GPU: what is recorded is what was launched while it recorded, nothing more and
nothing less. Skips, and says why, where there is no PyTorch with CUDA."""
import unittest
from collections import Counter

import build
from recorded import RECORDER, Session

WHEELS = [cuda for cuda in build.installed() if cuda.python]
PROGRAM = build.HERE / "programs/paused.py"


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class PausedByASchedule(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cuda = WHEELS[0]
        build.Builder(cls.cuda).build()

    def session(self, steps, seconds, *options):
        return Session(self.cuda, [self.cuda.python, PROGRAM, str(steps), str(seconds)], options=options)

    def check_steps(self, session, steps):
        """What was launched while it recorded is there, with its launch, and nothing else; of some of so many steps, as a recorder on
        a busy machine sees a little later that one has begun or ended."""
        pauses = [(event["ts"], event["ts"] + event["dur"]) for event in session.of("not_recorded")]
        self.assertTrue(pauses)

        def paused(event):
            return any(begin <= event["ts"] < end for begin, end in pauses)
        self.assertEqual([event["name"] for event in session.calls() if paused(event)], [])
        self.assertEqual([event["name"] for event in session.kernels() if paused(event)], [])
        graphs = [call for call in session.calls() if call["name"].startswith("cudaGraphLaunch")]
        self.assertTrue(1 <= len(graphs) <= 2 * steps, len(graphs))
        work = Counter(kernel["args"]["correlation"] for kernel in session.kernels())
        per_replay = {work[call["args"]["correlation"]] for call in graphs}
        self.assertEqual(len(per_replay), 1, "each replay brings the same kernels")
        self.assertGreater(min(per_replay), 3)
        launches = {call["args"]["correlation"] for call in session.calls()}
        self.assertEqual([kernel["name"] for kernel in session.kernels() if kernel["args"]["correlation"] not in launches], [])
        self.assertEqual(session.info["lost"], 0)

    def test_short_steps_between_short_waits_have_their_kernels(self):
        session = self.session(12, 0.02, "--wait", "2", "--active", "1", "--repeat", "3")
        self.check_steps(session, 3)

    def test_after_a_long_wait_the_first_step_is_whole(self):
        session = self.session(6, 0.7, "--wait", "4", "--active", "2", "--repeat", "1")
        self.check_steps(session, 2)

    def test_what_device_it_is_is_known_though_it_was_told_in_the_pause(self):
        session = self.session(10, 0.05, "--wait", "2", "--active", "2")
        self.assertIn("played-device", session.diagnostics)
        self.assertIn("Played", str(session.info))

    def test_a_replayed_kernel_shows_the_line_that_was_captured_in_the_pause(self):
        session = self.session(10, 0.05, "--wait", "2", "--active", "2")
        replays = {call["args"]["correlation"] for call in session.calls() if call["name"].startswith("cudaGraphLaunch")}
        kernels = [kernel for kernel in session.kernels() if kernel["args"]["correlation"] in replays]
        self.assertTrue(kernels)
        forward = [kernel for kernel in kernels if "trained.py(87): captured" in kernel["args"].get("Call stack", "")]
        self.assertTrue(forward, kernels[0]["args"])


@unittest.skipUnless(WHEELS, "no PyTorch with CUDA is installed (./test torch 2.15.0)")
class PausedByCommand(unittest.TestCase):
    LAUNCHES = 300

    def session(self, enable_ns):
        cuda = WHEELS[0]
        build.Builder(cuda).build()
        return Session(cuda, [cuda.python, build.HERE / "programs/steered.py", RECORDER, str(self.LAUNCHES), str(enable_ns)])

    def kernels(self, session, name):
        return [kernel for kernel in session.kernels() if name in kernel["name"].lower()]

    def test_cupti_rests_and_the_first_launch_after_it_is_recorded(self):
        """Though it takes a third of a second until it records again."""
        session = self.session(20_000_000)
        self.assertEqual(len(self.kernels(session, "mul")), self.LAUNCHES, Counter(kernel["name"] for kernel in session.kernels()))
        self.assertEqual(self.kernels(session, "add"), [])
        self.assertNotIn("devices-paused", session.diagnostics)

    def test_who_takes_too_long_to_begin_again_has_the_time_until_then_marked(self):
        session = self.session(200_000_000)
        self.assertEqual(session.diagnostics["devices-paused"]["count"], 1)
        late, = [slice for slice in session.slices if "began late" in slice["name"]]
        pause, = session.of("not_recorded")[:1]
        self.assertLess(len(session.calls()), self.LAUNCHES)
        self.assertGreater(late["dur"], 0)
        self.assertGreaterEqual(late["ts"], pause["ts"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
