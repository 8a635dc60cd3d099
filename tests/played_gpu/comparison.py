"""What docs/gpu-verification.md asks of one program: it ran alone, under torch.profiler and recorded. verify.py has it run on the
played GPU, scripts/device_compare.py reads what a real one has brought."""
import bisect
import json
from collections import Counter

import build

PAGE = build.ROOT / "docs/gpu-verification.md"
ENOUGH, PRECISE, CHEAP, FREE = 0.999, 0.01, 0.7, 0.05
WAITS = {"Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"}


def last_line(text):
    return json.loads(text.splitlines()[-1])


class Comparison:
    """`alone` and `profiled`: what the program printed, `session`: of the recorded run; `driver_only`: of one without our Python."""

    def __init__(self, part, alone, profiled, session, driver_only=None):
        self.part, self.alone, self.profiled, self.session, self.driver_only = part, alone, profiled, session, driver_only
        self.facts = last_line(session.stdout)
        self.read()

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
        if self.driver_only is not None:
            found["injected"] = self.injected()
        if self.part == "graphs":
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
        kernels = self.driver_only.kernels()
        return (bool(kernels), f"{len(kernels)} kernels, by the driver alone")

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


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def questions():
    """(question, asked by, what answers it, state) of the page."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.read_text().splitlines() if line.startswith("|")]
    return [row for row in rows[2:] if len(row) == 4]


def verdicts(found, by_load=()):
    """A table of all answers of all programs. Answers in `by_load` depend on the machine's load and count as neither good nor bad."""
    rows = [("program", "question", "", "answer")]
    for part, answers in found.items():
        for key, (holds, text) in answers.items():
            rows.append((part, key, {True: "yes", False: "no", None: "-"}[None if key in by_load else holds], text))
    return table(rows)


def states():
    """The page's questions with their state."""
    return table([("question", "asked by", "state")] + [(question.replace("`", ""), asked, state) for question, asked, _, state in questions()])
