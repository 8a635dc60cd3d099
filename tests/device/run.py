#!/usr/bin/env python3
"""Asks this machine's GPU what only a GPU can answer. It needs Python 3.9, a torch with CUDA, and what lies beside it; no network.

    run.py OUT [--seconds N] [--python PYTHON] [--only WORD...] [--parts WORD...] [--recorder PATH]

Writes OUT/results-1.tar.gz and so on, at most 8 files of 16 MiB, which scripts/device_compare.py reads elsewhere. --seconds: when it is
over (350 if nothing is said). --python: the one that has torch. --only: the groups that run, --parts: the programs of the group
"compared". --recorder: a recorder of a build in place of the wheel's. The files are written anew after each group, so that a machine that is taken away has answered what it had time for."""
import argparse
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST_FILES, MOST_BYTES = 8, 16 << 20
SPARE = 1 << 16  # for headers of the archive
PACKING = 10     # seconds
TIMED = ("amp", "graphs", "waits")
FACTS = """
import json, os, platform, torch
from pathlib import Path
driver = Path("/proc/driver/nvidia/version")
words = driver.read_text().split() if driver.exists() else []
version = next((word for word in words if word[0].isdigit() and "." in word), "unknown")
properties = torch.cuda.get_device_properties(0)
print(json.dumps({"device": properties.name, "driver": version, "cuda": torch.version.cuda, "torch": torch.__version__,
                  "python": platform.python_version(), "cores": os.cpu_count(), "multiprocessors": properties.multi_processor_count}))
"""


class Machine:
    """Runs programs one after the other within the time; remembers how each ended."""

    def __init__(self, out, python, recorder, packages, seconds, parts=TIMED):
        self.out, self.python, self.recorder, self.packages, self.parts = out, python, recorder, packages, parts
        self.work = out / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        self.end = time.monotonic() + seconds - PACKING
        self.jobs = {}

    def run(self, name, command, seconds):
        """Output goes to NAME.out and NAME.err. Returns whether it ended well."""
        left = self.end - time.monotonic()
        if left < 2:
            self.jobs[name] = {"code": "no time"}
            return False
        begin = time.monotonic()
        with open(self.work / f"{name}.out", "wb") as out, open(self.work / f"{name}.err", "wb") as err:
            process = subprocess.Popen(list(map(str, command)), cwd=self.work, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                       start_new_session=True, env={**os.environ, "PYTHONPATH": str(self.packages)})
            try:
                code = process.wait(min(seconds, left))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                code = "timeout"
        self.jobs[name] = {"code": code, "seconds": round(time.monotonic() - begin, 1)}
        print(name, self.jobs[name], flush=True)
        return code == 0

    def program(self, name, *words, seconds=60):
        return self.run(name, [self.python, *words], seconds)

    def record(self, name, *words, options=(), seconds=60):
        """The session is NAME.lanes. Recorders do not hand PYTHONPATH of ours to the program."""
        return self.run(name, [self.recorder, "record", "-o", f"{name}.lanes", *options, "--", self.python, *words], seconds)

    def info(self, name):
        return self.run(f"{name}.info", [self.recorder, "info", "--json", f"{name}.lanes"], 60)

    def pack(self):
        """The files of self.work in the order of what they are worth: words before sessions, small sessions before large ones."""
        (self.work / "jobs.json").write_text(json.dumps(self.jobs))
        files = [path for path in self.work.iterdir() if path.is_file()]
        files.sort(key=lambda path: (path.suffix == ".lanes", path.stat().st_size))
        parts, left_out = [[]], []
        for path in files:
            size = path.stat().st_size + 1024
            if sum(other.stat().st_size + 1024 for other in parts[-1]) + size <= MOST_BYTES - SPARE:
                parts[-1].append(path)
            elif size <= MOST_BYTES - SPARE and len(parts) < MOST_FILES:
                parts.append([path])
            else:
                left_out.append(path.name)
        for number, part in enumerate(parts, 1):
            new = self.out / f"results-{number}.part"
            with tarfile.open(new, "w:gz", compresslevel=1) as archive:
                for path in part:
                    archive.add(path, path.name)
            new.rename(self.out / f"results-{number}.tar.gz")
        return left_out


def facts(machine):
    machine.program("facts", "-c", FACTS)


def compared(machine):
    """Each program alone, under torch.profiler and recorded, twice in turn: a machine's speed changes with time."""
    for number in (1, 2):
        for part in machine.parts:
            words = [HERE / "programs/compared.py", part]
            machine.program(f"{part}.alone.{number}", *words)
            machine.program(f"{part}.profiled.{number}", *words, "profiled")
            machine.record(f"{part}.recorded.{number}", *words)
        if number == 1 and "graphs" in machine.parts:
            machine.record("graphs.driver", "-E", HERE / "programs/compared.py", "graphs")


def shared(machine):
    """torch.profiler in the recorded program."""
    machine.record("both", HERE / "programs/trained.py")


def mass(machine):
    machine.record("mass", HERE / "programs/mass.py", "1000", "1000", seconds=90)
    machine.info("mass")
    (machine.work / "mass.lanes").unlink(missing_ok=True)  # its facts say what is asked


def late(machine):
    machine.program("late", HERE / "programs/late.py", machine.work / "late.lanes")
    machine.info("late")


def forked(machine):
    machine.record("forked", HERE / "programs/forked.py")
    machine.info("forked")


def counters(machine):
    machine.record("counters", HERE / "programs/products.py", "4")
    helper = next(machine.recorder.parent.parent.glob("lib/lanescope/lanescope-nvml"), None)
    if helper is not None:
        machine.program("helper", HERE / "programs/helper.py", helper, "4")


def compiled(machine):
    words = [HERE / "programs/compared.py", "compiled"]
    machine.program("compiled.alone.1", *words, seconds=90)
    machine.program("compiled.profiled.1", *words, "profiled", seconds=90)
    machine.record("compiled.recorded.1", *words, seconds=90)


GROUPS = (facts, compared, shared, counters, late, forked, mass, compiled)


def unpacked(out):
    """The wheel's recorder and packages, without pip."""
    wheel = next(HERE.glob("lanescope-*.whl"), None)
    if wheel is None:
        sys.exit(f"There is no wheel of Lanescope beside {Path(__file__).name}; scripts/device_bundle.sh makes the folder.")
    packages = out / "packages"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
        for entry in archive.infolist():
            (packages / entry.filename).chmod(entry.external_attr >> 16 or 0o644)
    return packages / "lanescope/bundle/bin/lanescope-record", packages


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=350)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", nargs="+", choices=[group.__name__ for group in GROUPS])
    parser.add_argument("--parts", nargs="+", choices=TIMED, default=TIMED)
    parser.add_argument("--recorder", type=Path)
    options = parser.parse_args(arguments)
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if options.recorder:
        recorder = options.recorder.resolve()
        packages = recorder.parent.parent / "lib/lanescope/python"
    else:
        recorder, packages = unpacked(out)
    machine = Machine(out, options.python, recorder, packages, options.seconds, options.parts)
    left_out = []
    for group in GROUPS:
        if not options.only or group.__name__ in options.only or group is facts:
            group(machine)
            left_out = machine.pack()
    if left_out:
        print("left out:", *left_out)
    print(*sorted(path.name for path in out.glob("results-*.tar.gz")))


if __name__ == "__main__":
    main(sys.argv[1:])
