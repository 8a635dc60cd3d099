"""What the numbers of a trace are, worked out slowly and plainly from its JSON: whole nanoseconds by decimal arithmetic,
no product code. Each function takes the Truth of one file."""
import bisect
import collections
import itertools
import json
import re
from decimal import Decimal

import trace_truth

OPERATORS = {"cpu_op", "operator"}
RANGES = {"user_annotation"}
RUNTIME = {"cuda_runtime", "cuda_driver", "runtime", "driver", "hip_runtime"}
KERNELS = {"kernel"}
COPIES = {"gpu_memcpy", "memcpy"}
SETS = {"gpu_memset", "memset"}
DEVICE_WORK = KERNELS | COPIES | SETS

Slice = collections.namedtuple("Slice", "name category place start end args order")


def read_json(path):
    parsed = trace_truth.load(path)
    return parsed if isinstance(parsed, dict) else {"traceEvents": parsed}


def nanoseconds(value):
    return int((Decimal(value) * 1000).to_integral_value())


class Truth:
    def __init__(self, path):
        document = read_json(path)
        self.base_ns = int(document.get("baseTimeNanoseconds", 0))
        self.memory_of = collections.defaultdict(list)
        self.slices, self.memory, flows = [], [], collections.defaultdict(lambda: ([], []))
        for order, event in enumerate(document["traceEvents"]):
            if event.get("ph") == "X" and event.get("dur", 0) >= 0:
                start = nanoseconds(event["ts"])
                self.slices.append(Slice(event["name"], str(event.get("cat", "")).lower(), (event["pid"], event["tid"]), start,
                                         start + nanoseconds(event.get("dur", 0)), event.get("args") or {}, order))
            elif event.get("ph") == "i" and event.get("name") == "[memory]":
                self.memory.append((nanoseconds(event["ts"]), event["args"]))
                self.memory_of[event["pid"]].append(self.memory[-1])
            elif event.get("ph") in ("s", "f") and event.get("cat") in ("ac2g", "async_cpu_to_gpu"):
                flows[event["id"]][event["ph"] == "f"].append(((event["pid"], event["tid"]), nanoseconds(event["ts"])))
        self.memory.sort(key=lambda m: m[0])
        for events in self.memory_of.values():
            events.sort(key=lambda m: m[0])
        self.flows = flows
        self._nest()
        self._own_kernels()

    def _nest(self):
        """parent of each operator and range: the innermost one that encloses it, as in torch's own tables; self time: what
        lies behind the furthest end of the calls before it in its parent, without the same of its children. Asynchronous
        ranges hold nothing and own no time."""
        self.nodes = collections.defaultdict(list)
        for s in self.slices:
            if s.category in OPERATORS | RANGES:
                self.nodes[s.place].append(s)
        self.parent, self.self_ns = {}, {}
        for place, nodes in self.nodes.items():
            nodes.sort(key=lambda s: (s.start, -s.end, s.order))
            stack, covered = [], {None: nodes[0].start}
            callers = [s for s in nodes if not is_async(s)]
            for s in callers:
                while stack and (stack[-1].end <= s.start or stack[-1].end < s.end):
                    stack.pop()
                parent = stack[-1].order if stack else None
                self.parent[s.order] = stack[-1] if stack else None
                begin = min(max(s.start, covered[parent]), s.end)
                covered[parent] = max(covered[parent], s.end)
                covered[s.order] = begin
                self.self_ns[s.order] = s.end - begin
                if stack:
                    self.self_ns[parent] -= s.end - begin
                stack.append(s)
            for s in nodes:
                if is_async(s):
                    around = [c for c in callers if c.start <= s.start < c.end]
                    self.parent[s.order] = max(around, key=lambda c: (c.start, -c.end, c.order), default=None)
                    self.self_ns[s.order] = 0

    def _launches(self):
        """device slice -> the call that launched it"""
        by_correlation, at = {}, {}
        for s in self.slices:
            if s.category in RUNTIME:
                if "correlation" in s.args:
                    by_correlation.setdefault(s.args["correlation"], s)
                at.setdefault((s.place, s.start), s)
        flow_to = {}
        for starts, ends in self.flows.values():
            for end in ends:
                if starts and starts[0] in at:
                    flow_to.setdefault(end, at[starts[0]])
        for s in self.slices:
            if s.category in DEVICE_WORK:
                yield s, by_correlation.get(s.args.get("correlation")) or flow_to.get((s.place, s.start))

    def _external_ids(self):
        """External id -> the operators that have it, by process"""
        found = collections.defaultdict(lambda: collections.defaultdict(list))
        for s in self.slices:
            if s.category in OPERATORS and "External id" in s.args:
                found[s.args["External id"]][s.place[0]].append(s)
        return found

    def _owner_of(self, work, call, external):
        """the operator with the number of the work that was open during the launch; else the last one to begin that was open
        when the launch began; else, where nobody is known to have launched it, the one with its number if just one process
        has that"""
        named = external.get(work.args.get("External id"), {})
        if call is not None:
            for s in named.get(call.place[0], []):
                if s.place == call.place and s.start <= call.end and call.start <= s.end:
                    return s
            nodes = self.operators_at.get(call.place, [])
            at = bisect.bisect_right(nodes, call.start, key=lambda s: s.start)
            while at > 0 and self.reach[call.place][at - 1] > call.start:
                at -= 1
                if nodes[at].end > call.start:
                    return nodes[at]
        return next(iter(named.values()))[0] if len(named) == 1 else None

    def _own_kernels(self):
        external = self._external_ids()
        self.owner = {}
        self.self_device = collections.Counter()
        self.operators_at = {place: [s for s in nodes if s.category in OPERATORS and not is_async(s)]
                             for place, nodes in self.nodes.items()}
        self.reach = {place: list(itertools.accumulate((s.end for s in nodes), max))
                      for place, nodes in self.operators_at.items()}
        for work, call in self._launches():
            owner = self._owner_of(work, call, external)
            self.owner[work.order] = (call, owner)
            while owner is not None:
                self.self_device[owner.order, owner is self.owner[work.order][1]] += work.end - work.start
                owner = self.parent[owner.order]

    def operators(self):
        return [s for nodes in self.nodes.values() for s in nodes]

    def by_name(self, key=lambda s: s.name):
        rows, sums = {}, {}
        for process, events in self.memory_of.items():
            times, allocated, freed = sums[process] = [], [0], [0]
            for time, args in events:
                times.append(time)
                allocated.append(allocated[-1] + max(args["Bytes"], 0))
                freed.append(freed[-1] + max(-args["Bytes"], 0))
        for s in self.operators():
            row = rows.setdefault(key(s), collections.Counter())
            duration = s.end - s.start
            row["calls"] += 1
            row["total_cpu_ns"] += duration
            row["self_cpu_ns"] += self.self_ns[s.order]
            own, below = self.self_device[s.order, True], self.self_device[s.order, False]
            row["self_device_ns"] += own
            row["total_device_ns"] += own + below
            row["min_ns"] = duration if row["calls"] == 1 else min(row["min_ns"], duration)
            row["max_ns"] = max(row["max_ns"], duration)
            times, allocated, freed = sums.get(s.place[0], ([], [0], [0]))
            first, last = bisect.bisect_left(times, s.start), bisect.bisect_right(times, s.end)
            row["allocated_bytes"] += allocated[last] - allocated[first]
            row["freed_bytes"] += freed[last] - freed[first]
        for row in rows.values():
            row["mean_ns"] = row["total_cpu_ns"] // row["calls"]
        return rows

    def by_shapes(self):
        return self.by_name(lambda s: (s.name, json.dumps(s.args.get("Input Dims", []))))

    def by_kernel(self):
        rows = {}
        for s in self.slices:
            if s.category in KERNELS:
                row = rows.setdefault(s.name, {"calls": 0, "total_ns": 0, "min_ns": s.end - s.start, "max_ns": 0,
                                               "operators": set()})
                row["calls"] += 1
                row["total_ns"] += s.end - s.start
                row["min_ns"] = min(row["min_ns"], s.end - s.start)
                row["max_ns"] = max(row["max_ns"], s.end - s.start)
                owner = self.owner[s.order][1]
                if owner is not None:
                    row["operators"].add(owner.name)
        for row in rows.values():
            row["mean_ns"] = row["total_ns"] // row["calls"]
        return rows

    def devices_memory(self):
        devices = {}
        for time, args in self.memory:
            key = "%d:%d" % (args["Device Type"], args["Device Id"])
            row = devices.setdefault(key, {"events": 0, "allocated_bytes": 0, "freed_bytes": 0, "peak_allocated": None,
                                           "peak_reserved": 0, "peak_time_ns": 0, "now": 0})
            size = args["Bytes"]
            row["events"] += 1
            row["allocated_bytes"] += max(size, 0)
            row["freed_bytes"] += max(-size, 0)
            row["now"] = args["Total Allocated"] if args.get("Total Allocated", -1) >= 0 else row["now"] + size
            if row["peak_allocated"] is None or row["now"] > row["peak_allocated"]:
                row["peak_allocated"], row["peak_time_ns"] = row["now"], time
            row["peak_reserved"] = max(row["peak_reserved"], args.get("Total Reserved", -1))
        return {k: {n: v for n, v in row.items() if n != "now"} for k, row in devices.items()}

    def overview(self, begin=None, end=None):
        return overview(self.slices, begin, end)


def activity(s):
    """index in PRIORITY, or None for what is no work"""
    name = s.name.lower()
    if s.category in KERNELS:
        return 3 if "nccl" in name or "rccl" in name else 0
    if s.category in COPIES:
        return 1
    if s.category in SETS:
        return 2
    if s.category in RUNTIME:
        return 4
    if s.category in OPERATORS | RANGES:
        if s.name.startswith(("gloo:", "mpi:", "ucc:")):
            return 3
        return 5 if "dataloader" in name else 6 if s.category in OPERATORS else None
    return None if s.category in ("cuda_sync", "gpu_user_annotation", "trace") else 7


PRIORITY = ["kernel", "copy", "set", "communication", "runtime", "data_loading", "cpu", "other"]


def union_length(ranges):
    total, reach = 0, None
    for begin, end in sorted(ranges):
        if reach is None or begin > reach:
            total, reach = total + end - begin, end
        elif end > reach:
            total, reach = total + end - reach, end
    return total


def overview(slices, begin=None, end=None):
    """of the whole session, without the ends of the recording window in which only the profiler's own marks stand, or of a
    part of it"""
    work = [s for s in slices if not is_profiler(s.place[0])] or slices
    begin = min(s.start for s in work) if begin is None else begin
    end = max(s.end for s in work) if end is None else end
    edges, split, open_ = [], dict.fromkeys(PRIORITY + ["idle"], 0), [0] * len(PRIORITY)
    devices = collections.defaultdict(lambda: {"compute": [], "communication": [], "other": []})
    for s in slices:
        a = activity(s)
        first, last = max(s.start, begin), max(min(s.end, end), max(s.start, begin))
        if a is not None and last > first:
            edges += [(first, 1, a), (last, -1, a)]
        if s.category in DEVICE_WORK:
            part = {0: "compute", 3: "communication"}.get(a, "other")
            devices[device_of(s)][part].append((first, last))
    edges.sort()
    at = begin
    for time, change, a in edges + [(end, 0, 0)]:
        running = next((i for i, count in enumerate(open_) if count), None)
        split["idle" if running is None else PRIORITY[running]] += time - at
        at = time
        open_[a] += change
    result = {}
    for device, parts in devices.items():
        compute, communication = union_length(parts["compute"]), union_length(parts["communication"])
        both = union_length(parts["compute"] + parts["communication"])
        result[str(device)] = {"busy_ns": union_length(sum(parts.values(), [])), "compute_ns": compute,
                               "communication_ns": communication, "overlap_ns": compute + communication - both}
    return {"range_ns": end - begin, "split_ns": split, "devices": result}


def is_profiler(process):
    return str(process) in ("Spans", "Traces") or str(process).startswith("-")


def device_of(s):
    return s.args.get("device", s.place[0])


def torch_rules(truth, shapes, version):
    """torch's own operator table, from the rules that torch applies and the product does not: overloads and step numbers
    are not part of the name, a same-name only child is dropped, an event that ends after the innermost open one closes it;
    since 2.15 Python functions count as children; 2.9 keeps the bounds of memory in doubles of microseconds."""
    rows = collections.defaultdict(collections.Counter)
    times = [t for t, _ in truth.memory]
    sums = [0]
    for _, args in truth.memory:
        sums.append(sums[-1] + args["Bytes"])

    def bound(time):
        if not version.startswith("2.9"):
            return time
        return (time + truth.base_ns) / 1000 * 1000 - truth.base_ns

    def memory_of(s):
        return sums[bisect.bisect_right(times, bound(s.end))] - sums[bisect.bisect_left(times, bound(s.start))]

    places = collections.defaultdict(list)
    for s in truth.slices:
        if s.category in OPERATORS | RANGES or (s.category == "python_function" and not version.startswith("2.9")):
            places[s.place].append(s)
    for nodes in places.values():
        nodes.sort(key=lambda s: (s.start, -s.end, s.order))
        children, stack = collections.defaultdict(list), []
        for s in (s for s in nodes if not is_async(s)):
            while stack and (stack[-1].end <= s.start or s.end > stack[-1].end):
                stack.pop()
            if stack:
                children[stack[-1].order].append(s)
            stack.append(s)
        dropped = set()
        for s in nodes:
            while len(children[s.order]) == 1 and torch_name(children[s.order][0]) == torch_name(s):
                only = children[s.order][0]
                dropped.add(only.order)
                children[s.order] = children[only.order]
        for s in nodes:
            if s.order in dropped:
                continue
            key = torch_name(s)
            row = rows[(key, torch_shapes(s)) if shapes else key]
            row["count"] += 1
            row["total"] += s.end - s.start
            row["self"] += 0 if is_async(s) else s.end - s.start - sum(c.end - c.start for c in children[s.order])
            row["memory"] += memory_of(s)
            row["self_memory"] += 0 if is_async(s) else memory_of(s) - sum(memory_of(c) for c in children[s.order])
    return rows


def merged_names(truth, shapes):
    """the rows without torch's rules but under torch's names: what merge_rows() makes of the product's"""
    rows = collections.defaultdict(collections.Counter)
    for row_key, row in (truth.by_shapes() if shapes else truth.by_name()).items():
        name, dims = row_key if shapes else (row_key, None)
        add(rows, name, dims, row)
    return rows


def merge_rows(answer, shapes):
    """rows of `lanescope stats` under torch's names"""
    rows = collections.defaultdict(collections.Counter)
    for row in answer:
        add(rows, row["name"], json.dumps(row["shapes"]) if shapes else None, row)
    return rows


def add(rows, name, dims, row):
    name = "ProfilerStep*" if name.startswith("ProfilerStep#") else re.sub(r"^(\w+::\w+)\.\w+$", r"\1", name)
    key = name if dims is None else (name, json.dumps([[] if d and isinstance(d[0], list) else d for d in json.loads(dims)]))
    rows[key]["count"] += row["calls"]
    rows[key]["total"] += row["total_cpu_ns"]
    rows[key]["self"] += row["self_cpu_ns"]
    rows[key]["memory"] += row["allocated_bytes"] - row["freed_bytes"]


def is_async(s):
    """what torch's process groups queue: the range ends when it is done, on whichever thread that is"""
    return s.category in OPERATORS | RANGES and s.name.startswith(("gloo:", "nccl:", "mpi:", "ucc:", "xccl:"))


def torch_name(s):
    if s.name.startswith("ProfilerStep#"):
        return "ProfilerStep*"
    return re.sub(r"^(\w+::\w+)\.\w+$", r"\1", s.name) if s.category in OPERATORS else s.name


def torch_shapes(s):
    dims = s.args.get("Input Dims", [])
    return json.dumps([[] if d and isinstance(d[0], list) else d for d in dims])
