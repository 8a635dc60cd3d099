#!/usr/bin/env python3
"""Fifty million records under a flight recorder: what the disk, the recorder and the program hold meanwhile, and what is
saved at the end. Takes some minutes, so it runs only when it is asked for by name."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BUILD = Path(os.environ.get("LANESCOPE_BUILD", "build")).resolve()
RECORDER, FAKE = BUILD / "bin/lanescope-record", BUILD / "tests/fake_target"
RECORDS = 50_000_000
EVENTS_PER_RECORD = 3 / 4  # an operator's begin and end are one slice, with two changes of memory inside
LIMIT = 64 << 20
MIB = 1 << 20


def resident(pid):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def on_disk(folder):
    total = 0
    for entry in os.scandir(folder):
        try:
            total += entry.stat().st_size
        except FileNotFoundError:
            pass  # it has got its name meanwhile
    return total


def status(recorder):
    said = subprocess.run([RECORDER, "ctl", str(recorder.pid), "status"], capture_output=True, text=True, check=False).stdout
    return dict(line.split(None, 1) for line in said.splitlines() if len(line.split(None, 1)) == 2)


def row(name, value, unit, bound):
    print(json.dumps({"name": name, "value": round(value, 1), "unit": unit, "reference": None, "ratio": None, "bound": bound,
                      "ok": bound is None or value <= bound}), flush=True)


def soak(folder):
    session = Path(folder) / "run.lanes"
    recorder = subprocess.Popen([RECORDER, "record", "--keep", "10s", "--max-size", f"{LIMIT // MIB}M", "-o", session, "--",
                                 FAKE, "stream"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        begin, disk, samples, events = time.monotonic(), 0, [], 0
        while events < RECORDS * EVENTS_PER_RECORD:
            for _ in range(500):
                disk = max(disk, on_disk(folder))
                time.sleep(0.002)
            said = status(recorder)
            if not said:
                continue
            events = int("".join(filter(str.isdigit, said["events"].split(",")[0])))
            program = int(said["program"].split(":")[0])
            samples.append((events, resident(recorder.pid), resident(program)))
        seconds = time.monotonic() - begin
        lost = status(recorder)["events"].split(",")[1]
        os.kill(program, signal.SIGKILL)
        errors = recorder.communicate()[1].decode()
    finally:
        recorder.kill()
    warm = [sample for sample in samples if sample[0] > RECORDS * EVENTS_PER_RECORD / 5]
    row("soak: records a second", events / EVENTS_PER_RECORD / seconds, "1/s", None)
    row("soak: most on the disk", disk / MIB, "MiB", LIMIT / MIB)
    row("soak: recorder, most", max(sample[1] for sample in samples) / MIB, "MiB", 512)
    row("soak: recorder, end less after a fifth", (warm[-1][1] - warm[0][1]) / MIB, "MiB", 64)
    row("soak: program, end less after a fifth", (warm[-1][2] - warm[0][2]) / MIB, "MiB", 1)
    row("soak: records lost", int("".join(filter(str.isdigit, lost))), "", 0)
    print(errors.strip())
    saved = json.loads(subprocess.run([RECORDER, "info", "--json", session.with_name("run-1.lanes")], capture_output=True,
                                      check=True).stdout)
    row("soak: problems of what was saved", sum(entry["kind"] != "let-go" for entry in saved["diagnostics"]), "", 0)


with tempfile.TemporaryDirectory() as place:
    soak(place)
sys.exit(0)
