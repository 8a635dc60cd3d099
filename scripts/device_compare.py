#!/usr/bin/env python3
"""device_compare.py RESULTS [--page PAGE]: compares what a machine with a GPU has answered (tests/device/run.py) with torch.profiler's
side of it, prints the answers and puts them into the table of docs/gpu-verification.md. RESULTS: the folder with results-*.tar.gz. The
recorder is that of build/.

Exit code: 0 all answers are as they should be, 1 some are not or are missing, 2 wrong usage."""
import argparse
import datetime
import json
import statistics
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/played_gpu"))
from comparison import ENOUGH, PAGE, PRECISE, Comparison, last_line, verdicts  # noqa: E402
from recorded import Session  # noqa: E402

PARTS = ("amp", "graphs", "waits", "compiled")
COUNTED = ("sm_active_percent", "sm_occupancy_percent", "tensor_active_percent", "dram_active_percent")
LIBRARIES = ("cupy", "numba", "jax")
MOST_OF_A_CORE = 0.02
MOST_OTHERS = 16           # kernels of a program beside those that it counts
MOST_POLLS = 0.01          # slices for a query
MOST_LOST = 300_000_000    # ns
MOST_OF_A_LAUNCH = 500     # ns
UNANSWERED = "not yet answered"


class Results:
    """What one machine has brought, unpacked in `folder`."""

    def __init__(self, folder):
        self.folder = folder
        self.jobs = json.loads((folder / "jobs.json").read_text())
        self.facts = self.said("facts")

    def ended_well(self, name):
        return self.jobs.get(name, {}).get("code") == 0

    def said(self, name):
        """The last line of what it printed, which is JSON."""
        if not self.ended_well(name):
            raise RuntimeError(f"{name}: {self.jobs.get(name, {}).get('code', 'did not run')}")
        return last_line((self.folder / f"{name}.out").read_text())

    def median(self, name):
        """What the runs of that name said; the step is the median of theirs."""
        found = self.every(name)
        if not found:
            raise RuntimeError(f"{name}: no run ended well")
        return found[0] | {"step ns": statistics.median(facts["step ns"] for facts in found)}

    def every(self, name):
        return [self.said(job) for job in sorted(self.jobs) if job.startswith(f"{name}.") and self.ended_well(job)]

    def text(self, name):
        return (self.folder / f"{name}.out").read_text().strip()

    def asked(self, name):
        """The one row that its session answered to a query."""
        if not self.ended_well(f"{name}.sql"):
            raise RuntimeError(f"{name}: its session was not asked")
        return json.loads(self.text(f"{name}.sql"))[0]

    def session(self, name, facts=None):
        path = self.folder / f"{name}.lanes"
        if not path.exists():
            raise RuntimeError(f"{name}: its session was not brought back")
        return Session.of_file(path, json.dumps(facts) if facts else (self.folder / f"{name}.out").read_text())

    def info(self, name):
        if not self.ended_well(f"{name}.info"):
            raise RuntimeError(f"{name}: its session was not read")
        return json.loads((self.folder / f"{name}.info.out").read_text())


def compared(results, part):
    session = results.session(f"{part}.recorded.1", results.median(f"{part}.recorded"))
    driver_only = results.session(f"{part}.driver") if results.ended_well(f"{part}.driver") else None
    found = Comparison(part, results.median(f"{part}.alone"), results.median(f"{part}.profiled"), session, driver_only).answers()
    found["durations"] = None, found["durations"][1]  # of two runs: no device repeats them to a per cent
    return found


def shared(results):
    """Both profilers in one process: the same kernels."""
    session, said = results.session("both"), results.said("both")
    theirs = said["kernels"]
    measured = next(event for event in session.slices if event["name"] == "measured")
    calls = {call["args"]["correlation"] for call in session.calls() if Comparison.inside(call, [measured])}
    kernels = [kernel for kernel in session.kernels() if kernel["args"]["correlation"] in calls]
    ours, times = Counter(kernel["name"] for kernel in kernels), Counter()
    for kernel in kernels:
        times[kernel["name"]] += round(kernel["dur"] * 1000)
    apart = max((abs(times[name] / time - 1) for name, time in said["ns by kernel"].items() if time), default=0)
    return {"both": (ours == Counter(theirs), f"{sum(ours.values())} of {sum(theirs.values())} kernels"),
            "durations": (apart <= PRECISE, f"{100 * apart:.2f} % apart at most")}


def kernels_of(info):
    return info["categories"].get("kernel", {}).get("count", 0)


def mass(results):
    said, info = results.said("mass"), results.info("mass")
    kernels, lost = kernels_of(info), info["lost"]
    return {"dropped": (said["right"] and 0 <= kernels - said["kernels"] <= MOST_OTHERS and lost == 0,
                        f"{kernels} of {said['kernels']} kernels and a few more in {said['seconds']:.1f} s, {lost} lost")}


def crowd(results):
    said, info = results.said("crowd"), results.info("crowd")
    return {"threads": (kernels_of(info) >= said["kernels"] and info["lost"] == 0,
                        f"{said['threads']} threads, {kernels_of(info)} kernels for {said['kernels']} launches in their loops")}


def proton(results):
    text = results.text("proton")
    return {"proton": (text.endswith("profiled"), f"it ends with: {text.splitlines()[-1] if text else 'nothing'}")}


def alive(results):
    alone, recorded = results.said("alive.alone"), results.said("alive.recorded")
    return {"alive": (recorded == alone and recorded["alive"] == 0,
                      f"{recorded['alive']} of the steps' tensors alive, {recorded['allocated'] - alone['allocated']:+} bytes")}


def polls(results):
    said, asked = results.said("polls"), results.asked("polls")
    return {"polls": (asked["polls"] <= MOST_POLLS * said["asked"], f"{said['asked']} queries are {asked['polls']} slices")}


def killed(results):
    asked = results.asked("killed")
    lost = asked["operator"] - asked["kernel"]
    return {"killed": (asked["kernel"] > 0 and lost <= MOST_LOST, f"the last kernel ends {lost / 1e6:.1f} ms before the last operator")}


def kept(asked):
    return f"{asked['in_operators']} of {asked['launched']} kernels in an operator, {asked['late']} rows of late calls"


def attached(results):
    said, asked = results.said("attached"), results.asked("attached")
    good = said["attached"] == 0 and said["alive"] and asked["late"] == 0
    return {"attached": (good and asked["in_operators"] >= ENOUGH * asked["launched"], kept(asked))}


def endless(results):
    said, asked = results.said("endless"), results.asked("endless")
    every = {said["additions"], *(asked[key] for key in ("kernels", "launched", "in_operators", "with_stack"))}
    return {"endless": (len(every) == 1 and asked["late"] == 0, kept(asked))}


def libraries(results):
    """Those that run there at all."""
    texts, good = [], True
    for name in LIBRARIES:
        if results.ended_well(name):
            kernels, wanted = kernels_of(results.info(name)), results.said(name)["kernels"]
            good = good and kernels >= wanted
            texts.append(f"{name} {kernels} kernels")
    return {"libraries": (good and bool(texts), ", ".join(texts) or "none of them ran")}


def launches(results):
    least = {how: min(said["least ns"] for said in results.every(f"launches.1.{how}"))
             for how in ("alone", "kernels", "calls", "callbacks", "recorded")}
    cupti, ours = least["callbacks"] - least["alone"], least["recorded"] - least["callbacks"]
    return {"launch": (ours <= MOST_OF_A_LAUNCH, f"{least['alone']} ns alone; CUPTI's kernels, calls and callbacks add {cupti}, we {ours}")}


def late(results):
    said, info = results.said("late"), results.info("late")
    names = [device.get("name") for device in json.loads(info["properties"].get("deviceProperties", "[]"))]
    good = any(names) and kernels_of(info) >= said["kernels"]
    return {"late": (good, f"{kernels_of(info)} kernels, {'devices known' if any(names) else 'devices not known'}")}


def forked(results):
    said, info = results.said("forked"), results.info("forked")
    return {"forked": (said["ended"] and kernels_of(info) > 0, f"exit code 0, {kernels_of(info)} kernels")}


def counters(results):
    said = results.said("helper")
    counted = [key for key in COUNTED if key in said["samples"]]
    text = f"{said['samples'].get(COUNTED[0], 0)} samples, {100 * said['share']:.1f} % of a core"
    return {"gpm": (bool(counted) and said["share"] <= MOST_OF_A_CORE, text if counted else "not supported, nothing is shown")}


GROUPS = {"both": shared, "mass": mass, "late": late, "forked": forked, "counters": counters, "crowd": crowd, "proton": proton,
          "alive": alive, "polls": polls, "killed": killed, "attached": attached, "endless": endless, "libraries": libraries,
          "launches": launches}
# The groups whose programs have other names.
PROGRAMS_OF = {"counters": ("helper",), "libraries": LIBRARIES}


def answers(results):
    """Program -> key of a question -> (whether the answer is good, None where nobody can say, the answer)."""
    found = {}
    for name, group in {**{part: lambda of, part=part: compared(of, part) for part in PARTS}, **GROUPS}.items():
        if not any(job.split(".")[0] in PROGRAMS_OF.get(name, (name,)) for job in results.jobs):
            continue
        try:
            found[name] = group(results)
        except (RuntimeError, AssertionError, LookupError, OSError, ValueError) as problem:
            found[name] = {"runs": (False, str(problem).strip().splitlines()[-1][:160])}
    return found


def filled(page, found, facts, date):
    """The page with these answers in its last column. Answers of other devices stay, an older one of this device goes."""
    device = f"{facts['device']}, driver {facts['driver']}, torch {facts['torch']}, {date}"
    lines = page.split("\n")
    for number, line in enumerate(lines):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        texts = [f"{part}: {text}" + ("" if holds is not False else " (no)") for part, answer in found.items()
                 for key, (holds, text) in answer.items() if len(cells) == 4 and key == cells[1]]
        if texts:
            others = [state for state in cells[3].split(" / ") if not state.startswith((facts["device"], UNANSWERED))]
            cells[3] = " / ".join([f"{device}: {'; '.join(texts)}", *others])
            lines[number] = f"| {' | '.join(cells)} |"
    return "\n".join(lines)


def unpack(path, folder):
    """Files only, by their last name, whatever the archive says."""
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile():
                (folder / Path(member.name).name).write_bytes(archive.extractfile(member).read())


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    files = sorted(options.results.glob("results-*.tar.gz"))
    if not files:
        parser.error(f"{options.results} has no results-*.tar.gz")
    date = datetime.date.fromtimestamp(min(path.stat().st_mtime for path in files)).isoformat()
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            unpack(path, Path(folder))
        results = Results(Path(folder))
        found = answers(results)
    print(f"{json.dumps(results.facts)}\n\n{verdicts(found)}")
    options.page.write_text(filled(options.page.read_text(), found, results.facts, date))
    print(f"\n{options.page} has these answers.")
    return 0 if found and all(holds is not False for answer in found.values() for holds, _ in answer.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
