#!/usr/bin/env python3
"""Makes a big Kineto trace of a real one: its events again and again, each time later and with ids of their own.

usage: big_trace.py IN.json[.gz] OUT.json BYTES [--unique-names]

--unique-names gives every Python function a name of its own. Written in Kineto's style of text.
"""
import gzip
import json
import sys

# Arguments that number events: a copy's must differ from those of the copy before.
NUMBERING = {"correlation", "External id", "Ev Idx", "Python id", "Python parent id"}
GAP_NS = 5_000_000  # between one copy and the next


def microseconds(ns):
    return "%d.%03d" % divmod(ns, 1000)


class Template:
    """One event as text with places for what changes from copy to copy."""

    def __init__(self, event, unique_names):
        self.shifted = []  # ("time" or "number", value in the original), in the order of the places
        fields = [self.field(key, value, event, unique_names) for key, value in event.items()]
        self.text = "  {\n    " + ", ".join(fields) + "\n  },\n"

    def field(self, key, value, event, unique_names):
        if key == "ts":
            return self.place("ts", "time", round(value * 1000))
        if key == "dur":
            return '"dur": ' + microseconds(round(value * 1000))
        if key == "id" and isinstance(value, int):
            return self.place("id", "number", value)
        if key == "name" and unique_names and event.get("cat") == "python_function":
            self.shifted.append(("copy", 0))
            return '"name": ' + self.fixed(value)[:-1] + ' %s"'
        if key == "args":
            inner = [self.place(name, "number", arg) if name in NUMBERING and isinstance(arg, int)
                     else f"{self.fixed(name)}: {self.fixed(arg)}" for name, arg in value.items()]
            return '\n    "args": {\n      ' + ", ".join(inner) + "\n    }"
        return f"{self.fixed(key)}: {self.fixed(value)}"

    @staticmethod
    def fixed(value):
        return json.dumps(value).replace("%", "%%")

    def place(self, key, kind, value):
        self.shifted.append((kind, value))
        return self.fixed(key) + ": %s"

    def copy(self, time, number, name):
        moved = {"time": lambda v: microseconds(v + time), "number": lambda v: v + number, "copy": lambda _: next(name)}
        return self.text % tuple(moved[kind](value) for kind, value in self.shifted)


def counter():
    value = 0
    while True:
        value += 1
        yield value


def grow(source, target, size, unique_names=False):
    with (gzip.open(source) if str(source).endswith(".gz") else open(source, "rb")) as file:
        document = json.load(file)
    events = [e for e in document["traceEvents"] if not isinstance(e.get("pid"), str)]
    metadata = [e for e in events if e["ph"] == "M"]
    templates = [Template(e, unique_names) for e in events if e["ph"] != "M" and "ts" in e]
    numbers = [v for t in templates for kind, v in t.shifted if kind == "number"]
    starts = [v for t in templates for kind, v in t.shifted if kind == "time"]
    ends = [round((e["ts"] + e.get("dur", 0)) * 1000) for e in events if e["ph"] == "X"]
    time_step, number_step = max(ends) - min(starts) + GAP_NS, max(numbers, default=0) + 1
    names, copies = counter(), 0
    with open(target, "w", buffering=1 << 22, encoding="utf-8") as out:
        out.write("{\n")
        for key, value in document.items():
            if key != "traceEvents":
                out.write(f"  {json.dumps(key)}: {json.dumps(value)},\n")
        out.write('  "traceEvents": [\n')
        out.writelines(f"  {json.dumps(e)},\n" for e in metadata)
        while out.tell() < size:
            out.writelines(t.copy(time_step * copies, number_step * copies, names) for t in templates)
            copies += 1
        end = microseconds(min(starts) + time_step * copies)
        out.write('  {"ph": "i", "s": "g", "name": "end", "pid": 0, "tid": 0, "ts": %s}\n  ]\n}\n' % end)


if __name__ == "__main__":
    grow(sys.argv[1], sys.argv[2], int(float(sys.argv[3])), "--unique-names" in sys.argv[4:])
