"""Advice on real traces, read by hand against the timeline and written down: what is right, and what would be a false
accusation."""
import json
import os
import subprocess
import unittest
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", Path(__file__).resolve().parents[3] / "shared/traces"))


def advice(*names):
    done = subprocess.run([PROGRAM, "advice", *(TRACES / f"{name}.json.gz" for name in names), "--format", "json"],
                          capture_output=True, text=True, check=True)
    findings = json.loads(done.stdout)
    return [f["rule"] for f in findings], {f["rule"]: f for f in findings}


@unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
class RealAdvice(unittest.TestCase):
    def test_owlv2_waits_for_its_data(self):
        """Half of each of its five inferences is preprocessing in a DataLoader without workers, 123.8 ms, in which the H100
        stands still. Its attention multiplies sequences of 5185: products of 16x5185x64 and 16x64x5185 run in kernels for
        unaligned rows (align1), 46 ms of an inference; sm90 kernels with aligned rows are not accused."""
        order, found = advice("h100_owlv2_large")
        self.assertEqual(order[:2], ["data-loading", "tensor-cores"])
        self.assertAlmostEqual(found["data-loading"]["saves_ns"], 123_800_000, delta=1_000_000)
        self.assertIn("feature_extraction_utils.py", found["data-loading"]["seen"])
        self.assertIn("5185", found["tensor-cores"]["seen"])
        self.assertEqual(found["tensor-cores"]["where"][0]["name"][:13], "void cutlass:")
        self.assertFalse({"needless-sync", "float32-matmul", "launch-bound", "recompilation", "garbage-collection"} & set(order))

    def test_control_communicates_and_launches_late(self):
        """ncclKernel_SendRecv of 12.5 ms a step runs alone; 4961 of 8568 kernels take up to 10 us. TF32 is off for its bmm
        (ampere_sgemm), but cutlass_tensorop kernels show it on elsewhere. Copies of many sizes within aten::to are no loop;
        its Adam is multi_tensor_apply already."""
        order, found = advice("diff_control")
        self.assertEqual(order[:2], ["exposed-communication", "launch-bound"])
        self.assertIn("SendRecv", found["exposed-communication"]["where"][0]["name"])
        self.assertIn("ampere_sgemm", found["float32-matmul"]["seen"])
        self.assertFalse({"repeated-copies", "single-tensor-optimizer", "zeroed-gradients", "data-loading"} & set(order))

    def test_ddp_ranks(self):
        """Both ranks: 68 ms long SendRecv kernels alone on the device, which works less than half of the time."""
        for rank in ("ddp_rank0", "ddp_rank1"):
            order, found = advice(rank)
            self.assertEqual(set(order), {"low-gpu-use", "exposed-communication", "launch-bound"})
            self.assertIn("SendRecv", found["exposed-communication"]["where"][0]["name"])

    def test_mi300_is_exposed_and_recomputes(self):
        """ncclDevKernel_Generic runs 9 ms of a 16 ms step with hardly anything beside it. Four checkpoints a step compute
        1.4 ms of kernels again (recompute_fn); MIOpen transposes 0.9 ms a step between NCHW and NHWC. The 37.9 ms in
        hipDeviceSynchronize are the profiler's own stop, no fault of the program's; its optimizer is foreach."""
        order, found = advice("mi300_resnet_train_checkpointed")
        self.assertEqual(order, ["exposed-communication", "checkpoint-recomputation", "channels-last"])
        self.assertIn("resnet.py", found["checkpoint-recomputation"]["seen"])
        self.assertIn("12 recomputations in 3 steps", found["checkpoint-recomputation"]["seen"])

    def test_gloo_is_what_cpus_have(self):
        """No advice to take NCCL. 35 and 39 ms of a 48 ms step are collectives that the main thread goes through one after the
        other; operators of its own, waiting ones aside, take 5 to 7 ms of that, most of them around others."""
        for rank in ("torch29_ddp_gloo_rank0", "torch29_ddp_gloo_rank1"):
            order, found = advice(rank)
            self.assertEqual(order, ["exposed-communication"])
            self.assertIn("gloo:", found["exposed-communication"]["where"][0]["name"])


if __name__ == "__main__":
    unittest.main()
