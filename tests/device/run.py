#!/usr/bin/env python3
"""Asks this machine's GPU what only a GPU can answer. It needs Python 3.9, a torch with CUDA, and what lies beside it; no network.

    run.py OUT [--seconds N] [--python PYTHON] [--only WORD...] [--parts WORD...] [--recorder PATH]

Writes OUT/results-1.tar.gz and so on, at most 8 files of 16 MiB, which scripts/device_compare.py reads elsewhere. --seconds: when it is
over (350 if nothing is said). --python: the one that has torch. --only: the groups that run, --parts: the programs of the group
"compared". --recorder: a recorder of a build in place of the wheel's. The files are written anew after each group, so that a machine
that is taken away has answered what it had time for."""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import shutil
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
AT_ONCE = 4
TIMED = ("amp", "graphs", "waits")
LIBRARIES = ("cupy", "numba", "jax")
# Kernels, those with a launch, those whose launch lies in an operator, those whose launch has a stack, and rows of what came too late.
KERNELS = """
with launched as (select slice_out from flow join slice on slice_in = slice.id where kind = 'launch' and category = 'kernel'),
     late as (select count(*) as tracks from thread where name like '%(late)%')
select (select count(*) from slice where category = 'kernel') as kernels, count(*) as launched,
       sum(exists (select 1 from ancestor_slice(slice_out) where category = 'cpu_op')) as in_operators,
       sum(extract_arg(arg_set_id, 'Call stack') is not null) as with_stack, (select tracks from late) as late
from launched join slice on slice.id = slice_out"""
# Once operators are recorded, which an attach begins some tens of milliseconds after CUPTI.
SINCE_OPERATORS = KERNELS + " where slice.ts > (select min(ts) from slice where category = 'cpu_op')"
ADDITIONS = KERNELS.replace("category = 'kernel'", "category = 'kernel' and name like '%CUDAFunctorOnSelf_add%'")
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

CUPTI = """
import sys
from pathlib import Path
found = [path for place in sys.path for path in sorted(Path(place).glob("nvidia/*/lib/libcupti.so.*"))]
print(found[0] if found else "")
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

    def ask(self, name, query):
        """What the session says to a query in SQL, as JSON."""
        return self.run(f"{name}.sql", [self.recorder, "sql", "--format", "json", f"{name}.lanes", query], 120)

    def forget(self, name):
        """A session that is too large to be brought back; what it was asked is."""
        (self.work / f"{name}.lanes").unlink(missing_ok=True)

    def find_cupti(self):
        """The libcupti of the Python that has torch, or None."""
        self.program("cupti", "-c", CUPTI)
        path = (self.work / "cupti.out").read_text().strip()
        return path or None

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
    machine.forget("mass")


def endless(machine):
    """A minute of four threads that launch: is anything late, does every kernel keep its launch, operator and stack?"""
    machine.record("endless", HERE / "programs/endless.py", "60", "4", seconds=120)
    machine.info("endless")
    machine.ask("endless", ADDITIONS)
    machine.forget("endless")


def small(machine):
    """What asks for no times: several programs at once."""
    jobs = (late, forked, crowd, proton, polls, killed, attached, alive, *(lambda of, name=name: library(of, name) for name in LIBRARIES))
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for job in [pool.submit(job, machine) for job in jobs]:
            job.result()


def late(machine):
    machine.program("late", HERE / "programs/late.py", machine.work / "late.lanes")
    machine.info("late")


def forked(machine):
    machine.record("forked", HERE / "programs/forked.py")
    machine.info("forked")


def crowd(machine):
    """More threads than CUPTI has buffers of its own for."""
    machine.record("crowd", HERE / "programs/crowd.py", "200", "500", seconds=90)
    machine.info("crowd")
    machine.forget("crowd")


def proton(machine):
    machine.record("proton", HERE / "programs/proton.py")


def polls(machine):
    machine.record("polls", HERE / "programs/polls.py", "4")
    machine.ask("polls", "select sum(name like '%EventQuery%') as polls, count(*) as slices from slice")


def killed(machine):
    machine.record("killed", HERE / "programs/killed.py", "8")
    machine.ask("killed", "select max(iif(category = 'kernel', ts + dur, 0)) as kernel, max(iif(category = 'cpu_op', ts, 0)) as operator "
                "from slice")
    machine.info("killed")


def attached(machine):
    machine.program("attached", HERE / "programs/attached.py", machine.recorder, "attached.lanes", seconds=90)
    machine.info("attached")
    machine.ask("attached", SINCE_OPERATORS)


def alive(machine):
    machine.program("alive.alone", HERE / "programs/alive.py")
    machine.record("alive.recorded", HERE / "programs/alive.py")


def library(machine, name):
    if importlib.util.find_spec(name) is not None:
        machine.record(name, HERE / "programs/other_libraries.py", name, seconds=90)
        machine.info(name)


def counters(machine):
    machine.record("counters", HERE / "programs/products.py", "4")
    helper = next(machine.recorder.parent.parent.glob("lib/lanescope/lanescope-nvml"), None)
    if helper is not None:
        machine.program("helper", HERE / "programs/helper.py", helper, "4")


def launches(machine):
    """A launch of C++, where there is a compiler: alone, with a CUPTI that nobody listens to, and recorded; twice, the least counts."""
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        return
    client, cupti = machine.work / "cupti_alone.so", machine.find_cupti()
    if cupti is None or not machine.run("launches.build", [nvcc, "-O2", "-o", "launches", HERE / "programs/launches.cu"], 60) or not \
            machine.run("cupti_alone.build", ["g++", "-O2", "-shared", "-fPIC", "-o", client, HERE / "programs/cupti_alone.cpp", "-ldl"], 60):
        return
    for number in range(1, 3):
        for threads, count in ((1, "200000"), (4, "300000")):
            words = [machine.work / "launches", count, str(threads)]
            machine.run(f"launches.{threads}.alone.{number}", words, 30)
            for wanted in ("kernels", "calls", "callbacks"):
                machine.run(f"launches.{threads}.{wanted}.{number}",
                            ["env", f"CUDA_INJECTION64_PATH={client}", f"CUPTI_LIBRARY={cupti}", f"CUPTI_ALONE={wanted}", *words], 30)
            machine.run(f"launches.{threads}.recorded.{number}",
                        [machine.recorder, "record", "-o", "launches.lanes", "--", *words], 60)
    machine.ask("launches", "select category, count(*) as slices from slice group by category")
    machine.forget("launches")


def compiled(machine):
    words = [HERE / "programs/compared.py", "compiled"]
    machine.program("compiled.alone.1", *words, seconds=90)
    machine.program("compiled.profiled.1", *words, "profiled", seconds=90)
    machine.record("compiled.recorded.1", *words, seconds=90)


GROUPS = (facts, compared, shared, counters, small, mass, launches, compiled, endless)


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
