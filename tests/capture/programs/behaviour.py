"""What asks of a behaviour, for behaviours.py and behaviours_of_events.py."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.environ['LANESCOPE_PACKAGE'])

SAID = {}


def behaviour(ask):
    try:
        ask()
        SAID[ask.__name__] = ''
    except Exception as problem:
        SAID[ask.__name__] = f'{type(problem).__name__}: {problem}'
    return ask


def trace(prof):
    with tempfile.TemporaryDirectory() as folder:
        prof.export_chrome_trace(os.path.join(folder, 'run.json'))
        with open(os.path.join(folder, 'run.json')) as file:
            return json.load(file)


def named(events, name):
    return next(event for event in events if event['name'] == name)


def same(found, wanted):
    assert found == wanted, f'{found}, not {wanted}'
