#!/usr/bin/env python3
"""What recording costs the program: the probe beside torch.profiler with shapes, stack and memory, in one process.

Both are switched on and off in turns; each figure is the least of its turns minus the least without either, in CPU time
of the thread, so that what else runs on the machine costs neither. Runs with every torch of LANESCOPE_PYTHONS or, without
that, with each that is installed.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'capture'))
from captured import RECORDER, pythons, versions  # noqa: E402

IN_LOOP_BOUND, IN_LOOP_BOUND_FROM_29 = 0.4, 0.35
STOP_BOUND = 0.01
# Debian's torch is built without Kineto, so that its profiler does less: shown, not judged.
JUDGED_FROM = (2, 0)
MEMORY_BOUND_MB = 64
PAUSED_BOUND_NS, PAUSED_TURNS = 15, 7


def row(name, value, unit, reference=None, bound=None):
    ratio = value / reference if reference else None
    held = ratio if reference else value
    print(json.dumps({'name': name, 'value': round(value, 1), 'unit': unit,
                      'reference': round(reference, 1) if reference else None,
                      'ratio': round(ratio, 3) if ratio else None, 'bound': bound,
                      'ok': bound is None or held <= bound}), flush=True)


def cost_of_pause(python, session):
    """What an operator costs in a paused recording beyond what it costs without one; the least of either, in turns."""
    program = Path(__file__).resolve().parent / 'pause_program.py'
    costs = {'without': [], 'paused': []}
    for _ in range(PAUSED_TURNS):
        for way, words in (('without', [python, program]),
                           ('paused', [RECORDER, 'record', '-o', session, '--', python, program, RECORDER])):
            run = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
            costs[way].append(float(run.stdout.splitlines()[-1]))
    return min(costs['paused']) - min(costs['without'])


def measure(python):
    name, numbers = versions(python)
    bound, stop_bound = None, None
    if numbers >= JUDGED_FROM:
        bound, stop_bound = IN_LOOP_BOUND_FROM_29 if numbers >= (2, 9) else IN_LOOP_BOUND, STOP_BOUND
    program = Path(__file__).resolve().parent / 'probe_program.py'
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / 'run.lanes'
        result = subprocess.run([RECORDER, 'record', '-o', session, '--', python, program], capture_output=True, text=True,
                                timeout=1500, check=False)
        if result.returncode != 0:
            sys.exit(f'{name}: {result.stderr[-2000:]}')
        info = subprocess.run([RECORDER, 'info', '--json', session], capture_output=True, text=True, check=True).stdout
        paused = cost_of_pause(python, session)
    lost = sum(entry['count'] for entry in json.loads(info)['diagnostics'] if entry['kind'] == 'ring-overflow')
    figures = json.loads(result.stdout.splitlines()[-1])
    row(f"train step of {figures['operators']} operators, {name}", figures['step_probe'] / 1e3, 'us',
        figures['step_profiler'] / 1e3, bound)
    row(f'loop of add(), per operator, {name}', figures['loop_probe'], 'ns', figures['loop_profiler'], bound)
    row(f'paused, per operator, {name}', paused, 'ns', None, PAUSED_BOUND_NS)
    row(f'switching off after 25 steps, per step, {name}', figures['stop_probe'] / 1e3, 'us',
        figures['stop_profiler'] / 1e3, stop_bound)
    row(f'memory after 3,000,000 operators, {name}', figures['memory_mb'], 'MB', None, MEMORY_BOUND_MB)
    row(f'records lost, {name}', lost, '', None, 0)


if __name__ == '__main__':
    for interpreter in pythons():
        measure(interpreter)
