"""lanescope path on programs whose critical path is known, as is what they would gain, and on real traces read by hand."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from kineto import Kineto
from path_sessions import CALL, RETURN, WAY, Played, program
import thread_path_sessions
from thread_path_sessions import Thread

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", Path(__file__).resolve().parents[3] / "shared/traces"))
KINDS = ["host", "launch", "kernel", "copy", "sync", "collective", "gap"]


def path(files, *options, faster=()):
    extra = [part for one in faster for part in ("--faster", one)]
    done = subprocess.run([PROGRAM, "path", *files, "--format", "json", *options, *extra], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert list(answer) == ["total_ns", *(["after_ns"] if faster else []), "by_kind", "segments"], list(answer)
    assert list(answer["by_kind"]) == KINDS
    assert sum(answer["by_kind"].values()) == answer["total_ns"]
    sums = Counter({kind: 0 for kind in KINDS})
    for before, after in zip(answer["segments"], answer["segments"][1:]):
        assert before["end_ns"] == after["start_ns"]
    for segment in answer["segments"]:
        assert segment["end_ns"] > segment["start_ns"]
        sums[segment["kind"]] += segment["end_ns"] - segment["start_ns"]
    assert dict(sums) == answer["by_kind"]
    return answer


class Path_(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, trace):
        return [trace.write(self.folder / "one.json")]

    def test_a_known_path(self):
        """The host launches a on stream 7; b on stream 20 waits for its event; then it waits for b."""
        played = Played([("op", 0, "aten::mm", 20_000), ("launch", 0, 7, "a", 100_000), ("record", 0, 7, 0), ("wait", 0, 20, 0),
                         ("launch", 0, 20, "b", 50_000), ("launch", 0, 7, "other", 30_000), ("sync", 0), ("op", 0, "train", 7_000)])
        answer = path(played.write(self.folder), faster=["kernel:a 2x"])
        self.assertEqual([(s["kind"], s["name"], s["end_ns"] - s["start_ns"]) for s in answer["segments"]], [
            ("host", "aten::mm", 20_000), ("launch", "cudaLaunchKernel", WAY), ("kernel", "a", 100_000), ("kernel", "b", 50_000),
            ("sync", "cudaDeviceSynchronize", RETURN), ("host", "train", 7_000)])
        self.assertEqual(answer["total_ns"], 20_000 + WAY + 150_000 + RETURN + 7_000)
        self.assertEqual(answer["after_ns"], answer["total_ns"] - 50_000)

    def test_a_pattern_of_kernels_faster(self):
        """As the help writes it."""
        played = Played([("launch", 0, 7, "big_gemm_kernel", 300_000), ("op", 0, "gemm_like", 1_000), ("sync", 0)])
        for filter_ in ("kernel:/gemm/", "/gemm.*l$/", "kernel:gemm"):
            answer = path(played.write(self.folder), faster=[f"{filter_} 2x"])
            self.assertEqual(answer["after_ns"], answer["total_ns"] - 150_000, filter_)

    def test_what_is_not_on_the_path_gains_nothing(self):
        played = Played([("launch", 0, 7, "long", 300_000), ("launch", 0, 20, "short", 30_000), ("sync", 0)])
        answer = path(played.write(self.folder), faster=["kernel:short 10x"])
        self.assertEqual(answer["after_ns"], answer["total_ns"])
        # and what is, only until something else decides
        answer = path(played.write(self.folder), faster=["kernel:long 100x"])
        self.assertEqual(answer["after_ns"], CALL + WAY + 30_000 + RETURN)

    def test_programs_played_again_faster(self):
        """Random programs on one rank: what they would gain is exact."""
        for seed in range(60):
            with self.subTest(seed=seed):
                steps = program(seed)
                played = Played(steps)
                files = played.write(self.folder)
                dice = random.Random(seed)
                faster = {name: dice.choice([0.5, 1.25, 2, 4, 10]) for name in ("gemm_kernel", "aten::mm")}
                answer = path(files, faster=[f"kernel:gemm {faster['gemm_kernel']}x", f"op:aten::mm {faster['aten::mm']}x"])
                self.assertEqual(answer["total_ns"], played.total)
                self.assertLessEqual(abs(answer["after_ns"] - Played(steps, faster=faster).total), 60)
                self.assertEqual(answer["by_kind"]["gap"], 0)
                self.assertEqual(path(files, faster=["kernel: 1x"])["after_ns"], played.total)

    def test_operators_within_operators_on_two_threads_played_again_faster(self):
        choices = [{"gemm_a": 3}, {"gemm_a": 2, "gemm_b": 1.5}, {"aten::linear": 4}, {"aten::relu": 2},
                   {"elementwise": 10, "aten::softmax": 5}]
        for seed in range(120):
            with self.subTest(seed=seed):
                rules = thread_path_sessions.rules(seed)
                steps = thread_path_sessions.program(seed, rules["records"])
                played, faster = Thread(steps, **rules), choices[seed % len(choices)]
                asked = [f"{'op' if name.startswith('aten') else 'kernel'}:{name} {times}x" for name, times in faster.items()]
                answer = path(self.written(played), faster=asked)
                self.assertEqual(answer["total_ns"], played.total)
                self.assertLessEqual(abs(answer["after_ns"] - Thread(steps, **rules, faster=faster).total), max(100, played.total // 500))

    def test_an_operator_is_at_work_where_it_calls_nothing(self):
        """Autograd's thread is busy from the begin of its operator on, though it launches at its end only; so is the main one."""
        trace = Kineto()
        trace.operator("aten::linear", 1_000_000, 40_000)
        trace.operator("autograd::engine::evaluate_function: MmBackward0", 1_040_000, 300_000, thread=4712)
        trace.call("cudaLaunchKernel", 1_330_000, 5_000, thread=4712)
        trace.operator("aten::relu", 1_340_000, 60_000)
        trace.operator("aten::copy_", 1_390_000, 5_000)
        answer = path(self.written(trace), faster=["op:aten::linear 2x", "op:MmBackward0 3x"])
        self.assertEqual((answer["total_ns"], answer["after_ns"], answer["by_kind"]["gap"]), (400_000, 180_000, 0))
        self.assertEqual([s["name"] for s in answer["segments"]][-4:], ["autograd::engine::evaluate_function: MmBackward0", "aten::relu",
                                                                       "aten::copy_", "aten::relu"])

    def test_what_takes_no_time_comes_before_what_begins_with_it(self):
        trace = Kineto()
        trace.launched("copied", 1_000_000, 1_009_000, 20_000)
        trace.work("none", 1_029_000, 0, correlation=trace.call("cudaLaunchKernel", 1_005_000, 5_000))
        trace.work("gemm", 1_029_000, 240_000, correlation=trace.call("cudaLaunchKernel", 1_010_000, 5_000))
        trace.events.append(trace.events.pop(-3))  # as traces have them in any order
        trace.call("cudaDeviceSynchronize", 1_015_000, 256_000)
        answer = path(self.written(trace), faster=["kernel:gemm 2x"])
        self.assertEqual((answer["total_ns"], answer["after_ns"]), (271_000, 151_000))

    def test_ranks_played_again_faster(self):
        for seed in range(20):
            with self.subTest(seed=seed):
                steps = program(seed, ranks=2, length=60)
                played = Played(steps, ranks=2)
                faster = {"gemm_kernel": 3, "ncclDevKernel_AllReduce_Sum_f32_RING_LL": 2}
                answer = path(played.write(self.folder), faster=["kernel:gemm 3x", "kernel:nccl 2x"])
                self.assertLessEqual(abs(answer["total_ns"] - played.total), 10)
                self.assertLessEqual(abs(answer["after_ns"] - Played(steps, 2, faster).total), 100)

    def test_the_path_goes_over_to_the_rank_that_came_last(self):
        played = Played([("launch", 0, 7, "quick", 10_000), ("op", 1, "slow_loader", 500_000), ("launch", 1, 7, "quick", 10_000),
                         *[("collective", None, 13, "ncclDevKernel_AllReduce_Sum_f32", 40_000)] * 4, ("sync", 0), ("sync", 1)], 2)
        answer = path(played.write(self.folder))
        loader = [s for s in answer["segments"] if s["name"] == "slow_loader"]
        self.assertEqual([s["end_ns"] - s["start_ns"] for s in loader], [500_000])
        self.assertIn("rank 1", loader[0]["track"])
        self.assertEqual(answer["by_kind"]["collective"], 160_000)

    def test_backward_on_a_thread_of_its_own(self):
        trace = Kineto()
        trace.operator("aten::mm", 1_000_000, 100_000)
        trace.annotation("backward", 1_100_000, 320_000)
        trace.operator("MmBackward0", 1_110_000, 300_000, thread=4712)
        trace.operator("Optimizer.step", 1_420_000, 80_000)
        answer = path(self.written(trace), faster=["op:MmBackward0 3x"])
        self.assertEqual((answer["total_ns"], answer["after_ns"]), (500_000, 300_000))
        self.assertEqual([(s["name"], s["end_ns"] - s["start_ns"]) for s in answer["segments"]], [
            ("aten::mm", 100_000), ("backward", 10_000), ("MmBackward0", 300_000), ("backward", 10_000), ("Optimizer.step", 80_000)])

    def test_a_thread_that_only_waits_does_not_end_the_path(self):
        """As a progress bar's does: its lock is held to the end."""
        trace = Kineto()
        trace.function("tqdm/_monitor.py(60): run", 1_000_000, 900_000, thread=99)
        trace.operator("aten::mm", 1_000_000, 100_000)
        trace.launched("gemm", 1_100_000, 1_109_000, 700_000)
        trace.call("cudaDeviceSynchronize", 1_105_000, 706_000)
        by_kind = path(self.written(trace))["by_kind"]
        self.assertEqual((by_kind["kernel"], by_kind["host"], by_kind["gap"]), (700_000, 100_000, 89_000))

    def test_steps_and_ranges(self):
        trace = Kineto()
        for step in range(3):
            at = 1_000_000 + step * 500_000
            trace.annotation(f"ProfilerStep#{step}", at, 500_000)
            trace.operator("aten::mm", at, 400_000)
            trace.launched("gemm", at + 400_000, at + 409_000, 50_000)
            trace.call("cudaDeviceSynchronize", at + 405_000, 57_000)
            trace.operator("aten::add", at + 462_000, 38_000)
        files = self.written(trace)
        for step in range(3):
            answer = path(files, "--step", str(step), faster=["kernel:gemm 2x"])
            self.assertEqual((answer["total_ns"], answer["after_ns"]), (500_000, 475_000))
            self.assertEqual(answer["by_kind"]["kernel"], 50_000)
        answer = path(files, "--range", "1410000..1440000")
        self.assertEqual([(s["start_ns"], s["end_ns"], s["name"]) for s in answer["segments"]], [(1_410_000, 1_440_000, "gemm")])
        empty = Kineto()
        empty.operator("aten::mm", 1_000, 1_000)
        empty.operator("aten::mm", 9_000_000, 1_000)
        answer = path(self.written(empty), "--range", "1000000..2000000")
        self.assertEqual(answer["by_kind"]["gap"], 1_000_000)

    def test_odd_sessions(self):
        kernels = Kineto()
        for i in range(5):
            kernels.work("k", 1_000_000 + i * 10_000, 8_000, stream=7)
        answer = path(self.written(kernels), faster=["kernel: 2x"])
        self.assertEqual((answer["by_kind"]["kernel"], answer["by_kind"]["gap"]), (40_000, 8_000))
        self.assertEqual(answer["after_ns"], 28_000)
        equal = Kineto()
        for _ in range(3):
            equal.launched("k", 1_000_000, 1_000_000, 0)
        equal.operator("aten::mm", 1_000_000, 5_000)
        self.assertEqual(path(self.written(equal))["total_ns"], 5_000)
        host = Kineto()
        host.operator("aten::mm", 1_000_000, 5_000)
        host.operator("aten::add", 1_010_000, 5_000)
        answer = path(self.written(host), faster=["op:mm 5x"])
        self.assertEqual((answer["total_ns"], answer["after_ns"], answer["by_kind"]["gap"]), (15_000, 11_000, 5_000))
        graph = Kineto()
        graph.call("cudaGraphLaunch", 1_000_000, 10_000)
        for i in range(10):
            graph.work("node", 1_015_000 + i * 3_000, 2_000, stream=7, correlation=1)
        self.assertEqual(path(self.written(graph))["by_kind"], dict(zip(KINDS, (0, 15_000, 20_000, 0, 0, 0, 9_000))))

    def test_wrong_usage(self):
        trace = Kineto()
        trace.operator("aten::mm", 1_000, 1_000)
        for wrong in ("kernel:", "kernel:gemm x", "kernel:gemm 0x", "kernel:gemm -1x", "2x"):
            done = subprocess.run([PROGRAM, "path", *self.written(trace), "--faster", wrong], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, wrong)

    def test_text_names_kinds_names_modules_and_lines(self):
        played = Played(program(1))
        done = subprocess.run([PROGRAM, "path", *played.write(self.folder)], capture_output=True, text=True, check=True)
        for word in ("kind", "name", "module", "line", "slack"):
            self.assertIn(word, done.stdout)

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_every_real_trace(self):
        for file in sorted(TRACES.glob("*.json.gz")):
            if ".key_averages." not in file.name:
                with self.subTest(file.name):
                    answer = path([file], faster=["kernel: 1x"])
                    self.assertEqual(answer["after_ns"], answer["total_ns"])

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_owlv2_prepares_its_images(self):
        """Five inferences of some 110 ms of kernels, and before each 122 to 126 ms in which the DataLoader's thread scales and
        normalizes images: scipy's zoom_shift 528.7 ms of it. tqdm's thread holds a lock from begin to end, and decides nothing."""
        answer = path([TRACES / "h100_owlv2_large.json.gz"])
        names = Counter()
        for segment in answer["segments"]:
            names[segment["name"]] += segment["end_ns"] - segment["start_ns"]
        self.assertEqual(names.most_common(1)[0][0], "<built-in function zoom_shift>")
        self.assertGreater(answer["by_kind"]["host"], 600_000_000)
        self.assertGreater(answer["by_kind"]["kernel"], 540_000_000)

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_mi300_is_bound_by_its_collectives(self):
        """DDP over eight ranks: ncclDevKernel_Generic on stream 4, up to 9.2 ms each, is what the copies out of the buckets wait
        for (see tst_gaps_real.py); the host is far ahead and on no part of the path."""
        answer = path([TRACES / "mi300_resnet_train_checkpointed.json.gz"])
        self.assertGreater(answer["by_kind"]["collective"], 0.8 * answer["total_ns"])
        self.assertEqual(answer["by_kind"]["host"], 0)


    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_ddp_waits_for_its_optimizer(self):
        """Both ranks: Shampoo's step takes 201 and 217 ms of rank 1's two steps, 127 and 140 ms of them in
        one aten::_foreach_mul_ each, while the device runs SendRecv for other streams: no kernel is waited for."""
        answer = path([TRACES / f"ddp_rank{i}.json.gz" for i in (0, 1)])
        names = Counter()
        for segment in answer["segments"]:
            names[segment["kind"], segment["name"]] += segment["end_ns"] - segment["start_ns"]
        self.assertAlmostEqual(names["host", "aten::_foreach_mul_"], 267_045_000, delta=1_000_000)
        self.assertEqual(names.most_common(2)[-1][0], ("host", "aten::_foreach_mul_"))  # behind what nobody recorded
        self.assertGreater(answer["by_kind"]["host"], 0.6 * answer["total_ns"])
        self.assertEqual((answer["by_kind"]["sync"], answer["by_kind"]["collective"]), (0, 0))

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_gloo_goes_from_one_collective_to_the_next(self):
        """Three steps of 46 to 50 ms on CPUs: after a short forward and backward pass eight kinds of collectives, one after the
        other, each waited for; gloo's threads are in them for 121 ms, of which what the ranks wait for one another is on no path."""
        answer = path([TRACES / f"torch29_ddp_gloo_rank{i}.json.gz" for i in (0, 1)])
        self.assertGreater(answer["by_kind"]["collective"], 0.5 * answer["total_ns"])
        self.assertLess(answer["by_kind"]["collective"], 120_677_853)
        self.assertEqual((answer["by_kind"]["kernel"], answer["by_kind"]["launch"]), (0, 0))
        on = {segment["track"][-8:] for segment in answer["segments"] if segment["kind"] == "collective"}
        self.assertEqual(on, {"(rank 0)", "(rank 1)"})


if __name__ == "__main__":
    unittest.main()
