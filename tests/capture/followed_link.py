"""A training behind a slow link, watched from here: how far what has arrived is behind what stands there, all the time."""
import re
import subprocess
import time

from slow_link import SlowLink

RATE = 1_000_000 // 8  # bytes a second: 1 Mbit/s
DELAY = 0.1            # seconds each way: 200 ms there and back
PYTHON = "/usr/bin/python3"

# Small steps, each with a line: what a training does that is no feast for the link. Ends when its time is over.
TRAINING = """
import sys, time, torch
end = time.monotonic() + float(sys.argv[1])
weights = torch.ones(16, 16, requires_grad=True)
step = 0
while time.monotonic() < end:
    for _ in range({layers}):
        loss = (torch.ones(8, 16) @ weights).relu().sum()
        loss.backward()
    print("step", step, flush=True)
    step += 1
    time.sleep(0.05)
"""


class Follow:
    """What is there and what is here, sampled while the capture runs."""

    def __init__(self, host, recorder, session):
        self.host, self.recorder, self.session = host, recorder, session
        self.there, self.lags = [], []  # (moment, bytes) and seconds

    def sample(self):
        captures = self.host.captures()
        place = captures[0] / "session.lanes" if captures else None
        if place is None or not place.exists():
            return
        now = time.monotonic()
        self.there.append((now, place.stat().st_size))
        here = self.session.stat().st_size if self.session.exists() else 0
        # since when more has stood there than has arrived
        since = next((moment for moment, size in reversed(self.there) if size <= here), self.there[0][0])
        self.lags.append(now - since)

    def steps(self, said):
        return [int(step) for step in re.findall(r"^step (\d+)$", said, re.M)]


def watch(host, recorder, folder, seconds, layers, patience):
    """Records a training for so long over a link of 1 Mbit/s and 200 ms; the figures, and what was lost of it."""
    link = SlowLink(host.port, RATE, DELAY)
    host.reach_by(link.port)
    work = host.folder / "work"
    work.mkdir()
    (work / "train.py").write_text(TRAINING.format(layers=layers))
    session, said = folder / "a.lanes", folder / "said"
    follow = Follow(host, recorder, session)
    begin = time.monotonic()
    with open(said, "w", encoding="utf-8") as out, open(folder / "complaints", "w", encoding="utf-8") as errors:
        started = subprocess.Popen([recorder, "record", "--on", "ssh:there", "-o", session, "--folder", work, "--", PYTHON,
                                    "train.py", str(seconds)], stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
                                   env=host.environment(), cwd=folder)
        try:
            first = None
            while started.poll() is None and time.monotonic() - begin < patience:
                follow.sample()
                if first is None and session.exists() and session.stat().st_size > 0:
                    first = time.monotonic() - begin
                time.sleep(0.2)
            status = started.poll()
        finally:
            started.kill()
            started.wait()
            link.close()
    steps = follow.steps(said.read_text())
    return {"status": status, "complaints": (folder / "complaints").read_text(), "first": first,
            "whole": time.monotonic() - begin, "lags": follow.lags, "steps": steps, "passed": link.passed,
            "session": session, "bytes": session.stat().st_size if session.exists() else 0}


def operators(recorder, session):
    """How often the matrix product stands in the session, and the lines of `info`."""
    shown = subprocess.run([recorder, "stats", session, "--format", "csv"], capture_output=True, text=True, check=True).stdout
    names = [line.split(",") for line in shown.splitlines()]
    head = names[0]
    count = {line[head.index("name")]: line for line in names[1:]}
    info = subprocess.run([recorder, "info", session], capture_output=True, text=True, check=True).stdout
    return int(count["aten::mm"][head.index("calls")]), info

