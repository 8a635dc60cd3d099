#!/usr/bin/env python3
"""Asks what docs/gpu-verification.md asks: four programs on the played GPU and, where there is one, on the device: alone, under
torch.profiler, and recorded. Prints how they compare, and the table of questions with the answers that were found.

    verify.py [PART...]     amp, compiled, graphs, waits; without one: all

Exit code: 0 everything that ran agrees, 1 something does not, 2 wrong usage."""
import bisect
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import build
from recorded import Session

HERE = Path(__file__).resolve().parent
PAGE = build.ROOT / "docs/gpu-verification.md"
PARTS = ("amp", "compiled", "graphs", "waits")
ENOUGH, PRECISE, CHEAP, FREE = 0.999, 0.01, 0.7, 0.05
WAITS = {"Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"}
EXITS_LATE = 600  # seconds: a program with a compiler in it takes its time


class Played:
    name = "played GPU"

    @staticmethod
    def environment(cuda):
        return build.environment(cuda) | {"PLAYED_NOISE_PERCENT": "0"}


class Device:
    name = "device"

    @staticmethod
    def environment(_):
        return {}

    @classmethod
    def works(cls, cuda):
        """Whether that torch reaches a real one."""
        if not Path("/dev/nvidia0").exists() and not Path("/dev/dxg").exists():
            return False
        found = subprocess.run([cuda.python, "-c", "import torch; torch.ones(1, device='cuda')"], capture_output=True, check=False)
        return found.returncode == 0


def last_line(text):
    return json.loads(text.splitlines()[-1])


class Comparison:
    """One program on one device, three times."""

    def __init__(self, cuda, device, part):
        self.cuda, self.device, self.part = cuda, device, part
        self.command = [cuda.python, HERE / "programs/compared.py", part]
        self.alone = self.run(cuda, device, self.command)
        self.profiled = self.run(cuda, device, [*self.command, "profiled"])
        self.session = Session(cuda, self.command, variables=device.environment(cuda))
        self.facts = last_line(self.session.stdout)
        self.read()

    @staticmethod
    def run(cuda, device, command):
        result = subprocess.run(command, env=os.environ | device.environment(cuda), capture_output=True, text=True,
                                timeout=EXITS_LATE, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))} on the {device.name}: {result.stderr[-2000:]}")
        return last_line(result.stdout)

    def read(self):
        """What was launched in the range "measured"."""
        session = self.session
        self.measured = next(event for event in session.slices if event["name"] == "measured")
        self.calls = {call["args"]["correlation"]: call for call in session.calls() if self.inside(call, [self.measured])}
        self.kernels = [kernel for kernel in session.kernels() if kernel["args"]["correlation"] in self.calls]
        self.replayed = [kernel for kernel in self.kernels if "graph node id" in kernel["args"]]
        self.threads = {}
        for event in session.of("cpu_op"):
            self.threads.setdefault((event["pid"], event["tid"]), []).append(event)
        for events in self.threads.values():
            events.sort(key=lambda event: event["ts"])

    @staticmethod
    def inside(event, others):
        return any(other["ts"] <= event["ts"] < other["ts"] + other["dur"] for other in others)

    def in_operator(self, call):
        operators = self.threads.get((call["pid"], call["tid"]), [])
        before = bisect.bisect_right(operators, call["ts"], key=lambda event: event["ts"])
        # The one around it is among those that began before; nested ones are few.
        return self.inside(call, operators[max(0, before - 64):before])

    def answers(self):
        """What is asked -> (whether the answer is good, None where nobody can say, the answer)."""
        theirs = Counter(self.profiled["kernels"])
        ours = Counter(kernel["name"] for kernel in self.kernels)
        found = {"counts": (ours == theirs, f"{sum(ours.values())} of {sum(theirs.values())} kernels")}
        found["durations"] = self.durations()
        found["order"] = self.order()
        # torch's own; Triton launches by the driver, outside of operators.
        launches = [call for call in self.calls.values() if call["name"].startswith("cudaLaunchKernel")]
        found["inside"] = self.share([call for call in launches if self.in_operator(call)], launches)
        tied = [kernel for kernel in self.kernels if self.is_tied(kernel)]
        found["tied"] = self.share(tied, self.kernels)
        found["memory"] = self.memory()
        found["overhead"], found["cost"] = self.overhead()
        found["layouts"] = ("left out" not in self.session.reason, self.session.reason or "nothing is left out")
        if self.part == "graphs":
            found["injected"] = self.injected()
            captured = [kernel for kernel in self.replayed if kernel["args"].get("Call stack")]
            found["graphs"] = (len(captured) > 0, f"{len(captured)} of {len(self.replayed)} replayed kernels with a line")
        if self.part == "compiled":
            triton = [kernel for kernel in self.kernels if kernel["name"].startswith("triton")]
            stacks = [kernel for kernel in triton if self.calls[kernel["args"]["correlation"]]["args"].get("Call stack")]
            found["compiled"] = (len(triton) > 0, f"{len(stacks)} of {len(triton)} kernels of Triton with a line")
        if self.part == "waits":
            kinds = {event["args"]["cuda_sync_kind"] for event in self.session.of("cuda_sync")}
            found["waits"] = (kinds >= WAITS, ", ".join(sorted(kinds)))
        return found

    def is_tied(self, kernel):
        """To a call in an operator, or at least with a line; a replayed one to its replay."""
        call = self.calls[kernel["args"]["correlation"]]
        if "graph node id" in kernel["args"]:
            return "GraphLaunch" in call["name"]
        return self.in_operator(call) or "Call stack" in call["args"]

    @staticmethod
    def share(good, of):
        return (len(good) >= ENOUGH * len(of), f"{len(good)} of {len(of)}") if of else (None, "there are none")

    def injected(self):
        """-E keeps our Python out; the driver alone tells of itself."""
        session = Session(self.cuda, [self.cuda.python, "-E", *self.command[1:]], variables=self.device.environment(self.cuda))
        return (bool(session.kernels()), f"{len(session.kernels())} kernels, by the driver alone")

    def durations(self):
        theirs, ours = self.profiled["ns by kernel"], Counter()
        for kernel in self.kernels:
            ours[kernel["name"]] += round(kernel["dur"] * 1000)
        worst = max((abs(ours[name] / time - 1) for name, time in theirs.items() if time and name in ours), default=0)
        return (worst <= PRECISE, f"{100 * worst:.2f} % apart at most")

    def order(self):
        early = [kernel for kernel in self.kernels if kernel["ts"] < self.calls[kernel["args"]["correlation"]]["ts"]]
        return (not early, f"{len(early)} kernels before their launch")

    def memory(self):
        end = self.measured["ts"] + self.measured["dur"]
        totals = [point["args"]["Total Allocated"] for point in sorted(self.session.points, key=lambda point: point["ts"])
                  if point["name"] == "[memory]" and point["args"]["Device Type"] == 1 and point["ts"] <= end]
        last = totals[-1] if totals else 0
        return (last == self.facts["allocated"], f"{last - self.facts['allocated']:+} bytes")

    def overhead(self):
        alone, profiled, recorded = (facts["step ns"] for facts in (self.alone, self.profiled, self.facts))
        theirs, ours = profiled - alone, recorded - alone
        ratio = ours / theirs if theirs > 0 else 0
        return ((ratio <= CHEAP, f"{ratio:.2f} of torch.profiler's"), (ours <= FREE * alone, f"{100 * ours / alone:+.1f} % a step"))


# What depends on the machine's load as much as on us is told, but fails nothing where the device is played.
BY_LOAD = {"overhead", "cost"}


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def questions():
    """(question, asked by, what answers it, state) of the page."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.read_text().splitlines() if line.startswith("|")]
    return [row for row in rows[2:] if len(row) == 4]


def states(found):
    """The page's questions with the answers of the device in place of their state."""
    rows = [("question", "asked by", "state")]
    for question, asked, _, state in questions():
        answers = [f"{part}: {text}" for part, answer in found.items() for key, (_, text) in answer.items() if key == asked]
        rows.append((re.sub(r"`", "", question), asked, "; ".join(answers) or state))
    return table(rows)


def compare(cuda, device, parts):
    """Part -> its answers, printed; and whether all are good."""
    found, good = {}, True
    rows = [("program", "question", "", "answer")]
    for part in parts:
        try:
            answers = Comparison(cuda, device, part).answers()
        except (RuntimeError, AssertionError, subprocess.TimeoutExpired) as problem:
            rows.append((part, "runs", "no", str(problem).strip().splitlines()[-1][:160]))
            good = good and device is Played and part == "compiled"  # which nobody promises to play
            continue
        found[part] = answers
        for key, (holds, text) in answers.items():
            if device is Played and key in BY_LOAD:
                holds = None
            good = good and holds is not False
            rows.append((part, key, {True: "yes", False: "no", None: "-"}[holds], text))
    print(f"\n{cuda.name} on the {device.name}\n\n{table(rows)}")
    return found, good


def main(arguments):
    parts = [part for part in PARTS if not arguments or part in arguments]
    if set(arguments) - set(PARTS):
        print(__doc__, file=sys.stderr)
        return 2
    wheels = [cuda for cuda in build.installed() if cuda.python]
    if not wheels:
        print("There is no PyTorch with CUDA: ./test torch 2.15.0 installs one.")
        return 0
    good, answered = True, {}
    for cuda in wheels:
        build.Builder(cuda).build()
        good = compare(cuda, Played, parts)[1] and good
        if Device.works(cuda):
            found, agrees = compare(cuda, Device, parts)
            answered, good = answered or found, good and agrees
    if not answered:
        print("\nThere is no device here that this PyTorch reaches. Of docs/gpu-verification.md stays open:")
    print(f"\n{states(answered)}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
