"""Pickles of torch: what a snapshot holds is the same in every protocol; what is no plain data is refused and nothing of it runs."""
import json
import os
import pickle
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
sys.path.insert(0, str(BUILD / "lib/lanescope/python"))
import lanescope  # noqa: E402

T = 1_795_000_000_000_000  # microseconds


def frame(line, name="forward", file="/home/me/model.py"):
    return {"filename": file, "line": line, "name": name}


def event(action, at, size, after, **more):
    return dict({"action": action, "addr": at, "size": size, "stream": 0, "time_us": T + after, "frames": [frame(7), frame(90, "main")]},
                **more)


def segment(*blocks, device=0, total=4096):
    at = 0x7F0000000000
    made = []
    for size, state in blocks:
        made.append({"address": at, "size": size, "requested_size": size, "state": state, "frames": []})
        at += size
    return {"device": device, "address": 0x7F0000000000, "total_size": total, "allocated_size": 0, "active_size": 0, "stream": 0,
            "segment_type": "small", "blocks": made}


A, B = 0xFFFF800000000000, 0x7F0000000400  # the first needs nine bytes as an unsigned number
SNAPSHOT = {
    "segments": [segment((1024, "active_allocated"), (512, "active_allocated"))],
    "device_traces": [[
        event("segment_alloc", 0x7F0000000000, 4096, 0),
        event("alloc", B, 512, 10),
        event("alloc", A, 2048, 20),
        event("free_requested", A, 2048, 30),
        event("free_completed", A, 2048, 40),
        event("oom", 0, 1 << 33, 50, device_free=77),
    ], []],
    "external_annotations": [{"stage": "START", "name": "step", "device": 0, "time_us": T + 5},
                             {"stage": "END", "name": "step", "device": 0, "time_us": T + 45}],
}


class Pickles(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, data, name="snapshot.pickle"):
        path = self.folder / name
        path.write_bytes(data)
        return path

    def refused(self, data):
        """The one sentence that says why a file is not opened; within a second and 200 MB of memory."""
        path = self.written(data)
        begin = time.monotonic()
        out = subprocess.run(["sh", "-c", 'ulimit -v 1000000; exec "$@"', "sh", BUILD / "bin/lanescope-record", "info", path],
                             capture_output=True, text=True)
        self.assertEqual(out.returncode, 1, out.stdout + out.stderr)
        self.assertEqual(out.stderr.count("\n"), 1, out.stderr)
        if not os.environ.get("LANESCOPE_SANITIZE"):
            self.assertLess(time.monotonic() - begin, 20)
        return out.stderr

    def test_every_protocol_reads_alike(self):
        for protocol in (2, 3, 4, 5):
            with self.subTest(protocol):
                session = lanescope.Session(self.written(pickle.dumps(SNAPSHOT, protocol)))
                memory = session.memory()
                self.assertEqual(list(memory["time_ns"]), [10_000, 20_000, 40_000])
                self.assertEqual(list(memory["bytes"]), [512, 2048, -2048])
                self.assertEqual(list(memory["address"]), [B, A, A])
                # 1024 bytes were there before the history began.
                self.assertEqual(list(memory["total_allocated_bytes"]), [1536, 3584, 1536])
                self.assertEqual(list(memory["total_reserved_bytes"]), [4096, 4096, 4096])
                info = json.loads(subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", session.path],
                                                 capture_output=True, check=True).stdout)
                self.assertEqual(info["instants"], 2)  # the segment and the failure

    def test_blocks_keep_their_stacks(self):
        path = self.written(pickle.dumps(SNAPSHOT, 4))
        out = subprocess.run([BUILD / "bin/lanescope-record", "memory", path, "--at", "25us", "--by", "place"], capture_output=True,
                             check=True).stdout
        self.assertIn(b"model.py:7", out)

    def test_times_that_are_missing_become_an_order(self):
        old = json.loads(json.dumps(SNAPSHOT))
        for one in old["device_traces"][0]:
            del one["time_us"]
        del old["external_annotations"]
        session = lanescope.Session(self.written(pickle.dumps(old, 2)))
        self.assertEqual(list(session.memory()["time_ns"]), [2000, 3000, 5000])
        self.assertEqual(session.info["span_ns"], 5000)  # from the segment to the failure

    def test_more_events_than_one_batch(self):
        many = dict(SNAPSHOT, device_traces=[[event("alloc", 64 * i, 64, i) for i in range(2500)]], segments=[])
        memory = lanescope.Session(self.written(pickle.dumps(many, 4))).memory()
        self.assertEqual([memory.rows, sum(memory["bytes"])], [2500, 2500 * 64])

    def test_code_is_never_run(self):
        mark = self.folder / "was-run"

        class Evil:
            def __reduce__(self):
                return os.system, (f"touch {mark}",)

        for protocol in (2, 3, 4, 5):
            self.assertIn("which is never done", self.refused(pickle.dumps({"segments": Evil()}, protocol)))
        self.assertFalse(mark.exists())

    def test_hostile_pickles_are_refused(self):
        begin = b"\x80\x04"
        cases = {
            "a text longer than the file": begin + b"\x8d" + struct.pack("<Q", 1 << 62) + b"abc",
            "a text of four gigabytes": begin + b"X" + struct.pack("<I", 0xFFFFFFFF) + b"abc",
            "a memo with a hole": begin + b"Nr" + struct.pack("<I", 0xFFFFFFF0) + b".",
            "a memo that was not kept": begin + b"h\x07.",
            "a list within itself": begin + b"]\x94h\x00a.",
            "lists within lists": begin + b"]" * 200_000 + b"a" * 199_999 + b".",
            "marks without end": begin + b"(" * 200_000 + b".",
            "an end without begin": begin + b"]e.",
            "items of a number": begin + b"K\x01(K\x02e.",
            "a key without a value": begin + b"}(K\x01u.",
            "a number of 200 bytes": begin + b"\x8a\xc8" + b"\x01" * 200 + b".",
            "a value from below a mark": b"\x80\x02]N(at.",
            "a list from below a mark": b"\x80\x02]](ae.",
            "a pair from below a mark": b"\x80\x02}NN(su.",
            "nothing": begin + b".",
            "two values": begin + b"NN.",
            "another protocol": b"\x80\x03\x80\x09N.",
            "no stop": begin + b"N",
            "other data": pickle.dumps({"weights": [1, 2, 3]}),
        }
        for name, data in cases.items():
            with self.subTest(name):
                self.assertIn("is a Python pickle", self.refused(data))

    def test_shared_segments_and_huge_sizes_do_not_multiply(self):
        one = segment(*[(1 << 45, "active_allocated")] * 20_000, total=1 << 62)
        begin = time.monotonic()
        session = lanescope.Session(self.written(pickle.dumps(dict(SNAPSHOT, segments=[one] * 20_000), 4)))
        self.assertEqual(session.memory().rows, 3)
        if not os.environ.get("LANESCOPE_SANITIZE"):
            self.assertLess(time.monotonic() - begin, 20)

    def test_a_cut_snapshot_keeps_what_came_whole(self):
        for protocol, one_device in ((2, False), (4, False), (4, True)):
            one = dict(SNAPSHOT, device_traces=SNAPSHOT["device_traces"][:1]) if one_device else SNAPSHOT
            whole = pickle.dumps(one, protocol)
            self.assertIn("it ends in the middle at byte", self.refused(whole[:10]))
            self.assertIn("it ends in the middle at byte", self.refused(whole[:100]))
            kept = []
            for size in range(101, len(whole), 7):
                try:
                    memory = lanescope.Session(self.written(whole[:size])).memory()
                except lanescope.LanescopeError as error:
                    self.assertIn("it ends in the middle at byte", str(error))
                    self.assertEqual(kept, [], "what was kept of less is kept of more")
                    continue
                kept.append(memory.rows)
                self.assertEqual(list(memory["time_ns"]), [10_000, 20_000, 40_000][:memory.rows])
                self.assertEqual(list(memory["bytes"]), [512, 2048, -2048][:memory.rows])
                known = list(memory["total_allocated_bytes"])
                self.assertIn(known, ([1536, 3584, 1536][:memory.rows], [None] * memory.rows), (protocol, size))
            self.assertEqual((kept, set(kept)), (sorted(kept), {0, 1, 2, 3}), protocol)
            info = subprocess.run([BUILD / "bin/lanescope-record", "info", self.written(whole[:-1])], capture_output=True, text=True)
            self.assertIn("The file ends in the middle", info.stdout)

    def test_a_cut_dump_of_the_flight_recorder_keeps_its_entries(self):
        entry = {"record_id": 0, "pg_id": 0, "process_group": ("0", "default_pg"), "collective_seq_id": 1, "p2p_seq_id": 0,
                 "op_id": 1, "profiling_name": "nccl:all_reduce", "time_created_ns": T * 1000, "state": "completed", "retired": True,
                 "time_discovered_started_ns": T * 1000 + 10, "time_discovered_completed_ns": T * 1000 + 20, "is_p2p": False}
        dump = {"version": "2.5", "pg_config": {"0": {"name": "0"}},
                "entries": [dict(entry, record_id=i, time_created_ns=T * 1000 + 100 * i) for i in range(5)]}
        for whole in (pickle.dumps(dump, 2), json.dumps(dump, sort_keys=True).encode()):
            slices = [lanescope.Session(self.written(whole[:size])).slices().rows
                      for size in range(len(whole) // 2, len(whole) + 1, (len(whole) + 1 - len(whole) // 2) // 20)]
            slices.append(lanescope.Session(self.written(whole)).slices().rows)
            self.assertEqual((slices, min(slices) < 4, slices[-1]), (sorted(slices), True, 5))

    def test_dumps_of_nccl_say_which_rank_has_not_come(self):
        entry = {"record_id": 0, "process_group": ["0", "default_pg"], "p2p_seq_id": 0, "profiling_name": "nccl:all_reduce",
                 "state": "completed", "retired": True, "is_p2p": False, "input_sizes": [[64]], "input_dtypes": ["Float"]}

        def dump(count, waits):
            entries = [dict(entry, record_id=i, collective_seq_id=i + 1, time_created_ns=(T + i) * 1000,
                            time_discovered_started_ns=(T + i) * 1000 + 10, time_discovered_completed_ns=(T + i) * 1000 + 500)
                       for i in range(count)]
            if waits:
                entries[-1] |= {"state": "started", "retired": False, "time_discovered_completed_ns": 0}
            return {"version": "2.10", "comm_lib_version": "2.27", "pg_config": {"0": {"name": "0", "ranks": "[0, 1]"}}, "entries": entries}

        for write in (lambda of: json.dumps(of, sort_keys=True).encode(), lambda of: pickle.dumps(of, 2)):
            files = [self.written(write(dump(6, True)), "trace_rank_0"), self.written(write(dump(5, False)), "trace_rank_1")]
            out = subprocess.run([BUILD / "bin/lanescope-record", "ranks", "--format", "json", *files], capture_output=True, check=True)
            answer = json.loads(out.stdout)
            self.assertEqual([row["sequence"] for row in answer["collectives"]], [1, 2, 3, 4, 5])
            self.assertEqual(answer["awaited"],
                             [{"name": "nccl:all_reduce", "group": "0", "sequence": 6, "waiting": [0], "missing": [1]}])
            out = subprocess.run([BUILD / "bin/lanescope-record", "stats", "--by", "awaited", "--format", "json", *files],
                                 capture_output=True, check=True)
            self.assertEqual([(row["name"], row["sequence"], row["rank"], row["state"], row["bytes"]) for row in json.loads(out.stdout)],
                             [("nccl:all_reduce", 6, 1, "has not come", None), ("nccl:all_reduce", 6, 0, "waits", 256)])

    def test_a_trace_with_process_groups_is_no_dump(self):
        event = {"ph": "X", "name": "mm", "cat": "cpu_op", "pid": 1, "tid": 1, "ts": 1, "dur": 2}
        trace = {"schemaVersion": 1, "distributedInfo": {"backend": "gloo", "pg_config": [{"pg_name": "0"}]}, "traceEvents": [event]}
        self.assertEqual(lanescope.Session(self.written(json.dumps(trace).encode(), "trace.json")).slices().rows, 1)

    def test_json_that_is_no_dump(self):
        for text in ('{"pg_config": 1}', '{"pg_config": [}', '{"pg_config": ' + "[" * 100_000, '{"version": "2", "collective_seq_id": "\\ud800"}'):
            out = subprocess.run([BUILD / "bin/lanescope-record", "info", self.written(text.encode(), "dump.json")],
                                 capture_output=True, text=True)
            self.assertEqual((out.returncode, out.stderr.count("\n")), (1, 1), out.stderr)
            self.assertIn("looks like a dump of torch's flight recorder and is none", out.stderr)


if __name__ == "__main__":
    unittest.main()
