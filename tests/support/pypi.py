"""Environments with packages of PyPI in the user's cache, for tests. Each is made when it is missing."""
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'lanescope'


def environment(name, *packages):
    """An interpreter with the packages, or None; and why there is none."""
    folder = CACHE / name
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / f'{name}.lock', 'w', encoding='utf-8') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / 'bin/python').exists():
            return folder / 'bin/python', ''
        part = CACHE / f'{name}.part'
        shutil.rmtree(part, ignore_errors=True)
        for command in ([sys.executable, '-m', 'venv', part],
                        [part / 'bin/python', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', *packages]):
            made = subprocess.run(command, capture_output=True, text=True, check=False)
            if made.returncode != 0:
                return None, f'{", ".join(packages)}: not installed here, and PyPI gives none: {made.stderr[-300:]}'
        part.rename(folder)
        return folder / 'bin/python', ''
