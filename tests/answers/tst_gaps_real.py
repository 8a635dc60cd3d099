"""Gaps of real traces, read by hand against the timeline and written down: what the host and the other streams did then."""
import gzip
import json
import os
import subprocess
import unittest
from collections import Counter
from pathlib import Path

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", Path(__file__).resolve().parents[3] / "shared/traces"))


def overview(name, *options):
    done = subprocess.run([PROGRAM, "overview", TRACES / f"{name}.json.gz", "--gaps", "0", "--format", "json", *options],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def events(name):
    with gzip.open(TRACES / f"{name}.json.gz", "rt", encoding="utf-8", errors="replace") as file:
        document = json.load(file, strict=False, parse_float=lambda text: round(float(text.split(".")[0]) * 1000 + int(text.split(".")[1].ljust(3, "0")[:3])))
    return document["traceEvents"]


def sums(gap):
    found = Counter()
    for stretch in gap["causes"]:
        found[stretch["cause"]] += stretch["ns"]
    return found


@unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
class RealGaps(unittest.TestCase):
    def gap(self, answer, start, stream):
        found = [g for g in answer["gaps"] if g["start_ns"] == start and (g["stream"] or "").strip() == stream]
        self.assertEqual(len(found), 1)
        return found[0]

    def test_qwen_reads_one_bool_and_then_python_is_busy(self):
        """`if mask.all()` in _ignore_causal_mask_sdpa: the copy of one bool ends, its cudaStreamSynchronize returns 3.917 us
        later, and modeling_qwen2.py's forward takes until the next launch, which is 9.127 us on its way."""
        gap = self.gap(overview("h100_qwen_0.5b"), 1428625746680934, "stream 7")
        self.assertEqual([(s["cause"], s["ns"]) for s in gap["causes"]], [("host_sync", 3917), ("launch_bound", 144210)])
        waits = [e for e in events("h100_qwen_0.5b") if e["name"] == "cudaStreamSynchronize"]
        self.assertEqual([e["ts"] + e["dur"] for e in waits], [gap["causes"][0]["end_ns"]])
        self.assertEqual(gap["causes"][0]["slice"], "cudaStreamSynchronize")
        self.assertIn("modeling_qwen2.py(323)", gap["causes"][1]["slice"])

    def test_owlv2_waits_for_its_data(self):
        """Four gaps of 122 to 126 ms between its five inferences: preprocessing, within the DataLoader's __next__, which
        fetches. Its 55 pageable copies to the host block it 3 ms together."""
        answer = overview("h100_owlv2_large")
        longest = [g for g in answer["gaps"] if g["stream"] is None][:4]
        for gap in longest:
            self.assertGreater(gap["range_ns"], 120_000_000)
            self.assertGreater(sums(gap)["data_loading"] / gap["range_ns"], 0.99)
        by_cause = answer["devices"]["0"]["by_cause"]
        self.assertGreater(by_cause["data_loading"], 0.95 * sum(by_cause.values()))
        self.assertEqual(by_cause["collective"] + by_cause["graph_launch"] + by_cause["gc"], 0)

    def test_alexnet_allocates_in_its_first_convolution(self):
        """cuDNN tries algorithms: two cudaFree of 6.009 s and 0.525 s (they load its kernels), then cudaMalloc."""
        gap = self.gap(overview("alexnet_train"), 1695835573023684000, "stream 7")
        self.assertEqual(gap["range_ns"], 10_857_887_000)
        frees = [s["ns"] for s in gap["causes"] if s["slice"] == "cudaFree" and s["ns"] > 100_000_000]
        self.assertEqual(frees, [6_008_692_000, 525_034_000])
        self.assertEqual(max(sums(gap), key=sums(gap).get), "allocator")

    def test_mi300_copies_wait_for_collectives(self):
        """The compute stream's copies out of DDP's buckets stand in the queue while ncclDevKernel_Generic runs on stream 4,
        9.2 ms long; it ends 17 us before they start."""
        answer = overview("mi300_resnet_train_checkpointed")
        for start, length in ((3743411281402437, 9203108), (3743411262702012, 8924164), (3743411300539366, 8649270)):
            gap = self.gap(answer, start, "stream 0")
            self.assertEqual(dict(sums(gap)), {"collective": length})
            self.assertTrue(gap["causes"][0]["slice"].startswith("ncclDevKernel_Generic"))
        # The device as a whole stands once, before a copy that was launched before the recording began. Else its queue is
        # full, and what is left are ways from kernel to kernel.
        wholes = [g for g in answer["gaps"] if g["stream"] is None]
        self.assertEqual((wholes[0]["start_ns"], wholes[0]["range_ns"], wholes[0]["launch"]), (3743411222976043, 2156709, None))
        self.assertEqual(dict(sums(wholes[0])), {"unknown": 2156709})
        self.assertLess(wholes[1]["range_ns"], 20_000)

    def test_ddp_prepares_its_next_batch(self):
        """Stream 23 permutes the next batch's features once per step, some 447 ms apart; in between the launching thread
        runs forward and the optimizer's _foreach kernels for other streams: it is late, nobody blocks it."""
        gap = self.gap(overview("ddp_rank0"), 1682725898233913000, "stream 23")
        found = sums(gap)
        self.assertEqual(set(found), {"launch_bound", "unknown"})
        self.assertGreater(found["launch_bound"] / gap["range_ns"], 0.99)

    def test_diff_test_launches_graphs(self):
        """After the change, twelve cudaGraphLaunch calls replay what were single launches: the device waits for these."""
        control, test = (overview(name)["devices"][device]["by_cause"] for name, device in (("diff_control", "3"), ("diff_test", "1")))
        self.assertEqual(control["graph_launch"], 0)
        self.assertGreater(test["graph_launch"], 5_000_000)
        self.assertGreater(control["launch_bound"], 20 * test["launch_bound"])

    def test_without_a_device_there_are_no_gaps(self):
        for name in ("torch29_ddp_gloo_rank0", "torch29_ddp_gloo_rank1"):
            answer = overview(name)
            self.assertEqual((answer["gaps"], answer["devices"], answer["streams"]), ([], {}, []))

    def test_all_of_every_gap_is_accounted_for(self):
        for path in sorted(TRACES.glob("*.json.gz")):
            if ".key_averages." in path.name:
                continue
            with self.subTest(path.name):
                answer = overview(path.name.removesuffix(".json.gz"))
                for gap in answer["gaps"]:
                    self.assertEqual(sum(s["ns"] for s in gap["causes"]), gap["range_ns"])
                for key, device in answer["devices"].items():
                    whole = sum(g["range_ns"] for g in answer["gaps"] if g["stream"] is None and str(g["device"]) == key)
                    self.assertEqual(sum(device["by_cause"].values()), whole)


if __name__ == "__main__":
    unittest.main()
