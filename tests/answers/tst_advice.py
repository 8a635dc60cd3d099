"""lanescope advice on trainings with one planted fault each: its rule comes first and names the line; without the fault, or
where the session cannot say, it does not come."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import advice_sessions as s
from advice_sessions import Training

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin" / "lanescope-record"
HALF, FLOAT = ["c10::Half", "c10::Half"], ["float", "float"]


class Advice(unittest.TestCase):
    maxDiff = 3000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ask(self, session, *options, **beside):
        path = session.write(self.folder / "session.json", **beside)
        done = subprocess.run([PROGRAM, "advice", path, "--format", "json", *options], capture_output=True, text=True, check=True)
        findings = json.loads(done.stdout)
        steps = [e["dur"] * 1000 for e in session.events if e["name"].startswith("ProfilerStep")]
        for one, after in zip(findings, findings[1:] + [None]):
            self.assertLessEqual(0, one["low_ns"])
            self.assertLessEqual(one["low_ns"], one["saves_ns"])
            self.assertLessEqual(one["saves_ns"], one["high_ns"])
            self.assertTrue(after is None or one["saves_ns"] >= after["saves_ns"], "best first")
            self.assertTrue(0 <= one["confidence"] <= 1 and 0 <= one["share"] <= 1)
            self.assertTrue(one["title"] and one["seen"] and one["remedy"])
            self.assertLessEqual(one["saves_ns"], sum(steps) / len(steps))
            for place in one["where"]:
                self.assertLess(place["start_ns"], place["end_ns"])
                self.assertIsInstance(place["stack"], list)
        return findings

    def rules(self, session, *options, **beside):
        return [finding["rule"] for finding in self.ask(session, *options, **beside)]

    def check_fault(self, rule, fault, mended=None, line=None, saves=None, **how):
        """Comes first with the fault, not at all with `mended` in its place."""
        findings = self.ask(Training(fault, **how))
        self.assertTrue(findings, rule)
        self.assertEqual(findings[0]["rule"], rule, findings)
        if line:
            self.assertIn(line, " ".join([findings[0]["where"][0]["name"], *findings[0]["where"][0]["stack"]]))
        if saves:
            self.assertAlmostEqual(findings[0]["saves_ns"], saves, delta=saves / 4)
        self.assertNotIn(rule, self.rules(Training(mended, **how)))
        return findings[0]

    def test_nothing_to_advise(self):
        self.assertEqual(self.ask(Training()), [])
        self.assertEqual(self.ask(Training(device=False)), [])
        table = subprocess.run([PROGRAM, "advice", Training().write(self.folder / "a.json")], capture_output=True, text=True, check=True)
        self.assertIn("Nothing to advise", table.stdout)

    def test_data_loading(self):
        found = self.check_fault("data-loading", s.loading(4_000_000), s.loading(200_000), "data.py(12)", 4_000_000, busy=5_000_000)
        self.assertIn("num_workers", found["remedy"])
        self.check_fault("data-loading", s.loading(4_000_000, single=False), s.loading(200_000), "data.py(12)", busy=5_000_000)
        self.check_fault("data-loading", s.loading(4_000_000), None, "data.py(12)", 4_000_000, device=False)

    def test_data_as_own_captures_tell_of_it(self):
        """Functions are known by their class, and samples by where they were taken: before the fetch, perhaps."""
        def fault(session, begin, step):
            s.loading(4_000_000, item=False)(session, begin, step)
            at = begin + s.STEP - 4_010_000
            session.function("torch/utils/data/_utils/fetch.py(53): fetch", at - 500_000, 4_000_000, thread=9)
            session.function("/home/me/data.py(12): Images.__getitem__", at - 500_000, 3_900_000, thread=9)
            session.function("/home/me/data.py(3): Files.__getitem__", at, 3_000_000, thread=9)
        found = self.ask(Training(fault, busy=5_000_000))[0]
        self.assertEqual((found["rule"], found["where"][0]["name"]), ("data-loading", "/home/me/data.py(12): Images.__getitem__"))
        self.assertTrue(found["seen"].endswith(", most in Images.__getitem__ (data.py:12)"), found["seen"])

    def test_a_loader_that_starts(self):
        """Its first fetch waits for the workers to be there, whatever their number."""
        session = Training(lambda t, b, i: s.loading(9_000_000 if i == 0 else 20_000, single=False)(t, b, i), device=False)
        self.assertNotIn("data-loading", self.rules(session))

    def test_data_that_the_device_does_not_wait_for(self):
        self.assertNotIn("data-loading", self.rules(Training(s.loading(4_000_000))))

    def test_needless_synchronisation(self):
        for operator in ("aten::item", "aten::nonzero", "aten::_to_copy"):
            self.check_fault("needless-sync", s.readback(2_000_000, operator=operator), None, "train.py(27)", 2_000_000, busy=5_000_000)

    def test_a_wait_that_returns_the_moment_the_device_is_done(self):
        """As clocks of whole microseconds show it: nothing was idle while it lasted, but the host launches late for it."""
        def late(self, begin, step):
            s.readback(0)(self, begin, step)
            for event in self.events[-4:]:  # what it launches then: call, kernel and arrow
                event["ts"] += 2_000
        self.check_fault("needless-sync", late, None, "train.py(27)", 2_025_000, busy=5_000_000)

    def test_pageable_copies(self):
        length = 3_000_000
        self.check_fault("pageable-copy", s.copies("Memcpy HtoD (Pageable -> Device)", length),
                         s.copies("Memcpy HtoD (Pinned -> Device)", length), "train.py(31)", busy=6_000_000)
        self.assertNotIn("pageable-copy", self.rules(Training(s.copies("Memcpy HtoD (Pageable -> Device)", length, size=1024), busy=6_000_000)))

    def test_blocking_copies(self):
        for call, name in (("cudaMemcpy", "Memcpy HtoD (Pinned -> Device)"), ("cudaMemset", "Memset (Device)")):
            asynchronous = call + "Async"
            session = Training(s.both(s.copies(name, 3_000_000, call=call), s.readback(0)), busy=6_000_000)
            self.assertIn("blocking-copy", self.rules(session))
            self.assertNotIn("blocking-copy", self.rules(Training(s.copies(name, 3_000_000, call=asynchronous), busy=6_000_000)))
            # the device was not idle while it copied, but nothing else ran
            alone = next(f for f in self.ask(Training(s.copies(name, 3_000_000, call=call), busy=6_000_000)) if f["rule"] == "blocking-copy")
            self.assertIn("train.py(31)", " ".join([alone["where"][0]["name"], *alone["where"][0]["stack"]]))
            self.assertTrue(1_400_000 <= alone["saves_ns"] <= 3_000_000 <= alone["high_ns"], alone)

    def test_repeated_copies(self):
        pinned = "Memcpy HtoD (Pinned -> Device)"
        self.check_fault("repeated-copies", s.copies(pinned, 3_000_000, count=30), s.copies(pinned, 3_000_000, count=2), "train.py(31)", busy=6_000_000)

    def test_loops(self):
        small = s.loop("train.py(50): step", ["aten::mul", "aten::add"], 60)
        self.check_fault("python-loop", small, s.loop("train.py(50): step", ["aten::mul", "aten::add"], 3), "train.py(50)", device=False)
        self.assertNotIn("python-loop", self.rules(Training(s.loop("train.py(50): step", ["aten::mul"], 12, each=400_000), device=False)))
        index = ["aten::select", "aten::add"]
        self.check_fault("indexing-loop", s.loop("train.py(51): step", index, 60), s.loop("train.py(51): step", index, 3), "train.py(51)", device=False)

    def test_what_a_loop_has_the_device_do_is_saved_too(self):
        def loop(self, begin, step):
            start = begin + 100_000
            self.function("train.py(50): step", start, 60 * 60_000 + 1_000)
            for i in range(60):
                self.operator("aten::mul", start + 500 + i * 60_000, 50_000)
                self.launched("mul_kernel", start + 1_000 + i * 60_000, start + 9_000 + i * 60_000, 8_000)
        found = next(f for f in self.ask(Training(loop, busy=4_000, kernels=1)) if f["rule"] == "python-loop")
        # The device is idle for 52 us of each turn, of which 10 us are Python's and half of the rest goes.
        self.assertAlmostEqual(found["saves_ns"], 60 * (10_000 + 21_000 + 8_000), delta=200_000)

    def test_layers_of_a_container_are_no_loop(self):
        layers = s.loop("torch/nn/modules/container.py(204): forward", ["aten::linear", "aten::relu"], 60)
        self.assertEqual(self.rules(Training(layers, device=False)), [])

    def test_a_loop_without_its_line_is_not_known(self):
        session = Training(s.loop("train.py(50): step", ["aten::mul", "aten::add"], 60), device=False, lines=False)
        session.events = [e for e in session.events if e["cat"] != "python_function"]
        self.assertEqual(self.rules(session), [])

    def test_single_tensor_optimizer(self):
        single = s.optimizer(["aten::mul_", "aten::add_"], 60)
        joint = s.optimizer(["aten::_foreach_add_"], 2)
        self.check_fault("single-tensor-optimizer", single, joint, busy=8_000_000)
        self.assertNotIn("single-tensor-optimizer", self.rules(Training(single, busy=9_850_000)), "the device was busy")
        self.assertNotIn("single-tensor-optimizer", self.rules(Training(single, device=False)), "little to gain there")

    def test_zeroed_gradients(self):
        found = self.check_fault("zeroed-gradients", s.zeros(20), None, "train.py(40)", device=False)
        self.assertIn("set_to_none=True", found["remedy"])
        self.check_fault("zeroed-gradients", s.zeros(20), None, "train.py(40)")
        # a host that runs ahead of the device saves only what the device does less
        self.check_fault("zeroed-gradients", s.zeros(20, kernel=6_000), None, "train.py(40)", saves=120_000)

    def test_tensor_cores(self):
        length, free = 3_000_000, {"busy": 6_000_000}
        for dims, kernel in (([[512, 1023], [1023, 512]], "cutlass_75_tensorop_f16_s1688gemm_f16_align1"),
                             ([[512, 1024], [1024, 512]], "simt_hgemm_128x64")):
            self.check_fault("tensor-cores", s.product(kernel, length, dims, HALF),
                             s.product("cutlass_80_tensorop_f16_s16816gemm", length, [[512, 1024], [1024, 512]], HALF), **free)
        session = Training(s.product("cutlass_75_tensorop_f16_s1688gemm_f16_align1", length, [[512, 1023], [1023, 512]], HALF), **free)
        for event in session.events:
            event.get("args", {}).pop("Input Dims", None)
        self.assertNotIn("tensor-cores", self.rules(session), "without shapes nobody can say")

    def test_float32_products(self):
        fault = s.product("ampere_sgemm_128x64_nn", 3_000_000, [[512, 512], [512, 512]], FLOAT)
        self.check_fault("float32-matmul", fault, s.product("sm80_xmma_gemm_tf32f32_tf32f32_f32", 3_000_000, [[512, 512]] * 2, FLOAT), busy=6_000_000)
        for other in ({"computeMajor": 7}, {"name": "AMD Instinct MI300X"}):
            self.assertNotIn("float32-matmul", self.rules(Training(fault, busy=6_000_000), deviceProperties=[s.DEVICE | other]))
        self.assertNotIn("float32-matmul", self.rules(Training(fault, busy=6_000_000), deviceProperties=[]))

    def test_layout_changes(self):
        fault = s.product("void cudnn::ops::nchwToNhwcKernel<float>", 1_000_000, [[8, 3, 224, 224]], FLOAT, "aten::conv2d")
        self.check_fault("channels-last", fault, None, busy=8_000_000)

    def test_bias_before_norm(self):
        self.check_fault("bias-before-norm", s.bias([64]), s.bias([]), busy=7_000_000)
        self.assertNotIn("bias-before-norm", self.rules(Training(s.bias([64], norm="aten::relu"), busy=7_000_000)))

    def test_allocator_retries(self):
        self.check_fault("allocator-retries", s.allocations(), s.allocations(free=False), busy=8_900_000)
        self.assertNotIn("allocator-retries", self.rules(Training(lambda t, b, i: s.allocations(first=0)(t, b, i) if i == 0 else None, busy=8_000_000)))

    def test_memory_near_its_limit(self):
        def memory(reserved):
            session = Training()
            session.events.append({"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "s": "t", "pid": 4711, "tid": 4711,
                                   "ts": (s.BEGIN + 5_000) / 1000, "args": {"Addr": 4096, "Bytes": 1 << 30, "Device Type": 1, "Device Id": 0,
                                                                            "Total Allocated": 1 << 30, "Total Reserved": reserved}})
            return session
        self.assertIn("memory-limit", self.rules(memory(76_000_000_000)))
        self.assertNotIn("memory-limit", self.rules(memory(60_000_000_000)))
        self.assertNotIn("memory-limit", self.rules(memory(76_000_000_000), deviceProperties=[]))
        self.assertNotIn("memory-limit", self.rules(memory(76_000_000_000), "--set", "memory-limit.share=97"))

    def test_recomputation(self):
        self.check_fault("checkpoint-recomputation", s.recompute(2_000_000), None, saves=2_000_000, busy=7_000_000)

    def test_garbage_collections(self):
        for name, category in (("Python GC", "python_function"), ("<built-in function collect>", "python_function"), ("gc", "python gc")):
            self.check_fault("garbage-collection", s.collections(2_000_000, name, category), s.collections(20_000, name, category), device=False)
        self.assertNotIn("garbage-collection", self.rules(Training(s.collections(1_000_000), busy=9_800_000)), "the device was busy")

    def test_recompilations(self):
        first = s.compiling([0])
        versions = s.regions(lambda step: ["Torch-Compiled Region: 0/0" if step < 3 else "Torch-Compiled Region: 0/1"])
        once = s.regions(lambda step: ["Torch-Compiled Region: 0/0"])
        self.check_fault("recompilation", s.both(versions, s.compiling([0, 3])), s.both(once, first), device=False)

    def test_graph_breaks(self):
        broken = s.regions(lambda step: [f"Torch-Compiled Region: {i}/0" for i in range(3)])
        whole = s.regions(lambda step: ["Torch-Compiled Region: 0/0"] * 3)
        self.check_fault("graph-breaks", broken, whole, device=False)

    def test_warm_up(self):
        session = Training(device=False)
        first = next(e for e in session.events if e["name"] == "ProfilerStep#0")
        first["ts"] -= 40_000
        first["dur"] += 40_000
        self.assertEqual(self.rules(session), ["warm-up"])
        self.assertEqual(self.rules(session, "--set", "warm-up.times=6"), [])

    def test_overhead(self):
        self.check_fault("profiler-overhead", s.overhead(1_000_000), s.overhead(100_000), device=False)

    def test_data_parallel(self):
        def parallel(name):
            def fault(self, begin, step):
                self.annotation(name, begin + 100_000, 3_000_000)
                self.operator("Broadcast", begin + 200_000, 1_000_000)
                self.operator("Gather", begin + 2_000_000, 500_000)
            return fault
        self.check_fault("data-parallel", parallel("DataParallel.forward"), parallel("DistributedDataParallel.forward"), saves=1_500_000, device=False)

    def test_distributed_without_nccl(self):
        def gloo(self, begin, step):
            self.annotation("gloo:all_reduce", begin + s.STEP - 1_500_000, 1_400_000)
        self.check_fault("ddp-without-nccl", gloo, s.collectives("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 300_000), saves=1_400_000, busy=8_000_000)
        self.assertNotIn("ddp-without-nccl", self.rules(Training(gloo, device=False)), "gloo is what CPUs have")

    def test_exposed_communication(self):
        name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)"
        self.assertIn("exposed-communication", self.rules(Training(s.collectives(name, 3_000_000), busy=6_000_000)))

        def hidden(self, begin, step):
            self.launched(name, begin + 62_000, begin + 200_000, 3_000_000, 20)
        self.assertNotIn("exposed-communication", self.rules(Training(hidden)))

    def host_ranks(self, *ranks):
        """Advice on ranks without a device, (computing, communicating, hidden) in each step: `hidden` of it is computed through."""
        files = []
        for number, (computing, communicating, hidden) in enumerate(ranks):
            def fault(self, begin, step, computing=computing, communicating=communicating, hidden=hidden):
                for i in range(10):
                    self.operator("aten::mm", begin + 50_000 + i * (computing // 10), computing // 10)
                self.annotation("gloo:all_reduce", begin + 50_000 + computing - hidden, communicating, thread=4800)
            files.append(Training(fault, device=False, lines=False).write(
                self.folder / f"host{number}.json", deviceProperties=[],
                distributedInfo={"backend": "gloo", "rank": number, "world_size": len(ranks)}))
        done = subprocess.run([PROGRAM, "advice", *files, "--format", "json"], capture_output=True, text=True, check=True)
        return {found["rule"]: found for found in json.loads(done.stdout)}

    def test_ranks_without_a_device(self):
        """Jobs on CPUs communicate through gloo: what no operator hides is exposed, and ranks may be uneven."""
        rule = "exposed-communication"
        found = self.host_ranks((6_000_000, 3_000_000, 0))[rule]
        self.assertEqual(found["saves_ns"], 1_500_000)
        self.assertEqual({place["name"] for place in found["where"]}, {"gloo:all_reduce"})
        self.assertIn("(0.0\u2009% overlapped)", found["seen"])
        self.assertNotIn(rule, self.host_ranks((6_000_000, 3_000_000, 2_500_000)))
        self.assertNotIn(rule, self.host_ranks((9_000_000, 500_000, 0)))
        self.assertEqual(self.host_ranks((6_000_000, 3_000_000, 0), (6_000_000, 3_000_000, 0))[rule]["saves_ns"], 1_500_000)
        self.assertNotIn("uneven-ranks", self.host_ranks((6_000_000, 1_000_000, 0), (6_200_000, 800_000, 0)))
        self.assertNotIn("uneven-ranks", self.host_ranks((300_000, 5_000_000, 0), (200_000, 5_100_000, 0)), "that costs next to nothing")
        uneven = self.host_ranks((8_000_000, 500_000, 0), (4_000_000, 4_500_000, 0))["uneven-ranks"]
        self.assertIn("Rank 0", uneven["seen"])
        self.assertAlmostEqual(uneven["saves_ns"], 2_000_000, delta=10_000)

    def test_small_collectives(self):
        name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)"
        many = {"In msg nelems": 1000, "dtype": "Float"}
        large = many | {"In msg nelems": 10_000_000}
        self.assertIn("small-collectives", self.rules(Training(s.collectives(name, 1_500_000, 40, **many), busy=8_000_000)))
        self.assertNotIn("small-collectives", self.rules(Training(s.collectives(name, 1_500_000, 40, **large), busy=8_000_000)))
        self.assertNotIn("small-collectives", self.rules(Training(s.collectives(name, 1_500_000, 2, **many), busy=8_000_000)))

    def test_launch_bound(self):
        """Many small kernels, each launched after the one before has ended."""
        def late(self, begin, step):
            for i in range(100):
                at = begin + 3_000_000 + i * 60_000
                self.operator("aten::add", at, 40_000)
                self.launched("small", at + 30_000, at + 38_000, 5_000)
        self.assertIn("reduce-overhead", self.check_fault("launch-bound", late, None, busy=2_000_000, lines=False)["remedy"])

    def test_launch_bound_with_graphs(self):
        """Who replays graphs already is not told to begin with that."""
        def late(self, begin, step):
            for i in range(100):
                at = begin + 3_000_000 + i * 60_000
                self.operator("aten::add", at, 40_000)
                self.launched("small", at + 30_000, at + 38_000, 5_000, call="cudaGraphLaunch" if i == 50 else "cudaLaunchKernel")
        found = {f["rule"]: f for f in self.ask(Training(late, busy=2_000_000, lines=False))}["launch-bound"]
        self.assertNotIn("reduce-overhead", found["remedy"])
        self.assertIn("replays CUDA graphs", found["remedy"])

    def test_low_use(self):
        session = Training(busy=3_000_000)
        self.assertIn("low-gpu-use", self.rules(session))
        self.assertNotIn("low-gpu-use", self.rules(Training()))
        self.assertNotIn("low-gpu-use", self.rules(session, "--set", "low-gpu-use.busy=20"))

    def test_uneven_ranks(self):
        def rank(number, busy):
            session = Training(busy=busy)
            return session.write(self.folder / f"rank{number}.json", distributedInfo={"backend": "nccl", "rank": number, "world_size": 2})
        for busy, uneven in ((9_500_000, False), (5_000_000, True)):
            files = [rank(0, 9_500_000), rank(1, busy)]
            done = subprocess.run([PROGRAM, "advice", *files, "--format", "json"], capture_output=True, text=True, check=True)
            self.assertEqual("uneven-ranks" in [f["rule"] for f in json.loads(done.stdout)], uneven)

    def test_the_same_time_is_not_counted_twice_unsaid(self):
        session = Training(s.both(s.loading(3_000_000), s.collections(2_000_000)), busy=6_000_000)
        findings = {f["rule"]: f for f in self.ask(session)}
        self.assertIn("garbage-collection", findings["data-loading"]["overlaps"])
        self.assertIn("data-loading", findings["garbage-collection"]["overlaps"])

    def test_a_range_has_its_own_advice(self):
        def late(self, begin, step):
            if step >= 3:
                s.loading(4_000_000)(self, begin, step)
        session = Training(late, busy=5_000_000)
        middle = s.BEGIN + 3 * s.STEP
        self.assertNotIn("data-loading", self.rules(session, "--range", f"..{middle}"))
        found = self.ask(session, "--range", f"{middle}..")[0]
        self.assertEqual(found["rule"], "data-loading")
        self.assertAlmostEqual(found["saves_ns"], 4_000_000, delta=200_000)

    def test_rules_and_settings(self):
        listed = json.loads(subprocess.run([PROGRAM, "advice", "--rules", "--format", "json"], capture_output=True, text=True, check=True).stdout)
        tested = Path(__file__).read_text()
        for rule in listed:
            self.assertTrue(rule["title"])
            self.assertIn(f'"{rule["rule"]}"', tested, "a rule without a test")
            for threshold in rule["thresholds"]:
                self.assertGreater(threshold["value"], 0)
        self.assertIn("data-loading.share", subprocess.run([PROGRAM, "advice", "--rules"], capture_output=True, text=True, check=True).stdout)
        session = Training(s.loading(400_000), device=False).write(self.folder / "a.json")
        for wrong in ("data-loading.share", "data-loading.much=3", "nothing.share=3", "data-loading.share=-1", "data-loading.share=3%", "=", "."):
            done = subprocess.run([PROGRAM, "advice", session, "--set", wrong], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)
            self.assertIn("lanescope advice: ", done.stderr)
        self.assertEqual(subprocess.run([PROGRAM, "advice"], capture_output=True).returncode, 2)
        self.assertIn("data-loading", self.rules(Training(s.loading(400_000), device=False), "--set", "data-loading.share=3"))
        self.assertNotIn("data-loading", self.rules(Training(s.loading(400_000), device=False)))


if __name__ == "__main__":
    unittest.main()
