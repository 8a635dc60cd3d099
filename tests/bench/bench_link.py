#!/usr/bin/env python3
"""Ten minutes of a training that is recorded and watched over a link of 1 Mbit/s and 200 ms, the collector's first way
included: how far what is here is behind, and whether all of it arrives. Runs only when it is asked for by name."""
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "capture"))
from followed_link import RATE, operators, watch  # noqa: E402
from remote_host import SSHD, Host  # noqa: E402

RECORDER = Path(os.environ.get("LANESCOPE_BUILD", "build")).resolve() / "bin/lanescope-record"
SECONDS = int(os.environ.get("LANESCOPE_LINK_SECONDS", "600"))
LAYERS = 8


def row(name, value, unit, bound=None):
    print(json.dumps({"name": name, "value": round(value, 2), "unit": unit, "reference": None, "ratio": None, "bound": bound,
                      "ok": bound is None or value <= bound}), flush=True)


def main():
    if SSHD is None:
        sys.exit("openssh-server is not installed")
    host = Host()
    try:
        with tempfile.TemporaryDirectory() as place:
            seen = watch(host, RECORDER, Path(place), SECONDS, LAYERS, 3 * SECONDS + 600)
            if seen["status"] != 0:
                sys.exit(f"the capture failed: {seen['complaints']}")
            calls, info = operators(RECORDER, seen["session"])
            lags = sorted(seen["lags"])
            row("link: first bytes of the session here", seen["first"], "s")
            row("link: behind, median", lags[len(lags) // 2], "s", 3)
            row("link: behind, 99 of 100", lags[len(lags) * 99 // 100], "s", 10)
            row("link: behind, most", lags[-1], "s")
            row("link: over the program's own time", seen["whole"] - SECONDS, "s")
            row("link: used", 100 * seen["passed"] / seen["whole"] / RATE, "%")
            row("link: session", seen["bytes"] / (1 << 20), "MiB")
            row("link: operators missing", abs(2 * LAYERS * len(seen["steps"]) - calls), "", 0)
            row("link: session is whole", int("complete      yes" not in info), "", 0)
    finally:
        host.close()


main()
