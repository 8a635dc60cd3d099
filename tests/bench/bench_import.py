#!/usr/bin/env python3
"""How fast, in how much memory and how small traces are imported, against a simdjson walk in the same minute.

Needs the real traces in ../shared/traces (or LANESCOPE_TRACES). The grown ones stay in build/bench-data (4 GB);
LANESCOPE_BENCH_BYTES says how big they are (1e9).
"""
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import big_trace

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LANESCOPE_BUILD", ROOT / "build"))
TRACES = Path(os.environ.get("LANESCOPE_TRACES", ROOT.parent / "shared/traces"))
DATA = BUILD / "bench-data"
BYTES = int(float(os.environ.get("LANESCOPE_BENCH_BYTES", "1e9")))
ROUNDS = 5


def measured(program, *arguments):
    done = subprocess.run([BUILD / "bench" / program, *map(str, arguments)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def row(name, value, unit, reference=None, bound=None, ok=None):
    ratio = value / reference if reference else None
    held = ok if ok is not None else bound is None or (ratio if reference else value) <= bound
    print(json.dumps({"name": name, "value": value, "unit": unit, "reference": reference, "ratio": ratio,
                      "bound": bound, "ok": held}), flush=True)


def grown(source, name, unique_names=False):
    path = DATA / f"{name}.json"
    if not path.exists() or path.stat().st_size < BYTES:
        DATA.mkdir(parents=True, exist_ok=True)
        big_trace.grow(TRACES / f"{source}.json.gz", path, BYTES, unique_names)
    return path


def packed(path):
    target = path.with_suffix(".json.gz")
    if not target.exists():
        with open(target, "wb") as out:
            subprocess.run(["gzip", "-6", "-c", path], stdout=out, check=True)
    return target


def best(runs, key):
    return min(run[key] for run in runs)


def interleaved(path, *opened):
    """Walks the plain file and opens the others in turn; neighbours on the machine disturb all alike."""
    for file in (path, *opened):
        with open(file, "rb") as data:
            while data.read(1 << 24):  # what is measured is not the disk
                pass
    walks, runs = [], [[] for _ in opened]
    for _ in range(ROUNDS):
        walks.append(measured("walk_json", path))
        for file, results in zip(opened, runs):
            results.append(measured("open_trace", file, 2))
    return best(walks, "seconds"), runs


def imports():
    size = None
    for source, name, bound, peak_bound in (("h100_owlv2_large", "big", 0.5, 0.45), ("torch215_gpt_train", "gpt", 0.7, 0.45),
                                            ("h100_owlv2_large", "unique_names", 0.7, None)):
        path = grown(source, name, name == "unique_names")
        size = path.stat().st_size
        files = [path] if name != "big" else [path, packed(path)]
        walk, runs = interleaved(path, *files)
        row(f"import {name}", best(runs[0], "seconds"), "s", walk, bound)
        row(f"import {name}: peak memory", best(runs[0], "peak_bytes"), "bytes", size, peak_bound)
        if name == "big":
            row("import big from .gz", best(runs[1], "seconds"), "s", walk, 0.6)
            row("import big from .gz: peak memory", best(runs[1], "peak_bytes"), "bytes", size, 0.55)


def sessions():
    lanescope = BUILD / "bin/lanescope"
    source = TRACES / "h100_owlv2_large.json.gz"
    small, big = DATA / "small.lanes", DATA / "big.lanes"
    subprocess.run([lanescope, "convert", "-q", source, small], check=True)
    row("session of h100_owlv2_large", small.stat().st_size, "bytes",
        len(gzip.compress(gzip.decompress(source.read_bytes()), 6)), 0.15)
    subprocess.run([lanescope, "convert", "-q", grown("h100_owlv2_large", "big"), big], check=True)
    runs = [measured("open_trace", big, 2) for _ in range(ROUNDS)]
    speed = runs[0]["slices"] / best(runs, "open_seconds") / 1e6
    row("reopening big", speed, "M slices/s", None, 40, speed >= 40)


if __name__ == "__main__":
    if not (TRACES / "h100_owlv2_large.json.gz").exists():
        sys.exit(f"no traces in {TRACES}")
    imports()
    sessions()
