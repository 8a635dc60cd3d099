#!/usr/bin/env python3
"""Asks what docs/gpu-verification.md asks of the played GPU: four programs alone, under torch.profiler, and recorded. Prints how they
compare, and the page's questions. `./test device` asks a real GPU.

    verify.py [PART...]     amp, compiled, graphs, waits; without one: all

Exit code: 0 everything that ran agrees, 1 something does not, 2 wrong usage."""
import os
import subprocess
import sys
from pathlib import Path

import build
from comparison import Comparison, last_line, states, verdicts
from recorded import Session

PROGRAM = Path(__file__).resolve().parent / "programs/compared.py"
PARTS = ("amp", "compiled", "graphs", "waits")
EXITS_LATE = 600  # seconds: a program with a compiler in it takes its time
# They depend on the machine's load as much as on us.
BY_LOAD = {"overhead", "cost"}


def environment(cuda):
    return build.environment(cuda) | {"PLAYED_NOISE_PERCENT": "0"}


def run(cuda, command):
    result = subprocess.run(command, env=os.environ | environment(cuda), capture_output=True, text=True, timeout=EXITS_LATE, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} on the played GPU: {result.stderr[-2000:]}")
    return last_line(result.stdout)


def answers_of(cuda, part):
    words = [PROGRAM, part]
    alone, profiled = run(cuda, [cuda.python, *words]), run(cuda, [cuda.python, *words, "profiled"])
    session = Session(cuda, [cuda.python, *words], variables=environment(cuda))
    driver_only = Session(cuda, [cuda.python, "-E", *words], variables=environment(cuda)) if part == "graphs" else None
    return Comparison(part, alone, profiled, session, driver_only).answers()


def compare(cuda, parts):
    """Part -> its answers, printed; and whether all are good."""
    found, good = {}, True
    for part in parts:
        try:
            found[part] = answers_of(cuda, part)
            good = good and all(holds is not False or key in BY_LOAD for key, (holds, _) in found[part].items())
        except (RuntimeError, AssertionError, subprocess.TimeoutExpired) as problem:
            found[part] = {"runs": (False, str(problem).strip().splitlines()[-1][:160])}
            good = good and part == "compiled"  # which nobody promises to play
    print(f"\n{cuda.name} on the played GPU\n\n{verdicts(found, BY_LOAD)}")
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
    good = True
    for cuda in wheels:
        build.Builder(cuda).build()
        good = compare(cuda, parts)[1] and good
    print(f"\nWhat real devices have answered, and what is open (./test device):\n\n{states()}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
