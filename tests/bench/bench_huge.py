#!/usr/bin/env python3
"""A hundred million slices: how fast they open, what they take, how frames compare to a million. Takes minutes, 1 GB of
disk and 6 GB of memory, so it runs only when it is asked for by name."""
import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(os.environ.get("LANESCOPE_BUILD", "build")) / "bench"
MILLIONS = 100

failed = 0
try:
    for command in ([BENCH / "bench_session", str(MILLIONS)],
                    [BENCH / "frame_journey", "1000000", str(MILLIONS * 1_000_000)]):
        failed |= subprocess.run(command, check=False).returncode
finally:
    for file in (BENCH / "data").glob(f"*-{MILLIONS}000000.lanes*"):
        file.unlink()
sys.exit(failed)
