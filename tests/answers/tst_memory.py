"""lanescope memory --peak on trainings whose memory is known, and on real ones read by hand."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from kineto import HOST
from memory_sessions import BEGIN, MIB, STEP, Allocator, training

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", Path(__file__).resolve().parents[3] / "shared/traces"))


def ask(files, *options, code=0):
    done = subprocess.run([PROGRAM, "memory", *map(str, files), "--peak", "--format", "json", *options], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    if code:
        return done.stderr
    devices = json.loads(done.stdout)["peak"]
    for device in devices:
        assert device["before"] + sum(c["bytes"] for c in device["categories"]) == device["bytes"], device
        growth = device["growth"]
        assert growth["unnamed"] + sum(row["bytes"] for row in growth["rows"]) == growth["bytes"], growth
        assert sum(step["bytes"] for step in growth["steps"][1:]) == growth["bytes"], growth
    return devices


class Memory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def asked(self, one, *options, **more):
        [device] = ask([one.write(self.folder / "one.json")], *options, **more)
        return device

    def most_outside(self, one):
        """Of the whole session, as it stands beside the totals; None where no counter tells."""
        path = one.write(self.folder / "one.json")
        done = subprocess.run([PROGRAM, "memory", path, "--format", "json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["devices"]["1:0"].get("most_outside")

    def test_what_stands_at_the_peak(self):
        for seed in range(8):
            one = training(random.Random(seed), before=seed % 2 * 100 * MIB)
            device = self.asked(one)
            peak, time, there = one.peak()
            self.assertEqual((device["bytes"], device["time_ns"]), (peak, time))
            self.assertEqual({c["category"]: c["bytes"] for c in device["categories"]}, there)
            self.assertEqual(device["before"], seed % 2 * 100 * MIB)

    def table(self, one, by, *options):
        """Rows of `stats --by`, which Python, SQL and the window read as well."""
        path = one.write(self.folder / "one.json")
        return json.loads(subprocess.run([PROGRAM, "stats", path, "--by", by, "--format", "json", *options],
                                         capture_output=True, check=True).stdout)

    def test_the_peak_and_the_devices_are_tables(self):
        one = training(random.Random(5))
        peak, time, there = one.peak()
        self.assertEqual({row["category"]: row["bytes"] for row in self.table(one, "peak_category")}, there)
        [device] = self.table(one, "memory_device")
        self.assertEqual([device[key] for key in ("device", "peak_allocated", "peak_time_ns", "most_outside")],
                         ["1:0", peak, time, None])
        [first] = ask([one.write(self.folder / "one.json")], "--step", "0")
        within = self.table(one, "peak_category", "--step", "0")
        self.assertEqual(sum(row["bytes"] for row in within), first["bytes"] - first["before"])

    def test_of_a_step_or_range_alone(self):
        one = training(random.Random(3), leak=8 * MIB)
        whole = self.asked(one)
        first = self.asked(one, "--step", "0")
        self.assertLess(first["bytes"], whole["bytes"])
        self.assertEqual(first["start_ns"], BEGIN)
        expected = max(one.curve[i] for i, at in enumerate(one.times) if at <= BEGIN + STEP)
        self.assertEqual(first["bytes"], expected)
        # within a range in which nothing happens stands what stood there before
        quiet = self.asked(one, "--range", f"{BEGIN + 300_000}..{BEGIN + 400_000}")
        there = [i for i, at in enumerate(one.times) if at <= BEGIN + 300_000][-1]
        self.assertEqual(quiet["bytes"], one.curve[there])
        self.assertEqual(quiet["growth"]["steps"], [])

    def test_what_grows(self):
        one = training(random.Random(5), steps=6, leak=3 * MIB)
        growth = self.asked(one, "--by", "place")["growth"]
        self.assertEqual(growth["bytes"], 5 * 3 * MIB)
        self.assertEqual(growth["per_step"], 3 * MIB)
        self.assertEqual([step["bytes"] for step in growth["steps"]], [3 * MIB] * 6)
        self.assertEqual([step["name"] for step in growth["steps"]], [f"Step {i}" for i in range(6)])
        [row] = growth["rows"]
        self.assertEqual(row, {"place": "keep  log.py:7", "bytes": 15 * MIB, "blocks": 5, "steps": 5, "every_step": True})
        [row] = self.asked(one)["growth"]["rows"]
        self.assertEqual(row["operator"], "aten::cat")

    def test_what_does_not_leak_does_not_grow(self):
        growth = self.asked(training(random.Random(6)))["growth"]
        self.assertEqual((growth["bytes"], growth["rows"]), (0, []))

    def test_batches_that_take_turns_do_not_leak(self):
        """Each step's batch is released in the next one: there is always one, and that is no growth."""
        one = Allocator()
        last = None
        for step in range(5):
            at = BEGIN + step * STEP
            one.annotation(f"ProfilerStep#{step}", at, STEP)
            one.operator("aten::stack", at + 1_000, 5_000)
            size = (4 + step % 2) * MIB
            batch = one.allocate(at + 2_000, size)
            if last is not None:
                one.release(at + 50_000, last)
            last = batch
        one.operator("aten::add", BEGIN + 5 * STEP - 10, 5)
        [row] = self.asked(one)["growth"]["rows"]
        self.assertEqual((row["bytes"], row["steps"], row["every_step"]), (0, 2, False))

    def test_what_would_fit(self):
        for seed in range(8):
            one = training(random.Random(100 + seed), layers=random.Random(seed).randrange(2, 6))
            device = self.asked(one)
            peak = one.peak()[0]
            self.assertIn("Block", [fit["module"] for fit in device["without"]])
            for fit in device["without"]:
                left, time, _ = one.peak(without=fit["module"])
                self.assertEqual((fit["peak"], fit["time_ns"], fit["saves"]), (left, time, peak - left), fit["module"])
            saved = [fit["saves"] for fit in device["without"]]
            self.assertEqual(saved, sorted(saved, reverse=True))
            [one_fit] = self.asked(one, "--without", "Block_1")["without"]
            self.assertEqual(one_fit["peak"], one.peak(without="Block_1")[0])
            [linears] = self.asked(one, "--without", "Linear")["without"]
            self.assertEqual(linears["peak"], one.peak(without="Linear")[0])

    def test_fits_are_of_the_range(self):
        one = training(random.Random(9), leak=2 * MIB, steps=3)
        [fit] = self.asked(one, "--step", "1", "--without", "Block")["without"]
        left = list(one.curve)
        for first, last, size, category, modules in one.blocks:
            if category == "activation" and "Block" in modules:
                for i in range(first, last):
                    left[i] -= size
        begin = [i for i, at in enumerate(one.times) if at <= BEGIN + STEP][-1]
        end = [i for i, at in enumerate(one.times) if at <= BEGIN + 2 * STEP][-1]
        self.assertEqual(fit["peak"], max(left[begin:end + 1]))

    def test_a_module_that_is_not_there(self):
        one = training(random.Random(1))
        self.assertIn("--peak alone lists", ask([one.write(self.folder / "one.json")], "--without", "Linaer_3", code=2))

    def test_fragmentation(self):
        """Two requests are refused by a pool in which as much lies unused; a small one, and one that nothing could have
        served, do not count."""
        one = Allocator()
        one.operator("aten::empty", BEGIN, 900_000)
        large = [one.allocate(BEGIN + 1_000 + i * 1_000, 10 * MIB, reserve=0 if i else 80 * MIB) for i in range(8)]
        for block in large[::2]:
            one.release(BEGIN + 20_000 + block, block)  # 40 MiB unused, in pieces of 10
        one.allocate(BEGIN + 30_000, 20 * MIB, reserve=20 * MIB)
        one.allocate(BEGIN + 31_000, 30 * MIB, reserve=32 * MIB)
        one.allocate(BEGIN + 32_000, 4_096, reserve=2 * MIB)  # small: from another pool
        one.allocate(BEGIN + 33_000, 100 * MIB, reserve=100 * MIB)
        unused = self.asked(one)["unused"]
        self.assertEqual((unused["forced"], unused["forced_bytes"]), (2, 52 * MIB))
        self.assertEqual(unused["reserved"], 234 * MIB)
        self.assertEqual(unused["bytes"], 234 * MIB - (40 + 20 + 30 + 100) * MIB - 4_096)
        self.assertEqual((unused["most"], unused["most_time_ns"]), (70 * MIB, BEGIN + 1_000))  # before the first eight filled it
        for block in large[1::2]:
            one.release(BEGIN + 40_000 + block, block)
        after = self.asked(one)["unused"]
        self.assertEqual((after["most"], after["most_time_ns"]), (unused["bytes"] + 40 * MIB, BEGIN + 40_000 + large[7]))
        self.assertEqual(after["bytes"], unused["bytes"])

    def test_outside_of_torch(self):
        one = training(random.Random(2), steps=3)
        peak, time, _ = one.peak()
        reserved_then = max(one.curve[:one.times.index(time) + 1])
        one.counter(BEGIN - 40_000, 7 << 30)
        one.counter(time + 500, reserved_then + (1 << 30))
        device = self.asked(one)
        self.assertEqual(device["outside"]["bytes"], 1 << 30)
        self.assertEqual(device["outside"]["time_ns"], time + 500)
        self.assertEqual(device["outside"]["most"], (7 << 30) - one.curve[0])
        self.assertEqual(device["outside"]["most_time_ns"], BEGIN - 40_000)
        self.assertIsNone(self.asked(training(random.Random(2)))["outside"])
        self.assertEqual(self.most_outside(one), (7 << 30) - one.curve[0])
        self.assertIsNone(self.most_outside(training(random.Random(2))))

    def test_outside_of_torch_is_divided_by_process(self):
        one = training(random.Random(2), steps=3)
        _, time, _ = one.peak()
        reserved_then = max(one.curve[:one.times.index(time) + 1])
        one.counter(time + 500, reserved_then + (5 << 30))
        self.assertEqual(self.asked(one)["outside"]["processes"], [])
        one.counter(time + 600, reserved_then + (1 << 30), f"Memory of process {HOST}")
        one.counter(time + 600, 3 << 30, "Memory of process 99")
        one.counter(time + 3_000_000_000, 9 << 30, "Memory of process 100")  # that was not there yet
        self.assertEqual(self.asked(one)["outside"]["processes"], [
            {"process": 99, "bytes": 3 << 30, "reserved": None, "outside": 3 << 30},
            {"process": HOST, "bytes": reserved_then + (1 << 30), "reserved": reserved_then, "outside": 1 << 30}])
        path = one.write(self.folder / "one.json")
        text = subprocess.run([PROGRAM, "memory", path, "--peak"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(text, r"\n  process 99: 3\W*GiB\n")

    def test_ranks_are_apart(self):
        ranks = [training(random.Random(20 + rank), rank=rank, leak=rank * MIB) for rank in range(2)]
        devices = ask([one.write(self.folder / f"rank{one.rank}.json") for one in ranks])
        self.assertEqual([device["device"] for device in devices], ["1:0 (rank 0)", "1:0 (rank 1)"])
        self.assertEqual([device["bytes"] for device in devices], [one.peak()[0] for one in ranks])
        self.assertEqual([device["growth"]["per_step"] for device in devices], [0, MIB])

    def test_the_host_reserves_nothing(self):
        one = Allocator(device=-1, kind=0)
        one.operator("aten::empty", BEGIN, 10_000)
        one.allocate(BEGIN + 1_000, 5 * MIB)
        for event in one.events:
            event["args"].pop("Total Reserved", None)
        device = self.asked(one)
        self.assertEqual((device["unused"], device["outside"]), (None, None))
        self.assertEqual(device["bytes"], 5 * MIB)


@unittest.skipUnless(TRACES.is_dir(), f"no traces in {TRACES}")
class ReadByHand(unittest.TestCase):
    """What the events themselves say, read once with another reader: totals, and blocks within the slices of a module."""

    def test_norm_layers(self):
        host, device = ask([TRACES / "norm_layers_fwd_bwd.json.gz"])
        # "Ev Idx" 1409, in the backward pass: 44 blocks of the recording are there, 665,600 bytes are older
        self.assertEqual((device["device"], device["bytes"], device["time_ns"]), ("6:0", 8_154_624, 3545057582937663))
        self.assertEqual(device["before"], 665_600)
        self.assertEqual(sum(c["blocks"] for c in device["categories"]), 44)
        self.assertEqual(sum(c["bytes"] for c in device["categories"]), 7_489_024)
        self.assertEqual((device["unused"]["reserved"], device["unused"]["bytes"]), (8 << 20, (8 << 20) - 8_154_624))
        self.assertIsNone(host["unused"])
        # allocated while Net_0 ran and not freed as the operator around ended: 29 blocks at the peak, 87 in all
        net = next(fit for fit in device["without"] if fit["module"] == "Net_0")
        self.assertEqual((net["bytes"], net["blocks"]), (5_252_608, 29))
        self.assertEqual((net["peak"], net["time_ns"]), (2_905_600, 3545057583471440))

    def test_a_training_that_does_not_leak(self):
        [host] = ask([TRACES / "torch29_resnet_train.json.gz"])
        self.assertEqual((host["growth"]["bytes"], len(host["growth"]["steps"])), (0, 3))
        self.assertFalse([row for row in host["growth"]["rows"] if row["every_step"]])
        # a batch, 98,304 bytes of images and 64 of labels, is shared with the workers: events name it, the totals leave it out
        self.assertEqual(host["before"], -98_304 - 64)
        self.assertEqual({c["category"]: c["bytes"] for c in host["categories"]}["input"], 98_304 + 64)

    def test_inference_in_which_one_attention_makes_the_peak(self):
        host, device = ask([TRACES / "h100_owlv2_large.json.gz"])
        self.assertEqual(device["growth"]["bytes"], 0)
        fits = {fit["module"]: fit for fit in device["without"]}
        # every layer's attention peaks alike: without one of them the next one is as high, without all of them none is
        self.assertEqual(fits["Owlv2EncoderLayer_1"]["saves"], 0)
        self.assertGreater(fits["Owlv2EncoderLayer"]["saves"], 1 << 30)
        self.assertEqual(fits["Owlv2EncoderLayer"]["modules"], 36)


class Usage(unittest.TestCase):
    def test_what_goes_together(self):
        for options in (["--by", "module"], ["--without", "Linear"], ["--step", "1"], ["--peak", "--at", "1ms"],
                        ["--peak", "--step", "1", "--range", "1ms..2ms"]):
            with self.subTest(options=options):
                done = subprocess.run([PROGRAM, "memory", __file__, *options], capture_output=True, text=True)
                self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
