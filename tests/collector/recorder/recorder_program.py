"""The recorder as a program, for the scripts of this folder that start and steer it."""
import json
import os
import subprocess
import time
from pathlib import Path

BUILD = Path(os.environ.get('LANESCOPE_BUILD') or Path(__file__).resolve().parents[3] / 'build')
RECORDER = BUILD / 'bin/lanescope-record'
FAKE = BUILD / 'tests/fake_target'
# Long enough for a machine that has much else to do; what is waited for comes at once otherwise.
PATIENCE = 300


def wait_for(condition):
    until = time.monotonic() + PATIENCE
    while not (result := condition()):
        if time.monotonic() > until:
            raise AssertionError('it did not happen')
        time.sleep(0.01)
    return result


def command(*words):
    return subprocess.run([RECORDER, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE, check=False)


def info(session):
    """What `info --json` says, and as 'notes' the count of each kind of diagnostic."""
    said = json.loads(command('info', '--json', session).stdout)
    return said | {'notes': {entry['kind']: entry['count'] for entry in said['diagnostics']}}
