#!/usr/bin/env python3
"""What a filter (--where) costs the program where it records nothing: an operator, a call of a module, a range, a backward node,
and entering and leaving a module that is named. Each figure is the least of many turns minus the least without a recording, in
CPU time of the thread. Runs with every torch of LANESCOPE_PYTHONS or, without that, with each that is installed.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'capture'))
from captured import RECORDER, pythons, versions  # noqa: E402

RUNS = 4
# Ours for an operator outside, as for a paused one; the others are shown.
FIGURES = (('operator outside', 15), ('call of another module', None), ('another range', None), ('backward node outside', None),
           ('entering and leaving', None))
PROGRAM = Path(__file__).resolve().parent / 'where_program.py'


def measure(python):
    name, _ = versions(python)
    least = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(RUNS):
            for way, before in (('without', []), ('filtered', [RECORDER, 'record', '--where', 'module:Named', '-o',
                                                               Path(folder) / 'run.lanes', '--'])):
                run = subprocess.run([*before, python, PROGRAM], capture_output=True, text=True, timeout=600, check=True)
                figures = [float(word) for word in run.stdout.split()]
                least[way] = [min(pair) for pair in zip(least.get(way, figures), figures)]
    for (what, bound), filtered, without in zip(FIGURES, least['filtered'], least['without']):
        value = filtered - without
        print(json.dumps({'name': f'{what}, {name}', 'value': round(value, 1), 'unit': 'ns', 'reference': round(without, 1),
                          'ratio': None, 'bound': bound, 'ok': bound is None or value <= bound}), flush=True)


if __name__ == '__main__':
    for interpreter in pythons():
        measure(interpreter)
