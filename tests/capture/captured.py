"""Programs recorded with the recorder, and what came out as Python objects: for the tests of this folder."""
import functools
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

BUILD = Path(os.environ.get('LANESCOPE_BUILD') or Path(__file__).resolve().parents[2] / 'build')
PROGRAMS = Path(__file__).resolve().parent / 'programs'
RECORDER = BUILD / 'bin/lanescope-record'


def pythons():
    """Interpreters with torch: LANESCOPE_PYTHONS, or Debian's and every environment in the cache."""
    listed = os.environ.get('LANESCOPE_PYTHONS')
    if listed:
        return [path for path in listed.split(':') if path]
    cache = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'lanescope/torch'
    return ['/usr/bin/python3'] + sorted(str(path) for path in cache.glob('*/bin/python') if '.part/' not in str(path))


def with_each_python(test):
    """The test is called with each of pythons()."""
    @functools.wraps(test)
    def run(self):
        for python in pythons():
            with self.subTest(python):
                test(self, python)
    return run


def skip_unless_attachable():
    """For setUpModule() of tests that attach to programs: one that is no child of ours must let itself be traced."""
    if platform.machine() != 'x86_64':
        raise unittest.SkipTest('only programs on x86-64 can be attached to')
    seize = 'import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(0x4206, int(sys.argv[1]), None, None) != 0)'
    with subprocess.Popen(['sleep', '600']) as other:
        refused = subprocess.run([sys.executable, '-c', seize, str(other.pid)], check=False).returncode
        other.kill()
    if refused:
        raise unittest.SkipTest('this system does not let a process trace another one')


# Without an import of torch, which takes seconds.
VERSIONS = """
import importlib.util, platform, runpy
place, = importlib.util.find_spec('torch').submodule_search_locations
print(runpy.run_path(place + '/version.py')['__version__'], platform.python_version())
"""


@functools.cache
def versions(python):
    """'torch 2.9.1, Python 3.12.1', and torch's version as numbers."""
    text = subprocess.run([python, '-c', VERSIONS], check=True, capture_output=True, text=True).stdout.split()
    return f'torch {text[0]}, Python {text[1]}', tuple(int(part) for part in text[0].split('+')[0].split('a')[0].split('.'))


class Capture:
    """One recorded run of a program. Times are ns since the session's time 0."""

    def __init__(self, python, program, *arguments, environment=None):
        with tempfile.TemporaryDirectory() as folder:
            session, trace = Path(folder) / 'run.lanes', Path(folder) / 'run.json'
            # Only the program's own name: nothing may depend on where it lies.
            result = subprocess.run([RECORDER, 'record', '-o', session, '--', python, PROGRAMS / program, *arguments],
                                    capture_output=True, text=True, env=os.environ | (environment or {}), timeout=900)
            self.code, self.stdout, self.stderr = result.returncode, result.stdout, result.stderr
            info = subprocess.run([RECORDER, 'info', '--json', session], check=True, capture_output=True, text=True).stdout
            subprocess.run([RECORDER, 'convert', session, trace], check=True, capture_output=True)
            self._describe(json.loads(info))
            self._read(json.loads(trace.read_text())['traceEvents'])

    def _describe(self, info):
        self.still_open, self.diagnostics = info['open_slices'], Counter()  # by kind
        for entry in info['diagnostics']:
            self.diagnostics[entry['kind']] += entry['count']
        self.lost = self.diagnostics['ring-overflow']
        said = defaultdict(dict)
        for key, value in info['properties'].items():
            if match := re.fullmatch(r'process\.(.*)\.(\w+)', key):
                said[match[1]][match[2]] = value
        self.processes = [{'pid': int(process['pid'].split()[0]), 'process': process['pid'], 'parent': process['parent_pid'],
                           'name': '', 'reason': ''} | said[process['pid']] for process in info['processes']]

    def _read(self, events):
        self.operators, self.memory, self.failed_allocations, self.collections = [], [], [], []
        self.threads = defaultdict(list)
        for event in events:
            arguments = event.get('args', {})
            if event['name'] == 'thread_name':
                self.threads[str(event['pid'])].append((event['tid'], arguments['name']))
            elif event.get('cat') == 'python gc':
                self.collections.append({'stack': arguments.get('Call stack', '')})
            elif event['name'] == '[memory]':
                self.memory.append({'tid': event['tid'], 'address': arguments['Addr'], 'bytes': arguments['Bytes'],
                                    'device': (arguments['Device Type'], arguments['Device Id'])})
            elif event['name'] == '[OutOfMemory]':
                self.failed_allocations.append(arguments['Bytes'])
            elif event.get('cat') in ('cpu_op', 'user_annotation') and event['ph'] == 'X':  # no marks
                begin = round(event['ts'] * 1000)
                self.operators.append({
                    'op': event['name'], 'process': str(event['pid']), 'tid': event['tid'], 'begin': begin,
                    'end': begin + round(event['dur'] * 1000), 'seq': arguments.get('Sequence number', -1),
                    'forward': arguments.get('Fwd thread id', 0), 'stack': arguments.get('Call stack', ''),
                    'dims': arguments.get('Input Dims', []), 'types': arguments.get('Input type', []),
                    'strides': arguments.get('Input Strides', []), 'concrete': arguments.get('Concrete Inputs', []),
                    'overload': arguments.get('Overload', '')})
        self.operators.sort(key=lambda operator: operator['begin'])

    def frames(self, operator):
        """(file's last part, function, line), innermost first."""
        found = re.findall(r'([^;]*)\((\d+)\): ([^;]*);', operator['stack'])
        return [(Path(file).name, function, int(line)) for file, line, function in found]

    def named(self, name):
        return [operator for operator in self.operators if operator['op'] == name]

    def inside(self, name):
        """The operators that begin inside the first range of this name, on its thread."""
        around = self.named(name)[0]
        return [operator for operator in self.operators
                if operator['process'] == around['process'] and operator['tid'] == around['tid'] and
                around['begin'] < operator['begin'] < around['end']]
