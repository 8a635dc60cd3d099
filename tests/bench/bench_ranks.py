#!/usr/bin/env python3
"""How long the ranks of a large job take, and in how much memory: 64 traces of 20 MB each, against a simdjson walk over as
many bytes in the same minute.

Needs the real traces in ../shared/traces (or LANESCOPE_TRACES), and 1.3 GB of disk while it runs. LANESCOPE_BENCH_RANKS says
how many ranks there are (64).
"""
import json
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import big_trace

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LANESCOPE_BUILD", ROOT / "build"))
SOURCE = Path(os.environ.get("LANESCOPE_TRACES", ROOT.parent / "shared/traces")) / "torch29_ddp_gloo_rank0.json.gz"
RANKS = int(os.environ.get("LANESCOPE_BENCH_RANKS", "64"))
BYTES = 20_000_000
ROUNDS = 3


def row(name, value, unit, reference=None, bound=None):
    ratio = value / reference if reference else None
    held = bound is None or (ratio if reference else value) <= bound
    print(json.dumps({"name": name, "value": value, "unit": unit, "reference": reference, "ratio": ratio, "bound": bound, "ok": held}),
          flush=True)


def traces(folder):
    """Of the ranks of one job, which do the same at the same times."""
    first = folder / "rank0.json"
    big_trace.grow(SOURCE, first, BYTES)
    text = first.read_text(encoding="utf-8")
    head = text.index('"traceEvents"')
    info = text[:head].replace('"world_size": 2', f'"world_size": {RANKS}')
    for rank in range(RANKS):
        own = info.replace('"rank": 0', f'"rank": {rank}')
        (folder / f"rank{rank}.json").write_text(own + text[head:], encoding="utf-8")
    return [folder / f"rank{rank}.json" for rank in range(RANKS)]


def aligned(files):
    """Seconds that it takes; every rank must be there, and tied to the first one."""
    begin = time.monotonic()
    done = subprocess.run([BUILD / "bin/lanescope-record", "ranks", *files, "--format", "json"], capture_output=True, text=True, check=True)
    seconds = time.monotonic() - begin
    ranks = json.loads(done.stdout)["ranks"]
    assert [rank["rank"] for rank in ranks] == list(range(RANKS))
    assert all(rank["method"] == "collectives" for rank in ranks[1:]), ranks
    return seconds


def walked(file):
    done = subprocess.run([BUILD / "bench/walk_json", file], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["seconds"]


def main():
    if not SOURCE.exists():
        print(f"{SOURCE} is not there: nothing is measured")
        row("ranks: no traces", 0, "s")
        return
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        files = traces(Path(folder))
        size = sum(file.stat().st_size for file in files)
        seconds = min(aligned(files) for _ in range(ROUNDS))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        walk = min(walked(files[0]) for _ in range(ROUNDS)) * RANKS
        row(f"{RANKS} ranks of 20 MB", seconds, "s", walk, 2)
        row(f"{RANKS} ranks of 20 MB: peak memory", peak, "bytes", size, 0.25)


if __name__ == "__main__":
    main()
