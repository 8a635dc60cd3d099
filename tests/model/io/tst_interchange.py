"""Files of other tools against what an independent reading of them says: counts, nanoseconds, totals by name and by row.

The files and the answers stand in ../shared/interchange; the programs in its oracle/ made the answers without Lanescope."""
import collections
import json
import os
import re
import subprocess
import sys
import unittest
from decimal import Decimal
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("LANESCOPE_INTERCHANGE", SOURCE.parent / "shared" / "interchange"))
BUILD = Path(os.environ["LANESCOPE_BUILD"])
sys.path.insert(0, str(BUILD / "lib/lanescope/python"))
import lanescope  # noqa: E402


def cases(folder, pattern):
    """Files of a folder with their expected answers; none where the shared files are missing."""
    return [(file, json.loads(answer.read_text())) for file in sorted((SHARED / "given" / folder).glob(pattern))
            if (answer := SHARED / "oracle/expected/given" / folder / (file.name + ".json")).exists()]


def rows(table):
    names = list(table.keys())
    return [dict(zip(names, row)) for row in zip(*(list(table[name]) for name in names))]


def slices(session):
    return [dict(row, arguments=json.loads(row["arguments"] or "{}")) for row in rows(session.slices())]


def sums(found, key):
    """Key -> [count, nanoseconds], as the oracle writes it."""
    by = collections.defaultdict(lambda: [0, 0])
    for row in found:
        by[key(row)][0] += 1
        by[key(row)][1] += row["duration_ns"]
    return dict(by)


def total(found):
    return [len(found), sum(row["duration_ns"] for row in found)]


def of(found, *categories):
    return [row for row in found if row["category"] in categories]


def arrows(file):
    """Arrows of a file by what they are, from its Chrome JSON."""
    out = subprocess.run([BUILD / "bin/lanescope-record", "convert", file, "-"], capture_output=True, check=True).stdout
    return collections.Counter(event["name"] for event in json.loads(out)["traceEvents"] if event["ph"] == "s")


class Interchange(unittest.TestCase):
    maxDiff = 4000

    def each(self, folder, check, pattern="*"):
        found = cases(folder, pattern)
        if not found:
            self.skipTest(f"{SHARED} is not there")
        for file, expected in found:
            with self.subTest(file.name):
                check(file, lanescope.Session(file), expected)

    def test_nsys(self):
        self.each("nsys", self.nsys)

    def nsys(self, file, session, expected):
        found = slices(session)
        replays = [row for row in of(found, "kernel") if "whole replay" in row["name"]]
        kernels = [row for row in of(found, "kernel") if "whole replay" not in row["name"]]
        calls = of(found, "cuda_runtime", "cuda_driver")
        self.assertEqual(total(kernels), [expected["kernels"]["n"], expected["kernels"]["ns"]])
        self.assertEqual(min(row["begin_ns"] for row in kernels), expected["kernels"]["begin"])
        self.assertEqual(max(row["begin_ns"] + row["duration_ns"] for row in kernels), expected["kernels"]["end"])
        self.assertEqual(sums(kernels, lambda row: row["name"]), expected["kernels"]["by_demangled_name"])
        self.assertEqual(sums(kernels, lambda row: row["arguments"].get("short name", row["name"])),
                         expected["kernels"]["by_short_name"])
        self.assertEqual(collections.Counter((row["process"], row["arguments"]["stream"]) for row in kernels),
                         collections.Counter({self.place(key): n for key, (n, _) in
                                              expected["kernels"]["by_device_stream"].items()}))
        copies = of(found, "gpu_memcpy")
        self.assertEqual(total(copies) + [sum(row["arguments"]["bytes"] for row in copies)],
                         [sum(column) for column in zip(*expected.get("memcpy", {}).values())] or [0, 0, 0])
        sets = of(found, "gpu_memset")
        self.assertEqual(total(sets) + [sum(row["arguments"]["bytes"] for row in sets)],
                         expected.get("memset", [0, 0, 0]))
        self.assertEqual(total(of(found, "cuda_sync")),
                         [sum(column) for column in zip(*expected.get("synchronization", {}).values())] or [0, 0])
        self.assertEqual(total(replays), expected.get("graph_trace", [0, 0]))
        self.assertEqual(total(calls), [expected["runtime"]["n"], expected["runtime"]["ns"]])
        self.assertEqual(sums(calls, lambda row: row["name"]), self.without_version(expected["runtime"]["by_name"]))
        self.assertEqual(sums(calls, lambda row: f"{row['process']}/{row['thread']}"), expected["runtime"]["by_thread"])
        self.nsys_ranges(found, expected.get("nvtx"))
        self.nsys_rest(session, found, expected)
        launched = sum(expected["runtime"].get(f"launches_of_{kind}", 0) for kind in ("kernel", "memcpy", "memset"))
        ids = {(row["process"], row["arguments"].get("correlation")) for row in calls}
        others = [row for row in replays + of(found, "cuda_sync")
                  if any((process, row["arguments"].get("correlation")) in ids for process in {p for p, _ in ids})]
        self.assertGreaterEqual(arrows(file)["ac2g"], launched)
        self.assertLessEqual(arrows(file)["ac2g"], launched + len(others))

    @staticmethod
    def place(key):
        """("GPU 0", 7) of "pid 111 gpu 0 stream 7"."""
        words = key.split()
        return f"GPU {words[3]}", int(words[5])

    @staticmethod
    def without_version(by_name):
        plain = collections.defaultdict(lambda: [0, 0])
        for name, (count, time) in by_name.items():
            row = plain[re.sub(r"_v\d{4,}$", "", name)]
            row[0] += count
            row[1] += time
        return dict(plain)

    def nsys_ranges(self, found, expected):
        ranges = [row for row in of(found, "cpu_op", "user_annotation")]
        if expected is None:
            self.assertEqual(ranges, [])
            return
        ended = {name: sum_ for name, sum_ in expected["ranges_by_name_without_suffix"].items()}
        got = sums(ranges, lambda row: row["name"])
        for name, (count, time) in ended.items():
            self.assertEqual(got[name][0], count, name)
            if time:
                self.assertEqual(got[name][1], time, name)
        self.assertEqual(got.keys(), ended.keys())
        self.assertEqual(sum("Sequence number" in row["arguments"] for row in ranges), expected["with_seq"])
        self.assertEqual(sum("Input Dims" in row["arguments"] for row in ranges), expected["with_sizes"])

    def nsys_rest(self, session, found, expected):
        self.assertEqual(total(of(found, "os_runtime")), expected.get("osrt", [0, 0]))
        self.assertEqual(sums(of(found, "os_runtime"), lambda row: row["name"]), expected.get("osrt_by_name", {}))
        self.assertEqual(sums(of(found, "mpi"), lambda row: row["name"]), expected.get("mpi_collectives", {}))
        self.assertEqual(total(of(found, "overhead")),
                         [sum(expected.get(table, [0, 0])[i] or 0 for table in ("profiler_overhead", "cupti_overhead"))
                          for i in (0, 1)])
        states = sums(of(found, "thread_state"), lambda row: f"{row['process']}/{row['thread'].split()[0]}")
        self.assertEqual({key: time for key, (_, time) in states.items()}, expected.get("on_cpu_ns_by_thread", {}))
        curves = collections.defaultdict(list)
        for row in rows(session.counters()):
            curves[f"{row['process']}: {row['counter']}"].append(row["value"])
        self.assertEqual({name: [len(values), sum(values), min(values), max(values)] for name, values in curves.items()},
                         expected.get("gpu_metrics_by_name", {}))
        memory = collections.defaultdict(lambda: [0, 0, 0])
        for row in rows(session.memory()):
            curve = memory[f"gpu {row['device']} pid {row['process']}"]
            curve[0] += 1
            curve[1] += row["bytes"]
            curve[2] = max(curve[2], curve[1])
        self.assertEqual(dict(memory), expected.get("memory_n_end_peak", {}))
        functions = collections.Counter()
        for row in of(found, "native_function"):
            functions[row["name"]] += row["arguments"]["samples"]
        self.assertEqual(dict(functions), expected.get("all_functions", {}))

    def test_rocm(self):
        self.each("rocm", self.rpd, "*.rpd*")
        self.each("rocm", self.rocpd, "*.db*")
        self.each("rocm", self.rocprof, "*.json*")

    def rpd(self, file, session, expected):
        found = slices(session)
        calls = of(found, "hip_runtime", "overhead")
        work = of(found, "kernel", "gpu_memcpy", "gpu_memset")
        self.assertEqual(total(calls), expected["api"][:2])
        self.assertEqual(min(row["begin_ns"] for row in calls), expected["api"][2])
        self.assertEqual(sums(calls, lambda row: row["name"]), expected["api_by_name"])
        self.assertEqual(total(work), expected["op"][:2])
        self.assertEqual(sums(work, lambda row: row["name"]), expected["op_by_description_or_type"])
        self.assertEqual(sums(work, lambda row: row["arguments"].get("type", row["name"])), expected["op_by_type"])
        self.assertEqual(sums(work, lambda row: f"{row['process'].lower()} {row['thread']}"), expected["op_by_queue"])
        self.assertEqual(sum(row["arguments"]["bytes"] for row in of(work, "gpu_memcpy")), expected["copies"][1])
        self.assertEqual(arrows(file)["ac2g"], expected["launches"])
        self.assertEqual(len(rows(session.counters())), expected["monitor"])
        self.assertEqual(len({(row["process"], row["thread"]) for row in calls}), expected["threads"])

    def rocpd(self, file, session, expected):
        found = slices(session)
        kernels = of(found, "kernel")
        copies = of(found, "gpu_memcpy")
        self.assertEqual(total(kernels), expected["kernels"][:2])
        self.assertEqual(min(row["begin_ns"] for row in kernels), expected["kernels"][2])
        self.assertEqual(sums(kernels, lambda row: row["name"]), expected["kernels_by_name"])
        self.assertEqual(sums(kernels, lambda row: row["thread"]),
                         {key.split(" ", 2)[2]: value for key, value in expected["kernels_by_queue"].items()})
        self.assertEqual(total(of(found, "hip_runtime", "user_annotation")), expected["regions"])
        self.assertEqual(total(copies) + [sum(row["arguments"]["bytes"] for row in copies)], expected["copies"])
        memory = rows(session.memory())
        self.assertEqual([len(memory), sum(row["bytes"] for row in memory if row["bytes"] > 0)], expected["allocations"])
        self.assertEqual(arrows(file)["ac2g"], expected["launched_by_a_region"])

    def rocprof(self, file, session, expected):
        found = slices(session)
        kernels = of(found, "kernel")
        self.assertEqual(len(kernels), sum(process["records"]["kernel_dispatch"] for process in expected["processes"]))
        self.assertEqual(total(kernels)[1], sum(process["kernel_ns"] for process in expected["processes"]))
        by_name, by_queue = collections.Counter(), collections.Counter()
        for process in expected["processes"]:
            for name, (count, time) in process["kernels_by_name"].items():
                by_name.update({(name, "n"): count, (name, "ns"): time})
            for queue, (count, time) in process["kernels_by_queue"].items():
                by_queue.update({(queue.split(" ", 2)[2], "n"): count, (queue.split(" ", 2)[2], "ns"): time})
        for by, key in ((by_name, lambda row: row["name"]), (by_queue, lambda row: row["thread"].split(" of ")[0])):
            self.assertEqual({(name, what): value for name, pair in sums(kernels, key).items()
                              for what, value in zip(("n", "ns"), pair)}, dict(by))
        def all_of(*kinds):
            return [sum(process[kind][i] for process in expected["processes"] for kind in kinds) for i in (0, 1)]
        self.assertEqual(total(of(found, "hip_runtime")), all_of("hip_api", "hsa_api"))
        self.assertEqual(total(of(found, "gpu_memcpy")), all_of("memory_copy"))
        self.assertEqual(total(of(found, "memory")), all_of("memory_allocation"))
        self.assertEqual(len(rows(session.memory())), all_of("memory_allocation")[0])

    def test_perfetto(self):
        self.each("pftrace", self.perfetto, "*.pftrace*")

    def perfetto(self, file, session, expected):
        found = [row for row in slices(session) if row["category"] != "thread_state"]
        states = [row for row in slices(session) if row["category"] == "thread_state"]
        self.assertEqual(len(found), expected["slices"])
        never = expected["counts"].get("never_ended", 0)
        by_name = sums(found, lambda row: row["name"])
        self.assertEqual({name: count for name, (count, _) in by_name.items()},
                         {name: count for name, (count, _) in expected["by_name"].items()})
        if not never:
            self.assertEqual(by_name, expected["by_name"])
            self.assertEqual(sorted(map(tuple, sums(found, lambda row: (row["process"], row["thread"])).values())),
                             sorted(map(tuple, expected["by_track"].values())))
        info = json.loads(subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", file], capture_output=True,
                                         check=True).stdout)
        self.assertEqual(info["instants"], expected["instants"])
        self.assertEqual(info["open_slices"], never)
        self.assertEqual(info["flows_linked"], expected["flows"])
        if not expected["instants"]:  # a flow of an instant has nothing that an arrow could lead to
            self.assertEqual(arrows(file)["ac2g"], expected["flows"] + expected["launches"] + expected["graph_dependencies"])
        curves = collections.defaultdict(list)
        for row in rows(session.counters()):
            curves[row["process"], row["counter"]].append(row["value"])
        self.assertEqual(sorted([len(values), sum(values), min(values), max(values)] for values in curves.values()),
                         sorted(expected["counters"].values()))
        times = [row["begin_ns"] for row in found] + [row["time_ns"] for row in rows(session.counters())]
        if times and not expected["instants"]:
            self.assertEqual(min(times), expected["begin_ns"])
        self.assertEqual({key: time for key, (_, time) in sums(states, lambda row: row["thread"].split()[0]).items()},
                         expected["on_cpu_ns_by_thread"])

    def test_xplane(self):
        self.each("xplane", self.xplane)

    def xplane(self, file, session, expected):
        found = slices(session)
        self.assertEqual(len(found), expected["events"])
        for plane in expected["planes"]:
            own = [row for row in found if row["process"] == plane["name"]]
            by_name = {name: [count, round(ps / 1000)] for name, (count, ps) in plane["by_name_ps"].items()}
            self.assertEqual({name: count for name, (count, _) in sums(own, lambda row: row["name"]).items()},
                             {name: count for name, (count, _) in by_name.items()})
            for name, (count, time) in sums(own, lambda row: row["name"]).items():
                self.assertAlmostEqual(time, by_name[name][1], delta=count)  # each is rounded to a nanosecond
            self.assertEqual(sorted(count for count, _ in sums(own, lambda row: row["thread"]).values()),
                             sorted(count for count, _ in plane["by_line"].values() if count))
            self.assertEqual(sum("correlation" in row["arguments"] for row in own), plane["stats"].get("correlation_id", 0))

    def test_snapshots(self):
        self.each("snapshot", self.snapshot, "[mto]*.pickle")

    def snapshot(self, file, session, expected):
        memory = rows(session.memory())
        for device in expected["devices"]:
            own = [row for row in memory if row["device"] == device["device"]]
            taken = [row["bytes"] for row in own if row["bytes"] > 0]
            freed = [row for row in own if row["bytes"] < 0]
            self.assertEqual([len(taken), sum(taken)],
                             [device["by_action"].get("alloc", 0), device["bytes_by_action"].get("alloc", 0)])
            self.assertEqual(len(freed), sum(device["by_action"].get(action, 0) for action in ("free", "free_completed")))
            if own:
                before = own[0]["total_allocated_bytes"] - own[0]["bytes"]
                rise = max(row["total_allocated_bytes"] for row in own) - before
                unknown = device["frees_of_unknown"]
                self.assertGreaterEqual(device["rise_from_begin_to_peak"], rise)
                if not unknown:
                    self.assertEqual(rise, device["rise_from_begin_to_peak"])
                    self.assertEqual(own[-1]["total_allocated_bytes"] - before,
                                     device["alive_at_end_of_what_was_allocated"])
        allocated = {row["device"]: row["total_allocated_bytes"] for row in memory}
        self.assertEqual(sum(allocated.values()), expected["segments"]["block_bytes"].get("active_allocated", 0))
        annotations = of(slices(session), "user_annotation")
        self.assertEqual(len(annotations), sum(stage == "START" for stage, *_ in expected.get("annotations", [])))

    def information(self, file):
        path = SHARED / "given/snapshot" / file
        if not path.exists():
            self.skipTest(f"{path} is not there")
        return subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", path], capture_output=True, text=True)

    def test_a_snapshot_that_would_run_code(self):
        out = self.information("refused_reduce.pickle")
        self.assertEqual(out.returncode, 1)
        self.assertRegex(out.stderr, "is a Python pickle that cannot be read: .* at byte [0-9]+")
        self.assertFalse(Path("/tmp/lanescope-was-fooled").exists())

    def test_a_snapshot_that_is_cut(self):
        said = json.loads(self.information("cut.pickle").stdout)
        self.assertGreater(said["memory_events"], 0)
        self.assertEqual([said["complete"], [one["kind"] for one in said["diagnostics"]]], [False, ["truncated-tail"]])

    def test_inspector(self):
        self.each("flight", self.inspector, "nccl_inspector*.log*")

    def inspector(self, file, session, expected):
        found = slices(session)
        self.assertEqual(len(found), expected["rows"])
        by = collections.defaultdict(lambda: [0, 0, 0])
        for row in found:
            for i, value in enumerate((1, row["duration_ns"] // 1000, row["arguments"]["bytes"])):
                by[row["name"]][i] += value
        self.assertEqual(dict(by), expected["by_operation_n_us_bytes"])
        self.assertEqual(collections.Counter(row["arguments"]["Process Group Description"] for row in found),
                         collections.Counter(expected["communicators"]))
        info = json.loads(subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", file], capture_output=True,
                                         check=True).stdout)
        self.assertEqual([one["count"] for one in info["diagnostics"] if one["kind"] == "estimated-begins"],
                         [expected["rows"] - expected["with_times"]])
        ranks = json.loads(subprocess.run([BUILD / "bin/lanescope-record", "ranks", "--format", "json", file], capture_output=True,
                                          check=True).stdout)
        self.assertEqual([one["rank"] for one in ranks["ranks"]], expected["ranks"])

    def test_flight_recorder(self):
        self.each("flight", self.flight, "gloo*")

    def test_ranks_of_flight_dumps_are_matched_by_number(self):
        folder = SHARED / "given/flight"
        if not folder.exists():
            self.skipTest(f"{folder} is not there")
        for ending in ("", ".json"):
            out = subprocess.run([BUILD / "bin/lanescope-record", "stats", "--by", "collective", "--format", "json",
                                  folder / f"gloo2_rank0{ending}", folder / f"gloo2_rank1{ending}"], capture_output=True, check=True)
            found = {(row["group"], row["sequence"]) for row in json.loads(out.stdout)}
            out = subprocess.run([BUILD / "bin/lanescope-record", "ranks", "--format", "json", folder / f"gloo2_rank0{ending}",
                                  folder / f"gloo2_rank1{ending}"], capture_output=True, check=True)
            expected = json.loads((SHARED / "oracle/expected/given/flight/job.json").read_text())
            awaited = [[one["sequence"], one["waiting"], [one["name"]]] for one in json.loads(out.stdout)["awaited"]]
            self.assertEqual(awaited, [one[1:] for one in expected["not_on_all_that_have_the_group"]] if not ending else [])
            # The ninth of the first group waits for rank 1 in the pickles; gloo's dumps never say when one ended.
            self.assertLessEqual({("0", number) for number in range(1, 9)} | {("1", 1)}, found, ending)

    def flight(self, file, session, expected):
        expected, = expected["files"]
        found = slices(session)
        self.assertEqual(len(found), expected["entries"])
        self.assertEqual(collections.Counter((row["arguments"]["Process Group Description"] + "|" + row["name"])
                                             for row in found), collections.Counter(expected["by_group_and_name"]))
        self.assertEqual(collections.Counter(row["arguments"]["state"] for row in found),
                         collections.Counter(expected["states"]))
        self.assertEqual(sum(row["arguments"]["In msg nelems"] for row in found), expected["input_elements"])
        info = json.loads(subprocess.run([BUILD / "bin/lanescope-record", "info", "--json", file], capture_output=True,
                                         check=True).stdout)
        self.assertEqual(info["open_slices"], len(expected["never_retired"]))

    def test_profiles_without_times(self):
        self.each("python", self.speedscope, "*.speedscope*")
        self.each("python", self.collapsed, "*.raw*")
        self.each("python", self.cprofile, "*.prof*")
        self.each("proton", self.hatchet, "*.hatchet*")

    def functions(self, session, expected, column):
        """The functions of a profile, by name; nothing of it may have a time."""
        self.assertEqual([session.slices().rows, session.info["span_ns"]], [0, 0])
        out = subprocess.run([BUILD / "bin/lanescope-record", "stats", "--format", "json", session.path], capture_output=True, check=True)
        found = json.loads(out.stdout)
        names = [row["name"] for row in found]
        self.assertEqual(len(names), len(set(names)))
        return {row["name"]: row[column] if column else row for row in found}

    @staticmethod
    def paths(file, *options):
        """(frames, weight) of every path that has a weight of its own."""
        out = subprocess.run([BUILD / "bin/lanescope-record", "flame", "--collapsed", *options, file], capture_output=True, check=True)
        lines = (line.rpartition(" ") for line in out.stdout.decode().splitlines())
        return [(head.split(";"), int(weight)) for head, _, weight in lines]

    def speedscope(self, file, session, expected):
        place = lambda name: re.sub(r"^(.*) (\S+:\d+)$", r"\1 (\2)", re.sub(r" :\d*$", "", name))  # noqa: E731
        nanoseconds = {"seconds": 10**9, "milliseconds": 10**6, "microseconds": 1000}
        several = len(expected["profiles"]) > 1
        paths = self.paths(file)
        for profile in expected["profiles"]:
            own, total = collections.Counter(), collections.Counter()
            for frames, weight in paths:
                if several and frames[0] != profile["name"]:
                    continue
                frames = frames[1:] if several else frames
                own[frames[-1]] += weight
                for frame in set(frames):
                    total[frame] += weight
            factor = nanoseconds.get(profile["unit"], 1)
            scaled = lambda sums: {place(name): round(Decimal(value) * factor) for name, value in sums.items()}  # noqa: B023,E731
            self.assertEqual(own, scaled(profile["own"]))
            self.assertEqual(total, scaled(profile["total"]))
            self.assertEqual(sum(own.values()), round(Decimal(profile["weight"]) * factor))

    def collapsed(self, file, session, expected):
        found = self.functions(session, expected, None)
        self.assertEqual(sum(row["self_samples"] for row in found.values()), expected["weight"])
        for column in ("own", "total"):
            key = {"own": "self_samples", "total": "total_samples"}[column]
            for name, weight in expected[column].items():
                self.assertEqual(found[name][key], weight, name)
        self.assertEqual(sum(one["count"] for one in session.info["diagnostics"] if one["kind"] == "lines-left-out"),
                         expected["bad_lines"])

    def cprofile(self, file, session, expected):
        found = self.functions(session, expected, None)
        self.assertEqual(len(found), expected["functions"])
        for key, column in (("calls", "calls"), ("primitive_calls", "primitive_calls"), ("ns", "self_ns"), ("edges", "callers")):
            self.assertEqual(sum(row[column] for row in found.values()), expected[key], key)
        for name, figures in expected["by_function_primcalls_calls_own_total_callers"].items():
            name = re.sub(r"^(.*:\d+)\((.*)\)$", r"\2 (\1)", name).removesuffix(" (~:0)")
            self.assertEqual([found[name][key] for key in ("primitive_calls", "calls", "self_ns", "total_ns", "callers")], figures, name)
        self.assertTrue(session.info["profile"]["estimated"])

    def hatchet(self, file, session, expected):
        found = self.functions(session, expected, None)
        metrics = session.info["profile"]["metrics"]
        self.assertEqual({"time" if name == "time (ns)" else name: value for name, value in expected["sums"].items()}, metrics)
        times = {name: row["self_ns"] for name, row in found.items() if row.get("self_ns")}
        self.assertEqual(times, expected["time_by_name_ns"])
        inclusive = collections.Counter()
        for frames, weight in self.paths(file):
            for end in range(1, len(frames) + 1):
                inclusive[" / ".join(frames[:end])] += weight
        self.assertEqual(inclusive, {path.replace(";", " "): time for path, time in expected["inclusive_ns"].items() if time})
        devices = {f"{kind} {number}" for kind, numbers in expected["devices"].items() for number in numbers}
        self.assertLessEqual({name for row in found.values() for name in row.get("devices") or []}, devices)


if __name__ == "__main__":
    unittest.main()
