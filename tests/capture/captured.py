"""What ring_dump wrote, and how to run it: for the tests of this folder."""
import json
import os
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

BUILD = Path(os.environ.get('LANESCOPE_BUILD') or Path(__file__).resolve().parents[2] / 'build')
PROGRAMS = Path(__file__).resolve().parent / 'programs'


def pythons():
    """Interpreters with torch: LANESCOPE_PYTHONS, or Debian's and every environment in the cache."""
    listed = os.environ.get('LANESCOPE_PYTHONS')
    if listed:
        return [path for path in listed.split(':') if path]
    cache = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'lanescope/torch'
    return ['/usr/bin/python3'] + sorted(str(path) for path in cache.glob('*/bin/python') if '.part/' not in str(path))


def versions(python):
    """'torch 2.9.1, Python 3.12.1', and torch's version as numbers."""
    text = subprocess.run([python, '-c', 'import platform, torch; print(torch.__version__, platform.python_version())'],
                          check=True, capture_output=True, text=True).stdout.split()
    return f'torch {text[0]}, Python {text[1]}', tuple(int(part) for part in text[0].split('+')[0].split('a')[0].split('.'))


class Capture:
    """One run of a program under the probe."""

    def __init__(self, python, program, *arguments, environment=None, folder=None):
        with tempfile.TemporaryDirectory() as own:
            out = Path(folder or own) / 'dump.jsonl'
            # Only the program's own name: nothing may depend on where it lies.
            result = subprocess.run([BUILD / 'tests/ring_dump', out, '--', python, PROGRAMS / program, *arguments],
                                    capture_output=True, text=True, env=os.environ | (environment or {}), timeout=900)
            self.code, self.stdout, self.stderr = result.returncode, result.stdout, result.stderr
            self._read(out)

    def _read(self, path):
        self.operators, self.processes, self.memory, self.failed_allocations = [], [], [], []
        self.unmatched = 0
        self.stacks, self.threads, self.losses = {}, defaultdict(list), None
        for line in path.read_text().splitlines():
            record = json.loads(line)
            if 'op' in record:
                self.operators.append(record)
            elif 'parent' in record and 'stack' in record:
                self.stacks[record['stack']] = record
            elif 'memory' in record:
                self.memory.append(record)
            elif 'out of memory' in record:
                self.failed_allocations.append(record['out of memory'])
            elif 'thread' in record:
                self.threads[record['process']].append((record['thread'], record['name']))
            elif 'state' in record:
                self.processes.append(record)
            elif 'dropped' in record:
                self.losses = record
            else:
                self.unmatched += 1
        self.operators.sort(key=lambda operator: operator['begin'])

    def frames(self, operator):
        """(file's last part, function, line), innermost first."""
        found, node = [], operator['stack']
        while node:
            record = self.stacks[node]
            found.append((Path(record['file']).name, record['function'], record['line']))
            node = record['parent']
        return found

    def named(self, name):
        return [operator for operator in self.operators if operator['op'] == name]

    def inside(self, name):
        """The operators that begin inside the first range of this name, on its thread."""
        around = self.named(name)[0]
        return [operator for operator in self.operators
                if operator['process'] == around['process'] and operator['tid'] == around['tid'] and
                around['begin'] < operator['begin'] < around['end']]
