#!/usr/bin/env python3
"""The first steps of a newcomer, each as README has it, in a fresh virtual environment with the wheel: how long each takes.

usage: first_steps.py, by `./test first`: it makes the wheel first. LANESCOPE_WHEEL is its file.

The environment sees the system's torch. The program is docs/examples/small_kernels.py, once as it is, once with torch's LayerNorm.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600  # seconds
PROGRAM = (ROOT / 'docs/examples/small_kernels.py').read_text(encoding='utf-8')
CHANGE = ('sys.argv[1:] == ["one"]', 'True')


class Terminal:
    """Runs what is typed in a folder of its own, and keeps what took how long."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {'PATH': f'{folder}/venv/bin:/usr/bin:/bin', 'HOME': str(folder), 'LANG': 'C.UTF-8'}
        self.took = []

    def type(self, line, must_say):
        begun = time.monotonic()
        done = subprocess.run(shlex.split(line), cwd=self.folder, env=self.environment, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.took.append((line, time.monotonic() - begun))
        said = done.stdout + done.stderr
        if done.returncode != 0 or not re.search(must_say, said):
            sys.exit(f'first_steps.py: {line!r} ended with {done.returncode} and did not say {must_say!r}:\n{said}')
        return said


def line_of_readme(begin):
    """The command line of README that begins so, without what it says of it."""
    found = re.search(rf'^    ({re.escape(begin)}.*?)(?:  .*|\s+#.*)?$', (ROOT / 'README.md').read_text(encoding='utf-8'), re.M)
    if found is None:
        sys.exit(f'first_steps.py: README.md has no line that begins with {begin!r}')
    return found[1]


def record(terminal, program):
    """The session's name is in the last line, as README says."""
    (terminal.folder / 'train.py').write_text(program, encoding='utf-8')
    said = terminal.type(line_of_readme('lanescope record -- '), r'[\d ]+ events, 0 lost')
    return re.search(r'lanescope: (\S+\.lanes): ', said)[1]


def main():
    wheel = os.environ['LANESCOPE_WHEEL']
    assert CHANGE[0] in PROGRAM
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(Path(folder))
        terminal.type('/usr/bin/python3 -m venv --system-site-packages venv', '')
        terminal.type(f'pip install --no-index --no-deps {wheel}', 'Successfully installed lanescope')
        before = record(terminal, PROGRAM)
        terminal.type(line_of_readme('lanescope advice ').replace('FILE', before), r'\[[a-z-]+\]|no rule')
        after = record(terminal, PROGRAM.replace(*CHANGE))
        said = terminal.type(re.sub(r'\b[AB]\b', lambda side: {'A': before, 'B': after}[side[0]], line_of_readme('lanescope diff ')),
                             'aten::native_layer_norm +added')
        assert 'aten::sqrt' in said
    print('| typed | seconds |\n|---|---|')
    for line, seconds in terminal.took:
        print(f'| `{line.replace(wheel, Path(wheel).name)}` | {seconds:.1f} |')
    print(f'| all | {sum(seconds for _, seconds in terminal.took):.1f} |')


if __name__ == '__main__':
    main()
