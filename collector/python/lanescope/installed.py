"""Where the recorder is, which comes with this package, and the probe that it puts into programs."""
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from lanescope import bootstrap
from lanescope.errors import LanescopeError

HERE = Path(bootstrap.HERE)


def recorder():
    """The program that records and reads sessions."""
    root = bootstrap.root()
    if root is None:
        raise LanescopeError(f'{HERE} has lost its recorder, bundle/bin/lanescope-record: install lanescope again')
    return Path(root) / 'bin' / 'lanescope-record'


def probe_module(name):
    """One of the package that records this process."""
    recorder()  # raises where it is lost
    bootstrap.load(f'lanescope_probe.{name}')
    return sys.modules[f'lanescope_probe.{name}']


def probe_library():
    """The library that records this process; this package is left out of the program's stacks."""
    native = probe_module('native')
    library = native.load()
    native.leave_out(library, os.path.dirname(recorder.__code__.co_filename))
    return library


def boot_folder():
    """What stands on the PYTHONPATH of recorded processes."""
    recorder()  # raises where it is lost
    return Path(bootstrap.probe_package().__file__).parents[1]


CALL_SECONDS = 3600  # longer than the largest session takes


def call(*words, output=subprocess.PIPE):
    """Runs a subcommand, and gives what it prints unless that goes elsewhere."""
    try:
        answer = subprocess.run([recorder(), *map(str, words)], stdout=output, stderr=subprocess.PIPE, check=False,
                                stdin=subprocess.DEVNULL, timeout=CALL_SECONDS)
    except subprocess.TimeoutExpired:
        raise LanescopeError(f'lanescope {words[0]} has not answered within {CALL_SECONDS} s') from None
    if answer.returncode != 0:
        raise LanescopeError(answer.stderr.decode('utf-8', 'replace').strip().replace('lanescope: ', ''))
    return answer.stdout


def call_within(words, given, most, seconds):
    """What a subcommand prints whose standard input is `given`: at most so many bytes, within so many seconds."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as said:
        source.write(given)
        source.seek(0)
        with subprocess.Popen([recorder(), *map(str, words)], stdin=source, stdout=subprocess.PIPE, stderr=said) as program:
            late = threading.Timer(seconds, program.kill)
            late.start()
            told = program.stdout.read(most + 1)
            was_late = not late.is_alive()
            late.cancel()
            if len(told) > most:
                program.kill()
        if len(told) > most:
            raise LanescopeError(f'lanescope {words[0]} prints more than {most} bytes; ask for fewer rows or shorter texts')
        if was_late:
            raise LanescopeError(f'lanescope {words[0]} has not answered within {seconds} s')
        if program.returncode != 0:
            said.seek(0)
            raise LanescopeError(said.read().decode('utf-8', 'replace').strip().replace('lanescope: ', ''))
        return told


def ask(*words):
    """What a subcommand prints, which is JSON."""
    return json.loads(call(*words))
