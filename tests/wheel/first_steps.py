#!/usr/bin/env python3
"""The first steps of a newcomer, each as README has it: how long each takes.

usage: first_steps.py, by `./test first`: with the wheel LANESCOPE_WHEEL in a fresh virtual environment that sees the system's torch;
       or by `./test first --source`: from a clone on, in the empty Debian of the folder LANESCOPE_EMPTY_TREE.

The program is docs/examples/small_kernels.py, once as it is, once with torch's LayerNorm.
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
PATIENCE = 7200  # seconds; ./run builds everything
PROGRAM = (ROOT / 'docs/examples/small_kernels.py').read_text(encoding='utf-8')
CHANGE = ('sys.argv[1:] == ["one"]', 'True')


# mounts of its own, which end with the command
INSIDE = ('mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/dev/shm" && cp /etc/resolv.conf "$0/etc" '
          '&& exec chroot "$0" env -i "$@"')


class Terminal:
    """Runs what is typed in a folder of its own, which may be one of another system, and keeps what took how long."""

    def __init__(self, folder, path, tree=None):
        self.folder, self.took = folder, []
        inside = f'/{folder.relative_to(tree)}' if tree else str(folder)
        self.environment = {'PATH': f'{inside}/{path}:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': inside, 'LANG': 'C.UTF-8'}
        words = [f'{name}={value}' for name, value in self.environment.items()]
        self.before = ['unshare', '-m', 'sh', '-c', INSIDE, tree, *words, 'sh', '-c', f'cd {inside} && exec "$0" "$@"'] if tree else []

    def type(self, line, must_say):
        begun = time.monotonic()
        done = subprocess.run([*self.before, *shlex.split(line)], cwd=self.folder, env=self.environment, capture_output=True, text=True,
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


def compare(terminal):
    """First capture, first answer, first comparison."""
    before = record(terminal, PROGRAM)
    terminal.type(line_of_readme('lanescope advice ').replace('FILE', before), r'\[[a-z-]+\]|no rule')
    after = record(terminal, PROGRAM.replace(*CHANGE))
    said = terminal.type(re.sub(r'\b[AB]\b', lambda side: {'A': before, 'B': after}[side[0]], line_of_readme('lanescope diff ')),
                         'aten::native_layer_norm +added')
    assert 'aten::sqrt' in said


def with_the_wheel(wheel, folder):
    terminal = Terminal(folder, 'venv/bin')
    terminal.type('/usr/bin/python3 -m venv --system-site-packages venv', '')
    terminal.type(f'pip install --no-index --no-deps {wheel}', 'Successfully installed lanescope')
    compare(terminal)
    return terminal.took


def from_a_clone(tree):
    folder = tree / 'root' / 'lanescope'
    subprocess.run(['git', 'clone', '--quiet', ROOT, folder], check=True)
    terminal = Terminal(folder, 'build/bin', tree)
    terminal.type(line_of_readme('./run'), r'Picture: \S+demo.lanes.png[\s\S]+Picture: \S+gpu.lanes.png')
    compare(terminal)
    return terminal.took


def main():
    assert CHANGE[0] in PROGRAM
    tree = os.environ.get('LANESCOPE_EMPTY_TREE')
    if tree:
        took = from_a_clone(Path(tree))
    else:
        with tempfile.TemporaryDirectory() as folder:
            took = with_the_wheel(os.environ['LANESCOPE_WHEEL'], Path(folder))
    print('| typed | seconds |\n|---|---|')
    for line, seconds in took:
        print(f'| `{re.sub("/[^ ]*/", "", line)}` | {seconds:.1f} |')
    print(f'| all | {sum(seconds for _, seconds in took):.1f} |')


if __name__ == '__main__':
    main()
