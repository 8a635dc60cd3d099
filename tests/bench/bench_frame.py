#!/usr/bin/env python3
"""What a frame of the timeline costs: generated sessions and, where the real traces are there, one of them and 1 GB made
of it (LANESCOPE_BENCH_BYTES)."""
import subprocess
import sys

import bench_import

wanted = ["1000000", "10000000"]
source = bench_import.TRACES / "h100_owlv2_large.json.gz"
if source.exists():
    big = bench_import.grown("h100_owlv2_large", "big")
    wanted += [f"h100_owlv2_large={source}", f"{bench_import.BYTES / 1e9:g} GB trace={big}"]
sys.exit(subprocess.run([bench_import.BUILD / "bench/frame_journey", *wanted], check=False).returncode)
