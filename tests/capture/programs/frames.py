"""Calibrates the Python layout of this interpreter, without torch, and compares it with Python's own answers."""
import sys

sys.path.insert(0, sys.argv[1])
import argparse
import asyncio
import ast
import json
import logging
import subprocess
import threading
import typing

from lanescope_probe import native
from lanescope_probe.python_layout import PythonCalibration, VERSION, _line_ranges

library = native.load()
calibration = PythonCalibration(library)
calibration.run()


def code_objects(module):
    waiting = [value.__code__ for value in vars(module).values() if hasattr(value, '__code__')]
    waiting += [member.__code__ for value in vars(module).values() if isinstance(value, type)
                for member in vars(value).values() if hasattr(member, '__code__')]
    while waiting:
        code = waiting.pop()
        yield code
        waiting += [constant for constant in code.co_consts if hasattr(constant, 'co_code')]


lines = 0
for module in (argparse, asyncio.base_events, ast, json.decoder, logging, subprocess, threading, typing):
    for code in code_objects(module):
        name = code.co_qualname if VERSION >= (3, 11) else code.co_name
        for start, _, line in _line_ranges(code):
            expected = (code.co_filename, name, code.co_firstlineno, line or 0)
            assert calibration.describe(code, start) == expected, (calibration.describe(code, start), expected)
            lines += 1

# A hash has any value, also one that looks like what stands behind it.
texts = ['lanes', '\xe9t\xe9', '\u6771\u4eac', '\U0001f680']
images = [calibration._peek(id(text), 128) for text in texts]
kind = calibration.layout.text_state, calibration.layout.text_kind_shift
assert calibration.find_kind_of_text(images) == kind
hash_at = calibration.layout.text_length + 8
misleading = [image[:hash_at] + image[kind[0]:kind[0] + 4] * 2 + image[hash_at + 8:] for image in images]
assert calibration.find_kind_of_text(misleading) == kind, (calibration.find_kind_of_text(misleading), kind)

walks = []


def walk():
    expected, frame = [], sys._getframe(1)
    walked = calibration.walk()[2:]  # without walk() here and there
    while frame is not None:
        expected.append((id(frame.f_code), frame.f_lasti))
        frame = frame.f_back
    assert walked == expected, (walked, expected)
    walks.append(len(walked))


def deep(levels):
    if levels:
        deep(levels - 1)
    walk()


async def wait(levels):
    if levels:
        await wait(levels - 1)
    walk()
    await asyncio.sleep(0)


def through_c():
    return sorted([3, 1, 2], key=lambda value: walk() or value)


def generate():
    for _ in range(3):
        walk()
        yield


deep(100)
asyncio.run(wait(10))
through_c()
list(generate())
thread = threading.Thread(target=deep, args=(30,))
thread.start()
thread.join()
print(lines, len(walks))
