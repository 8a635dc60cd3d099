"""Where the recorder is, which comes with this package, and the probe that it puts into programs."""
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

from lanescope.errors import LanescopeError

HERE = Path(__file__).resolve().parent


def recorder():
    """The program that records and reads sessions."""
    # In a wheel below this package; in a build folder, which has it in lib/lanescope/python, at the top.
    for root in (HERE / 'bundle', (HERE / '../../../..').resolve()):
        program = root / 'bin' / 'lanescope-record'
        if program.is_file():
            return program
    raise LanescopeError(f'{HERE} has lost its recorder, bundle/bin/lanescope-record: install lanescope again')


def probe_package():
    """The package that records this process: the one that `lanescope record` has put into it, or else our own."""
    if 'lanescope_probe' not in sys.modules:
        folder = recorder().parent.parent / 'lib' / 'lanescope' / 'boot' / 'lanescope_probe'
        spec = importlib.util.spec_from_file_location('lanescope_probe', folder / '__init__.py',
                                                      submodule_search_locations=[str(folder)])
        module = importlib.util.module_from_spec(spec)
        sys.modules['lanescope_probe'] = module
        spec.loader.exec_module(module)
    return sys.modules['lanescope_probe']


def boot_folder():
    """What stands on the PYTHONPATH of recorded processes."""
    return Path(probe_package().__file__).parents[1]


def call(*words, output=subprocess.PIPE):
    """Runs a subcommand, and gives what it prints unless that goes elsewhere."""
    answer = subprocess.run([recorder(), *map(str, words)], stdout=output, stderr=subprocess.PIPE, check=False,
                            stdin=subprocess.DEVNULL)
    if answer.returncode != 0:
        raise LanescopeError(answer.stderr.decode('utf-8', 'replace').strip().replace('lanescope: ', ''))
    return answer.stdout


def ask(*words):
    """What a subcommand prints, which is JSON."""
    return json.loads(call(*words))
