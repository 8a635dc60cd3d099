#!/usr/bin/env python3
"""Traces as nobody has written them yet: the small real ones of ../shared/traces (or LANESCOPE_TRACES) changed in every
way that formats and tools differ in, several at a time. What `lanescope info --json` says of each equals what the slow
reference computes.

LANESCOPE_MUTATIONS says how many (200); the N-th is always the same one. With a number as argument: only that one, kept
as mutated-N.json for looking at it."""
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "reference"))
import trace_truth

LANESCOPE = Path(os.environ.get("LANESCOPE_BUILD", HERE.parents[2] / "build")) / "bin/lanescope"
TRACES = Path(os.environ.get("LANESCOPE_TRACES", HERE.parents[3] / "shared/traces"))
COUNT = int(os.environ.get("LANESCOPE_MUTATIONS", "200"))
SEEDS = ("mi250_toy_train", "cpu_only", "cuda_event_sync_multi_stream", "torch_compile_triton", "alexnet_train")
SHARE = 0.1  # of the events that a mutation of single events changes


class Raw(str):
    """Text that stands in the file as it is."""


def some(random_, events, wanted=lambda e: True):
    return [e for e in events if wanted(e) and random_.random() < SHARE]


def complete(event):
    return event.get("ph") == "X" and "ts" in event


# Mutations of the list of events.

def shuffled(random_, events):
    random_.shuffle(events)


def metadata_last(random_, events):
    events.sort(key=lambda e: e.get("ph") == "M")


def metadata_twice(random_, events):
    events += [dict(e) for e in events if e.get("ph") == "M"]


def duplicated(random_, events):
    events += [dict(e) for e in some(random_, events)]


def dropped(random_, events):
    gone = {id(e) for e in some(random_, events)}
    events[:] = [e for e in events if id(e) not in gone]


def begins_and_ends(random_, events):
    for event in some(random_, events, complete):
        if isinstance(event.get("dur"), (int, Decimal)) and event["dur"] >= 0 and isinstance(event["ts"], (int, Decimal)):
            end = {key: event[key] for key in ("pid", "tid", "cat", "name") if key in event}
            events.append({**end, "ph": "E", "ts": event["ts"] + event["dur"]})
            event["ph"] = "B"
            del event["dur"]


def ends_without_begins(random_, events):
    events += [{"ph": "E", "pid": e.get("pid", 0), "tid": e.get("tid", 0), "ts": e["ts"]}
               for e in some(random_, events, complete)]


def no_fields(random_, events):
    for _ in range(3):
        events.insert(random_.randrange(len(events) + 1), {})


# Mutations of single events.

def each(wanted, change):
    def mutate(random_, events):
        for event in some(random_, events, wanted):
            change(random_, event)
    return mutate


def has(*keys):
    return lambda event: all(key in event for key in keys)


def setting(key, *values):
    return each(has(key), lambda random_, event: event.update({key: random_.choice(values)}))


def removing(key):
    return each(has(key), lambda random_, event: event.pop(key))


def times_as_texts(random_, event):
    event["ts"] = str(event["ts"])


def times_in_other_spellings(random_, event):
    value = Decimal(str(event["ts"]))
    event["ts"] = Raw(random_.choice([f"{value:E}", f"{value:.3f}000", f"{value + Decimal('0.0005')}",
                                      f"{value + Decimal('0.00049999')}", f"{int(value)}", f"-{value}"]))


def long_ago(random_, event):
    event["ts"] = Decimal(str(event["ts"])) - random_.choice([86400 * 10**6, 10**12])


def huge_ids(random_, event):
    event["id"] = random_.choice([2**40 + 7, 2**53 + 1, 2**62, 2**64 - 1, 10**25, "0x1f", "-3", "id"])


def arguments_of_other_kinds(random_, event):
    event["args"] = random_.choice([None, [], {}, "text", 5, [1, {"a": "]}"}], {"a": None, "b": True, "c": [[], {}]},
                                    {"traceEvents": [{"ph": "X", "ts": 1, "name": "inside"}]}, {"x": Raw("NaN")},
                                    {"a": 10**30, "b": Raw("1e400"), "c": Raw("-0.0"), "d": Raw("1.50")}])


def other_texts_in_names(random_, event):
    event["name"] = random_.choice(["", "a\"b", "tab\tand\nline", "\u00e9\u4e2d\U0001f600", "\\", "{\"ph\": \"X\"}", "},{",
                                    "x" * 5000, " ", "/*", "\u2028"])


def keys_in_another_order(random_, events):
    for event in events:
        pairs = list(event.items())
        random_.shuffle(pairs)
        event.clear()
        event.update(pairs)


def timed(event):
    return isinstance(event.get("ts"), (int, Decimal)) and not isinstance(event["ts"], bool)
MUTATIONS = [
    shuffled, metadata_last, metadata_twice, duplicated, dropped, begins_and_ends, ends_without_begins, no_fields,
    keys_in_another_order, each(timed, times_as_texts), each(timed, times_in_other_spellings), each(timed, long_ago),
    each(has("id"), huge_ids), each(lambda e: True, arguments_of_other_kinds), each(has("name"), other_texts_in_names),
    setting("cat", "hip_runtime", "mtia_ccp_events", "mtia_runtime", "xpu_runtime", "privateuse1_runtime", "", "cpu_op"),
    setting("dur", -5, 0, Decimal("0.001"), Decimal("1e-9"), 10**9, "12.5", Raw("1e3"), Raw("-0.0")),
    setting("ts", None, True, [], {}, "soon", ""),
    setting("dur", None, "long", []),
    setting("pid", "GPU 0 Counters", "12", "-1", "007", 0, -1, 2**31, 2**40, 10**20, ""),
    setting("tid", "stream 7", "7", 0, -1, 2**63, ""),
    setting("ph", "Z", "", "XX", "x", "n", "R"),
    removing("ph"), removing("tid"), removing("pid"), removing("cat"), removing("name"), removing("dur"), removing("ts"),
    removing("args"), removing("id"),
]


def written(random_, value, gap):
    """JSON with numbers as they were, and spaces as this file likes them."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dict):
        inner = ("," + gap).join(f"{json.dumps(k)}:{gap}{written(random_, v, gap)}" for k, v in value.items())
        return "{" + gap + inner + gap + "}"
    if isinstance(value, list):
        return "[" + ("," + gap).join(written(random_, v, gap) for v in value) + "]"
    return json.dumps(value, ensure_ascii=random_.random() < 0.5)


def mutated(number):
    random_ = random.Random(number)
    document = trace_truth.load(TRACES / f"{SEEDS[number % len(SEEDS)]}.json.gz")
    events = document["traceEvents"]
    for mutate in random_.sample(MUTATIONS, random_.choice([1, 1, 2, 3, 6])):
        mutate(random_, events)
    gap = random_.choice(["", " ", "\n", "\n  ", "\r\n\t"])
    text = written(random_, events if random_.random() < 0.3 else document, gap)
    if random_.random() < 0.2 and text.startswith("["):
        text = text[:-1] + random_.choice(["", ",", "\n"])  # the array form needs no end
    return text.encode("utf-8", "surrogatepass")


def truth(path):
    """The reference reads whole documents only."""
    text = path.read_bytes()
    whole = text.rstrip().rstrip(b",")
    if text.startswith(b"[") and not whole.endswith(b"]"):
        whole += b"]"
    closed = path.with_suffix(".whole.json")
    closed.write_bytes(whole)
    return trace_truth.summary(closed)


def told(path):
    done = subprocess.run([LANESCOPE, "info", "--json", path], capture_output=True, text=True, timeout=60, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {"error": done.stderr}


class MutatedTraces(unittest.TestCase):
    maxDiff = 2000

    @unittest.skipUnless(TRACES.exists(), f"no traces in {TRACES}")
    def test_info_equals_the_reference(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mutated.json"
            for number in range(COUNT):
                with self.subTest(number=number):
                    path.write_bytes(mutated(number))
                    self.assertEqual({}, differences(path))


def as_written(threads):
    """A device whose number is the pid of the host, too, is a process of its own, "GPU 3"; in the file both are 3."""
    written_so = {}
    for place, sums in threads.items():
        before = written_so.setdefault(re.sub(r"^GPU (?=\d+/)", "", place), dict.fromkeys(sums, 0))
        for key, value in sums.items():
            before[key] += value
    return written_so


def differences(path):
    """Key to (what was told, what it is)."""
    says = told(path)
    if "threads" in says:
        says["threads"] = as_written(says["threads"])
    return {key: (says.get(key), value) for key, value in truth(path).items() if says.get(key) != value}


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1].isdigit():
        kept = Path(f"mutated-{sys.argv[1]}.json")
        kept.write_bytes(mutated(int(sys.argv[1])))
        print(differences(kept))
    else:
        unittest.main()
