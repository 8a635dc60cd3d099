#!/usr/bin/env python3
"""A .pftrace that convert writes, by three readers: Lanescope's own, Perfetto's protobuf classes of PyPI, and the oracle of
../shared/interchange where it is there. Figures are those of the session that was written."""
import collections
import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
import pypi  # noqa: E402

PROGRAM = Path(os.environ["LANESCOPE_BUILD"]) / "bin/lanescope-record"
ORACLE = Path(os.environ.get("LANESCOPE_INTERCHANGE", ROOT.parent / "shared/interchange")) / "oracle/pftrace_oracle.py"
SHARED = ROOT.parent / "shared"
SESSIONS = [ROOT / "resources/demo/gpu.lanes", SHARED / "device/ddp.lanes", SHARED / "traces/ddp_rank0.json.gz", SHARED / "traces/cuda_graph_decode.json.gz"]
# Counts of what the packets hold, and whether each track's begins and ends fit.
DECODE = """
import collections, json, sys
from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb
trace = pb.Trace()
trace.ParseFromString(open(sys.argv[1], 'rb').read())
counts, depth, uuids, used, names = collections.Counter(), collections.Counter(), set(), set(), {}
for packet in trace.packet:
    for name in packet.interned_data.event_names:
        names[name.iid] = name.name
    if packet.HasField('track_descriptor'):
        assert packet.track_descriptor.uuid not in uuids
        uuids.add(packet.track_descriptor.uuid)
        assert not packet.track_descriptor.parent_uuid or packet.track_descriptor.parent_uuid in uuids
    if packet.HasField('track_event'):
        event = packet.track_event
        counts[event.type] += 1
        counts['flows'] += len(event.flow_ids)
        counts['ends'] += len(event.terminating_flow_ids)
        used.add(event.track_uuid)
        assert not event.name_iid or event.name_iid in names
        depth[event.track_uuid] += {1: 1, 2: -1}.get(event.type, 0)
        assert depth[event.track_uuid] >= 0
assert used <= uuids
print(json.dumps({'begin': counts[1], 'end': counts[2], 'instant': counts[3], 'counter': counts[4], 'flows': counts['flows'], 'ends': counts['ends'],
                  'open': sum(depth.values())}))
"""


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def events(file):
    return json.loads(run(PROGRAM, "convert", "-q", file, "-"))["traceEvents"]


def sums(file):
    """Category and name -> count and nanoseconds."""
    return {(row["category"], row["name"]): (row["n"], row["ns"]) for row in
            json.loads(run(PROGRAM, "sql", file, "select coalesce(category, '') as category, name, count(*) as n, sum(dur) as ns from slice group by 1, 2",
                           "--format", "json"))}


class PerfettoExport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.written = {}
        for session in SESSIONS:
            if session.exists():
                cls.written[session] = cls.folder / (session.name.split(".")[0] + ".pftrace")
                run(PROGRAM, "convert", "-q", session, cls.written[session])
        cls.python, cls.why = pypi.environment("perfetto", "perfetto", "protobuf", "zstandard")

    def test_our_own_reader_has_the_same_figures(self):
        for session, written in self.written.items():
            with self.subTest(session.name):
                self.assertEqual(sums(written), sums(session))
                times = ("total_cpu_ns", "self_cpu_ns", "total_device_ns", "total_ns", "max_ns")
                for by in ("name", "kernel"):
                    figures = [[{key: row[key] for key in ("name", "calls", *(key for key in row if key in times))}
                                for row in json.loads(run(PROGRAM, "stats", file, "--by", by, "--top", "0", "--format", "json"))] for file in (session, written)]
                    key = lambda row: json.dumps(row)
                    self.assertEqual(sorted(figures[0], key=key), sorted(figures[1], key=key), by)

    def test_arguments_arrows_counters_and_allocations_come_back(self):
        session = SESSIONS[0]
        before, after = (events(file) for file in (session, self.written[session]))
        count = lambda all_events: {phase: sum(event["ph"] == phase for event in all_events) for phase in "XsfC"}
        self.assertEqual(count(before), count(after))
        memory = [[(event["args"]["Bytes"], event["args"]["Addr"], event["args"]["Total Allocated"]) for event in all_events if event["name"] == "[memory]"]
                  for all_events in (before, after)]
        self.assertEqual(sorted(memory[0]), sorted(memory[1]))
        values = [collections.Counter(round(sum(event["args"].values()), 3) for event in all_events if event["ph"] == "C") for all_events in (before, after)]
        self.assertEqual(values[0], values[1])
        plain = lambda value: json.dumps(value, separators=(",", ":")).replace(" ", "") if isinstance(value, (list, dict)) else \
            value.replace(" ", "") if isinstance(value, str) else value
        told = [collections.Counter((event["name"], key, str(plain(value))) for event in all_events if event["ph"] == "X" and event["cat"] in ("cpu_op", "kernel")
                                    for key, value in event.get("args", {}).items() if not isinstance(value, float)) for all_events in (before, after)]
        self.assertEqual(told[0] - told[1], collections.Counter())

    def test_what_overlaps_stands_on_siblings(self):
        trace = self.folder / "crossing.json"
        trace.write_text(json.dumps([
            {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": begin, "dur": duration, "args": {"device": 0, "stream": 7, "note": "a\"b\n\u00e9"}}
            for name, begin, duration in (("a", 10, 10), ("b", 15, 10), ("c", 18, 10), ("d", 20, 1), ("zero", 15, 0))]))
        written = self.folder / "crossing.pftrace.gz"
        run(PROGRAM, "convert", "-q", trace, written)
        self.assertEqual(sums(written), sums(trace))
        plain = self.folder / "crossing.pftrace"
        plain.write_bytes(gzip.decompress(written.read_bytes()))
        self.assertEqual({event["args"]["note"] for event in events(plain) if event["ph"] == "X"}, {"a\"b\n\u00e9"})
        if self.python is not None:
            self.assertEqual(json.loads(run(self.python, "-c", DECODE, plain))["open"], 0)

    def test_perfettos_own_classes_read_it(self):
        if self.python is None:
            self.skipTest(self.why)
        for session, written in self.written.items():
            with self.subTest(session.name):
                found = json.loads(run(self.python, "-c", DECODE, written))
                slices, links = (json.loads(run(PROGRAM, "sql", session, f"select count(*) as n from {table}", "--format", "json"))[0]["n"] for table in ("slice", "flow"))
                self.assertEqual((found["begin"], found["flows"], found["ends"]), (slices, links, links))
                self.assertEqual(found["begin"] - found["end"], found["open"])

    def test_the_oracle_says_the_same(self):
        if self.python is None or not ORACLE.exists():
            self.skipTest(self.why or f"{ORACLE} is not there")
        for session, written in self.written.items():
            with self.subTest(session.name):
                told = json.loads(run(self.python, ORACLE, written))
                by_name = collections.defaultdict(lambda: [0, 0])
                for (_, name), (count, ns) in sums(session).items():
                    by_name[name][0] += count
                    by_name[name][1] += ns
                self.assertEqual(told["by_name"], by_name)
                self.assertEqual(told["counts"].get("ends_without_begin", 0), 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
