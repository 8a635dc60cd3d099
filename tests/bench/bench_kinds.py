#!/usr/bin/env python3
"""What each kind of record costs the program and the session, per operator: the figures of the capture dialog.

A forward pass is recorded with operators alone, then with one kind more at a time. Each time is the least of many turns over
several runs, in CPU time of the thread, so that what else runs on the machine costs neither; each size is the session's.
Runs with every torch of LANESCOPE_PYTHONS or, without that, with each that is installed.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'capture'))
from captured import RECORDER, pythons, versions  # noqa: E402

RUNS = 4
FLAGS = ('--no-shapes', '--no-stacks', '--no-memory')
MORE = ('--outputs', '--nonfinite')  # beside the shapes that they need
PROGRAM = Path(__file__).resolve().parent / 'kinds_program.py'


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
    return float(done.stdout.splitlines()[-1])


def measure(python):
    name, _ = versions(python)
    ways = {'without': None, 'operators': FLAGS}
    for flag in FLAGS:
        ways[flag.removeprefix('--no-')] = tuple(other for other in FLAGS if other != flag)
    for flag in MORE:
        ways[flag.removeprefix('--')] = (*FLAGS, flag)
    times, sizes, operators = {way: [] for way in ways}, {}, 0
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / 'run.lanes'
        for _ in range(RUNS):
            for way, without in ways.items():
                program = [python, PROGRAM]
                if without is None:
                    times[way].append(run(program))
                    continue
                times[way].append(run([RECORDER, 'record', '-o', session, '--no-gpu', *without, '--', *program]))
                sizes[way] = session.stat().st_size
                info = json.loads(subprocess.run([RECORDER, 'info', '--json', session], capture_output=True, text=True,
                                                 check=True).stdout)
                operators = info['categories']['cpu_op']['count']
    per_step = operators / (50 + 25 * 20)
    for way in list(ways)[1:]:
        before = 'without' if way == 'operators' else 'operators'
        time = (min(times[way]) - min(times[before])) / per_step
        size = (sizes[way] - sizes.get(before, 0)) / operators
        for kind, value, unit in (('time', time, 'ns'), ('size', size, 'B')):
            print(json.dumps({'name': f'{way}, {kind} per operator, {name}', 'value': round(value, 1), 'unit': unit,
                              'bound': None, 'ok': True}), flush=True)


if __name__ == '__main__':
    for interpreter in pythons():
        measure(interpreter)
