#!/usr/bin/env python3
"""What recording a GPU costs each launch, beside torch.profiler with CUDA, in one process on the played GPU: CPU time of the
thread, the least of some turns minus the least with nobody. The played CUPTI's own work for a record is in all of them."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'played_gpu'))
import build  # noqa: E402

RECORDER = build.BUILD.parent / 'bin/lanescope-record'
BOUND, STOP_BOUND = 0.7, 0.05


def row(name, value, reference, bound):
    ratio = value / reference
    print(json.dumps({'name': name, 'value': round(value, 1), 'unit': 'ns', 'reference': round(reference, 1),
                      'ratio': round(ratio, 3), 'bound': bound, 'ok': bound is None or ratio <= bound}), flush=True)


def run(cuda, *arguments):
    """What the program prints, recorded on the played GPU."""
    program = Path(__file__).resolve().parent / 'launch_program.py'
    settings = build.environment(cuda) | {'PLAYED_KERNELS': 'add=100'}  # the device keeps up
    inside = ['env', *(f'{name}={value}' for name, value in settings.items() if os.environ.get(name) != value)]
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([RECORDER, 'record', '-o', Path(folder) / 'run.lanes', '--', *inside, cuda.python, program,
                                 f'libcupti.so.{cuda.major}', RECORDER, *arguments], capture_output=True, text=True, timeout=600, check=False)
    if result.returncode != 0:
        sys.exit(f'{cuda.name}: {result.stderr[-2000:]}')
    return json.loads(result.stdout.splitlines()[-1])


def measure(cuda):
    build.Builder(cuda).build()
    figures = run(cuda)
    nobody = min(figures['nobody'], figures['nobody again'])
    cost = {name: value - nobody for name, value in figures.items()}
    name = cuda.name.split('-')[0]
    row(f'launch, {name}: with shapes, stack and memory', cost['ours'], cost['theirs in full'], BOUND)
    row(f'launch, {name}: the device alone', cost['ours, devices'], cost['theirs, devices'], None)
    row(f'launch, {name}: in full beside torch.profiler without shapes and stack', cost['ours'], cost['theirs'], None)
    row(f'launch, {name}: both at once beside torch.profiler alone', cost['shared'], cost['theirs'], None)
    row(f'launch, {name}: in a pause in which CUPTI rests', cost['paused'], cost['theirs in full'], None)
    for turns in (1, 4):
        stops = run(cuda, 'stop', str(turns))
        row(f'stop after {30 * turns},000 launches, {name}', stops['ours'], stops['theirs'], STOP_BOUND)


if __name__ == '__main__':
    wheels = [cuda for cuda in build.installed() if cuda.python]
    if not wheels:
        print('no PyTorch with CUDA is installed (./test torch 2.15.0)', file=sys.stderr)
    for wheel in wheels:
        measure(wheel)
