#!/usr/bin/env python3
"""How long a rank of a job's data set takes, and in how much memory: 64 sessions of some 300,000 slices, by two workers. The
bytes of a session depend on what repeats in it: these have as many slices as recorded ones of 2 to 5 MB.

Needs the real traces in ../shared/traces (or LANESCOPE_TRACES), pyarrow of PyPI, and 500 MB of disk while it runs.
LANESCOPE_BENCH_RANKS says how many ranks there are (64).
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import big_trace
from bench_ranks import BUILD, RANKS, ROOT, SOURCE, row

sys.path.insert(0, str(ROOT / "tests/support"))
import pypi  # noqa: E402

JSON_BYTES = 160_000_000
SECONDS_A_RANK = 0.5
MEMORY = 1 << 30


def sessions(folder):
    """Of the ranks of one job, which do the same at the same times."""
    source = folder / "source.json"
    big_trace.grow(SOURCE, source, JSON_BYTES)
    text = source.read_text(encoding="utf-8").replace('"world_size": 2', f'"world_size": {RANKS}', 1)
    source.unlink()
    at = text.index('"rank": 0')
    files = [folder / f"rank{rank}.lanes" for rank in range(RANKS)]
    for rank, file in enumerate(files):
        with subprocess.Popen([BUILD / "bin/lanescope-record", "convert", "-q", "-", file], stdin=subprocess.PIPE, text=True) as converting:
            for part in (text[:at], f'"rank": {rank}', text[at + len('"rank": 0'):]):
                converting.stdin.write(part)
        assert converting.returncode == 0
    return files


def most_memory(program):
    """Of a process and its children together, until it ends: their resident sets, sampled."""
    most = 0
    while program.poll() is None:
        sizes = 0
        for line in subprocess.run(["ps", "-o", "rss=", "--pid", str(program.pid), "--ppid", str(program.pid)], capture_output=True, text=True,
                                   check=False).stdout.split():
            sizes += int(line) * 1024
        most = max(most, sizes)
        time.sleep(0.05)
    return most


def main():
    python, why = pypi.environment("tables-duckdb", "pyarrow", "pandas", "polars", "numpy", "duckdb")
    if python is None or not SOURCE.exists():
        print(why or f"{SOURCE} is not there: nothing is measured")
        row("data set: no pyarrow, or no traces", 0, "s")
        return
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        files = sessions(Path(folder))
        data = Path(folder) / "data"
        usage = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        begin, before = time.monotonic(), usage()
        with subprocess.Popen([BUILD / "bin/lanescope-record", "dataset", *files, "-o", data, "--python", python], stdout=subprocess.DEVNULL) as program:
            most = most_memory(program)
        seconds = time.monotonic() - begin
        assert program.returncode == 0
        manifest = json.loads((data / "manifest.json").read_text())["jobs"]["job"]
        slices = sum(block["files"]["slices"]["rows"] for block in manifest["blocks"].values())
        print(f"{slices / RANKS:.0f} slices a rank")
        row(f"data set: a rank of {RANKS}, processor time of 2 cores", (usage() - before) / RANKS / 2, "s", bound=SECONDS_A_RANK)
        row(f"data set: a rank of {RANKS}", seconds / RANKS, "s")
        row(f"data set: peak memory of {RANKS} ranks", most, "bytes", bound=MEMORY)


if __name__ == "__main__":
    main()
