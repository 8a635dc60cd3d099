#!/usr/bin/env python3
"""What `lanescope info --json` must say about a Kineto or Chrome trace, computed slowly and independently.

usage: trace_truth.py TRACE.json[.gz]

Times are decimals throughout, never floating point. What torch writes although JSON forbids it is mended first:
bare nan and inf, raw quotes in texts and keys, texts cut inside a UTF-8 character.

slices          complete events (X) with a time, begins (B) that an end (E) closes, and old asynchronous ones (S to F); where a time cannot be, none is taken
categories      per "cat" (empty text: none): how many slices, and the sum of their durations
threads         per "pid/tid", as the file writes them (nothing for one that is missing): the same
flows           events of phase s; flows_linked: those with a t or f of the same category and id
instants        events of phase i, I, R, n, T or p other than "[memory]", which are memory_events
distinct_names  of slices
span_ns         from the first start to the last end of slices
duration_ns     of all slices together
max_depth       most lanes that one thread takes: a slice goes onto the lowest lane, below the last slice before it that
                encloses it, on which nothing runs at its start
"""
import gzip
import json
import sys
from collections import defaultdict
from decimal import ROUND_HALF_EVEN, Decimal


WORK = ("kernel", "mtia_ccp_events", "gpu_memcpy", "memcpy", "gpu_memset", "memset")


def load(path):
    """The parsed document, with numbers that have a point as Decimal."""
    with open(path, "rb") as file:
        raw = file.read()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    text = raw.decode("utf-8-sig", "replace")
    while True:
        try:
            return json.loads(text, parse_float=Decimal, strict=False)
        except json.JSONDecodeError as problem:
            text = mended(text, problem)


def mended(text, problem):
    """The text with the one mistake mended at which reading stopped."""
    at = problem.pos
    for written, meant in (("nan", "NaN"), ("-nan", "NaN"), ("inf", "Infinity"), ("-inf", "-Infinity")):
        if text.startswith(written, at):
            return text[:at] + meant + text[at + len(written):]
    # A string ended too early, at the last quote before the place where nothing fitted any more.
    quote = text.rfind('"', 0, at)
    if quote < 0 or at - quote > 200 or "delimiter" not in problem.msg:
        raise problem
    return text[:quote] + "\\" + text[quote:]


def nanoseconds(microseconds):
    """Half to even; None for what is no time."""
    if isinstance(microseconds, bool):
        return None
    try:
        exact = Decimal(microseconds) * 1000
        return int(exact.to_integral_value(ROUND_HALF_EVEN))
    except (ArithmeticError, TypeError, ValueError):
        return None


def place(event):
    return "/".join(str(event.get(key, "")) for key in ("pid", "tid"))


def paired(events):
    """(begin event, start, duration) of every B that an E closes. By time, then as in the file; an E closes the
    innermost B of its name that is open, or the innermost of all when it has none, and no other."""
    marks = defaultdict(list)
    for event in events:
        if event.get("ph") in ("B", "E") and nanoseconds(event.get("ts")) is not None:
            marks[place(event)].append(event)
    for of_thread in marks.values():
        of_thread.sort(key=lambda e: nanoseconds(e["ts"]))
        stack = []
        for event in of_thread:
            if event["ph"] == "B":
                stack.append(event)
                continue
            depth = len(stack)
            while depth and event.get("name", "") != "" and stack[depth - 1].get("name", "") != event["name"]:
                depth -= 1
            if depth:
                begin = stack.pop(depth - 1)
                start = nanoseconds(begin["ts"])
                yield begin, start, nanoseconds(event["ts"]) - start


def complete(events):
    """[event, start, duration] of each complete event."""
    found = []
    for event in events:
        start = nanoseconds(event.get("ts"))
        if event.get("ph") == "X" and start is not None:
            found.append([event, start, max(nanoseconds(event.get("dur")) or 0, 0)])
    return found


def latest_end(events, begin):
    """Little can reach beyond torch's note of its window's end; None without one."""
    ends = [nanoseconds(e.get("ts")) for e in events if e.get("name") == "Record Window End" and e.get("ph") not in ("X", "B", "E")]
    ends = [end for end in ends if end is not None]
    return max(ends) + max(10**6, (max(ends) - begin) // 100) if ends and max(ends) > begin else None


def untimed(events, slices):
    """The indices of slices whose times cannot be: each takes no time, where it says to have begun or, where it cannot have begun
    there either, at the first begin or the window's end."""
    begins = [start for _, start, _ in slices if start != 0]
    if not begins:
        return {}
    begin, spread = min(begins), max(begins) - min(begins)
    latest = latest_end(events, begin)
    if latest is not None and sum(s + d > latest for _, s, d in slices) > len(slices) // 10:
        latest = None  # the mark itself is at a time that cannot be
    absurd = max(begins) + max(3600 * 10**9, 1000 * spread)
    found = {}
    for i, (event, start, duration) in enumerate(slices):
        if start == 0 and begin > 10**9 and begin // 100 > spread:
            found[i] = begin
        elif latest is not None and start + duration > latest:
            found[i] = max(nanoseconds(e["ts"]) for e in events if e.get("name") == "Record Window End") if start > latest else start
        elif start + duration > absurd and event.get("cat") in WORK:
            found[i] = start
    threads, streams = defaultdict(list), defaultdict(list)
    for i, (event, start, duration) in enumerate(slices):
        threads[place(event)].append((start, -duration, i))
    for name, thread in threads.items():  # a stream is told by what begins on it first
        thread.sort()
        if slices[thread[0][2]][0].get("cat") in (*WORK, "cuda_sync", "gpu_user_annotation"):
            streams[name] = [entry for entry in thread if slices[entry[2]][0].get("cat") in WORK]
    for stream in streams.values():
        running = []  # index, end, how many are inside
        for start, negative, i in sorted(stream) + [(float("inf"), 0, None)]:
            while running and running[-1][1] <= start:
                around, _, inside = running.pop()
                if inside >= 3 and not slices[around][0].get("args", {}).get("graph node id"):
                    found.setdefault(around, slices[around][1])
            if running and start - negative <= running[-1][1]:
                running[-1][2] += 1
            running.append([i, start - negative, 0])
    return found


def slices_of(events):
    slices = complete(events)
    for i, at in untimed(events, slices).items():
        slices[i][1:] = [at, 0]
    yield from slices
    yield from paired(events)
    open_ones = {}
    for event in sorted((e for e in events if e.get("ph") in ("S", "F")), key=lambda e: nanoseconds(e["ts"])):
        key = (event.get("cat"), str(event.get("id")), event.get("name"))
        if event["ph"] == "S":
            open_ones[key] = event
        elif key in open_ones:
            begin = open_ones.pop(key) | {"tid": key[0]}  # on a row of its category
            yield begin, nanoseconds(begin["ts"]), nanoseconds(event["ts"]) - nanoseconds(begin["ts"])


def depth_of(spans):
    deepest = 0
    running = []  # end and lane, as they came
    for start, duration in sorted(spans, key=lambda s: (s[0], -s[1])):
        running = [r for r in running if r[0] > start]
        around = [lane for end, lane in running if end >= start + duration]
        lane = around[-1] + 1 if around else 0
        while any(lane == taken for _, taken in running):
            lane += 1
        running.append((start + duration, lane))
        deepest = max(deepest, lane + 1)
    return deepest


def flow_key(event):
    return event.get("cat", ""), str(event.get("id", event.get("id2", event.get("bind_id", ""))))


def summary(path):
    document = load(path)
    events = [e for e in (document if isinstance(document, list) else document["traceEvents"]) if isinstance(e, dict)]
    categories = defaultdict(lambda: {"count": 0, "total_ns": 0})
    threads = defaultdict(lambda: {"count": 0, "total_ns": 0})
    spans = defaultdict(list)
    names = set()
    for event, start, duration in slices_of(events):
        for totals in (categories[event.get("cat", "")], threads[place(event)]):
            totals["count"] += 1
            totals["total_ns"] += duration
        spans[place(event)].append((start, duration))
        names.add(event.get("name", ""))
    flat = [s for of_thread in spans.values() for s in of_thread]
    ended = {flow_key(e) for e in events if e.get("ph") in ("t", "f")}
    starts = [e for e in events if e.get("ph") == "s"]
    points = [e for e in events if e.get("ph") in ("i", "I", "R", "n", "T", "p")]
    memory = [e for e in points if e.get("name") == "[memory]"]
    return {
        "slices": len(flat),
        "categories": dict(categories),
        "threads": dict(threads),
        "flows": len(starts),
        "flows_linked": sum(flow_key(e) in ended for e in starts),
        "instants": len(points) - len(memory),
        "memory_events": len(memory),
        "distinct_names": len(names),
        "span_ns": max(s + d for s, d in flat) - min(s for s, d in flat) if flat else 0,
        "duration_ns": sum(d for _, d in flat),
        "max_depth": max(map(depth_of, spans.values()), default=0),
    }


if __name__ == "__main__":
    json.dump(summary(sys.argv[1]), sys.stdout, indent=1, sort_keys=True)
