#!/usr/bin/env python3
"""Fifty million kernels on the played GPU, ten million launched and forty by replays of graphs: what the program holds
meanwhile, and what is lost. Takes some five minutes, so it runs only when it is asked for by name."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "played_gpu"))
import build  # noqa: E402

RECORDER = build.BUILD.parent / "bin/lanescope-record"
MIB = 1 << 20
PARTS = (("flood", 10_000_000, 100_000), ("replays", 40_000_000, 250_000))  # kernels, and how many a second
GROWTH = 32  # MiB: of a program that has run a quarter of them


def row(name, value, unit, bound):
    print(json.dumps({"name": name, "value": round(value, 1), "unit": unit, "reference": None, "ratio": None, "bound": bound,
                      "ok": bound is None or value <= bound}), flush=True)


def soak(cuda, part, kernels, per_second):
    settings = {"LD_LIBRARY_PATH": str(cuda.folder), "PLAYED_NOISE_PERCENT": "0", "PROGRAM_UNPROFILED": "1",
                "PROGRAM_LAUNCHES": str(kernels), "PROGRAM_PER_SECOND": str(per_second)}
    inside = ["env", *(f"{name}={value}" for name, value in settings.items())]
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / "run.lanes"
        # The newest stay: a session of all of them is no part of what is asked.
        result = subprocess.run([RECORDER, "record", "--max-size", "256M", "-o", session, "--", *inside, cuda.folder / "program", part],
                                capture_output=True, text=True, timeout=3600, check=True)
        info = json.loads(subprocess.run([RECORDER, "info", "--json", session], capture_output=True, check=True).stdout)
    grown = next(json.loads(line)["grown"] for line in result.stdout.splitlines() if "grown" in line)
    row(f"soak of {kernels // 1_000_000} million kernels, {part}: program, end less after a quarter", grown / MIB, "MiB", GROWTH)
    row(f"soak of {kernels // 1_000_000} million kernels, {part}: records lost", info["lost"], "", 0)


found = build.installed()
if not found:
    print("no CUDA headers are installed (./test torch 2.15.0)", file=sys.stderr)
for device in found[:1]:
    build.Builder(device).build()
    for soaked in PARTS:
        soak(device, *soaked)
