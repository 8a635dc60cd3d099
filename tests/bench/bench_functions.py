#!/usr/bin/env python3
"""What `--python trace` and `--python sample` cost a program, per call of a function of Python: the figures of --help.

Each is the least of many turns over several runs, in CPU time of the thread, so that what else runs on the machine costs it
little. Runs with every torch of LANESCOPE_PYTHONS or, without that, with each that is installed.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'capture'))
from captured import RECORDER, pythons, versions  # noqa: E402

RUNS = 3
PROGRAM = Path(__file__).resolve().parent / 'functions_program.py'


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
    return float(done.stdout.splitlines()[-1])


def measure(python):
    name, _ = versions(python)
    times, events, size = {'off': [], 'sample': [], 'trace': []}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / 'run.lanes'
        for _ in range(RUNS):
            for way, spans in times.items():
                spans.append(run([RECORDER, 'record', '-o', session, '--no-gpu', '--python', way, '--', python, PROGRAM]))
            size = session.stat().st_size
            info = json.loads(subprocess.run([RECORDER, 'info', '--json', session], capture_output=True, text=True,
                                             check=True).stdout)
            events = info['categories']['python_function']['count']
    figures = [(f'{way} per call', min(times[way]) - min(times['off']), 'ns') for way in ('sample', 'trace')]
    for what, value, unit in [('a call without', min(times['off']), 'ns'), *figures, ('session per call', size / events, 'B')]:
        print(json.dumps({'name': f'{what}, {name}', 'value': round(value, 1), 'unit': unit, 'bound': None, 'ok': True}),
              flush=True)


if __name__ == '__main__':
    for interpreter in pythons():
        measure(interpreter)
