"""Logs of NCCL's inspector: when collectives began, ranks and communicators, lines that are no records, files that are cut or hostile."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["LANESCOPE_BUILD"])
sys.path.insert(0, str(BUILD / "lib/lanescope/python"))
import lanescope  # noqa: E402

T = 1_795_000_000_000_000  # microseconds


def line(key, content, id="0xab", name="unknown", rank=1, ranks=4, written=0, pid=100, host="node1"):
    return {"header": {"id": id, "comm_name": name, "rank": rank, "n_ranks": ranks, "nnodes": 1},
            "metadata": {"inspector_output_format_version": "v4.0", "rec_mechanism": "nccl_profiler_interface",
                         "dump_timestamp_us": T + written, "hostname": host, "pid": pid}, key: content}


def collective(number, took, source="kernel_gpu", times=None, **where):
    content = {"coll": "AllReduce", "coll_algo": "RING", "coll_proto": "LL", "coll_sn": number, "coll_msg_size_bytes": 4096,
               "coll_exec_time_us": took, "coll_timing_source": source, "coll_algobw_gbs": 1.5, "coll_busbw_gbs": 2.25}
    if times:
        call, *kernels = times
        content["event_trace_ts"] = {"coll_start_ts": T + call, "coll_stop_ts": T + call + 5, "kernel_events": [
            {"channel_id": i, "kernel_start_ts": T + start, "kernel_stop_ts": T + start + took} for i, start in enumerate(kernels)]}
    return line("coll_perf", content, **where)


def transfer(number, took, **where):
    return line("p2p_perf", {"p2p": "Send", "p2p_sn": number, "p2p_peer": 3, "p2p_msg_size_bytes": 64, "p2p_exec_time_us": took,
                             "p2p_timing_source": "kernel_cpu"}, **where)


class InspectorLog(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, *lines, name="node1-pid100.log"):
        path = self.folder / name
        path.write_bytes(b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in lines))
        return path

    def slices(self, path):
        table = lanescope.Session(path).slices()
        return [dict(zip(table.keys(), row)) for row in zip(*(list(table[key]) for key in table.keys()))]

    def notes(self, path):
        out = subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", path], capture_output=True, check=True).stdout
        return {one["kind"]: one["count"] for one in json.loads(out)["diagnostics"]}

    def test_begins_are_those_of_kernels_of_the_call_or_estimated(self):
        path = self.written(collective(0, 100, times=(1000, 1040, 1020)), collective(1, 50, "collective_cpu", times=(2000, 2040)),
                            collective(2, 30, times=(3000,)), collective(3, 200, written=9000), transfer(0, 10, written=9500))
        self.assertEqual([(row["name"], row["begin_ns"], row["duration_ns"]) for row in self.slices(path)],
                         [("AllReduce", 0, 100_000), ("AllReduce", 980_000, 50_000), ("AllReduce", 1_980_000, 30_000),
                          ("AllReduce", 7_780_000, 200_000), ("Send", 8_470_000, 10_000)])
        self.assertEqual(self.notes(path), {"estimated-begins": 2})
        first, *_, last = (json.loads(row["arguments"]) for row in self.slices(path))
        self.assertEqual(first, {"Process Group Name": "0xab", "Process Group Description": "unknown", "Seq": 0, "Group size": 4,
                                 "bytes": 4096, "algorithm bandwidth (GB/s)": 1.5, "bus bandwidth (GB/s)": 2.25,
                                 "timing source": "kernel_gpu", "algorithm": "RING", "protocol": "LL"})
        self.assertEqual((last["point to point"], last["peer"]), (1, 3))

    def test_the_largest_communicator_names_the_rank(self):
        path = self.written(collective(0, 5, id="0x1", rank=0, ranks=2), collective(0, 5, id="0x2", name="world", rank=7, ranks=8),
                            collective(1, 5, id="0x1", rank=0, ranks=2, name="tensor"), collective(0, 5, pid=101, rank=3, ranks=8))
        self.assertEqual({(row["process"], row["thread"]) for row in self.slices(path)},
                         {("node1:100", "Collectives of 0x1"), ("node1:100", "Collectives of 0x2"), ("node1:101", "Collectives of 0xab")})
        out = subprocess.run([BUILD / "bin/lanescope-record", "convert", path, "-"], capture_output=True, check=True).stdout
        names = {event["args"]["name"] for event in json.loads(out)["traceEvents"] if event["ph"] == "M" and "name" in event["args"]}
        self.assertLessEqual({"Rank 7", "Rank 3", "Collectives of tensor (0x1)", "Collectives of world (0x2)"}, names)

    def test_logs_of_a_job_are_opened_as_one_folder(self):
        for rank in range(2):
            self.written(*(collective(number, 5 + rank, rank=rank, ranks=2, host=f"node{rank}", written=100 * number)
                           for number in range(1, 4 + rank)), name=f"node{rank}-pid100.log")
        (self.folder / "train.log").write_text("epoch 1\n")
        self.assertEqual(len(self.slices(self.folder)), 7)
        out = subprocess.run([BUILD / "bin/lanescope-record", "ranks", "--format", "json", self.folder], capture_output=True, check=True)
        self.assertEqual([row["sequence"] for row in json.loads(out.stdout)["collectives"]], [1, 2, 3])

    def test_other_lines_are_counted(self):
        path = self.written(line("dump_stats", {"coll_records": 1, "coll_dropped_total": 4, "p2p_dropped_total": 1}),
                            line("dump_stats", {"coll_records": 1, "coll_dropped_total": 6, "p2p_dropped_total": 1}),
                            line("proxy_trace", {"record_type": "proxy_op"}), collective(0, 5), b"\n", b'{"coll_perf": {]\n', b"[1]\n",
                            {"header": {}, "coll_perf": {"coll": "Reduce"}})
        self.assertEqual(len(self.slices(path)), 1)
        self.assertEqual(self.notes(path), {"collectives-dropped": 7, "unread-operations and steps of NCCL's proxies": 1,
                                            "estimated-begins": 1, "skipped-text": 2, "missing-time": 1})

    def test_a_cut_log_keeps_its_whole_lines(self):
        whole = self.written(*(collective(number, 5, written=number) for number in range(5))).read_bytes()
        found = []
        for size in range(whole.index(b"\n") + 1, len(whole), 97):
            path = self.written(whole[:size])
            found.append(len(self.slices(path)))
            self.assertEqual("truncated-tail" in self.notes(path), whole[size - 1:size + 1] not in (b"\n{", b"}\n"))
        self.assertEqual((found, found[0], found[-1]), (sorted(found), 1, 4))
        self.assertEqual(len(self.slices(self.written(whole[:-1]))), 5)

    def test_hostile_logs_are_refused_or_read(self):
        begin = b'{"header": {"id": 1}, "coll_perf": '
        for data in (begin, begin + b"[" * 200_000, begin + b'"' + b"x" * (65 << 20), begin + b"[1]}\x00", begin + b"7}\n"):
            path = self.written(data)
            out = subprocess.run(["sh", "-c", 'ulimit -v 1000000; exec "$@"', "sh", BUILD / "bin/lanescope-record", "info", path],
                                 capture_output=True, text=True)
            self.assertEqual((out.returncode, out.stderr.count("\n")), (1, 1), out.stdout + out.stderr)
            self.assertIn("log of NCCL's inspector", out.stderr)
        odd = collective(1 << 62, 1e308, times=(-(1 << 62), 5), id={"a": 1}, name=[], rank="x", ranks=None, host=3, pid=-1)
        odd["metadata"]["dump_timestamp_us"] = (1 << 63) - 1
        self.assertEqual(len(self.slices(self.written(odd, collective(0, -5, written=-(1 << 62))))), 2)


if __name__ == "__main__":
    unittest.main()
