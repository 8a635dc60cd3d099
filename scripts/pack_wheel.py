#!/usr/bin/env python3
"""pack_wheel.py BUILD OUT: packs what the portable build has made, with the Python package, into OUT/lanescope-*.whl. The same
input gives the same bytes. Fails where something in it would not run on every Linux that has glibc 2.17."""
import base64
import hashlib
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEWEST_GLIBC = (2, 17)
# What every such system has, and the loader itself.
LIBRARIES = {'libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1'}
# Number of a machine in ELF -> its name in tags and in the names of Debian's tools.
MACHINES = {62: 'x86_64', 183: 'aarch64'}
EPOCH = 1735689600  # of all files: 1 January 2025
PACKAGE = 'lanescope/bundle'
# What `pip install lanescope[NAME]` brings besides.
EXTRAS = ''.join(f'Provides-Extra: {name}\n' + ''.join(f"Requires-Dist: {needed}; extra == '{name}'\n" for needed in all_needed)
                 for name, all_needed in {'data': ('pyarrow>=14', 'duckdb>=1.1'), 'mcp': ('mcp>=2',)}.items())


def die(problem):
    sys.exit(f'pack_wheel.py: {problem}')


def read_elf(path, what):
    return subprocess.run(['readelf', '-W', what, path], check=True, capture_output=True, text=True).stdout


def check_binary(path):
    """Which libraries and which versions of their symbols it needs, and where it looks for them."""
    dynamic = read_elf(path, '-d')
    if found := re.findall(r'\((?:RPATH|RUNPATH)\).*\[(.*)\]', dynamic):
        die(f'{path} looks for libraries in {found[0]}, which is of the build machine')
    strange = set(re.findall(r'\(NEEDED\).*\[(.*)\]', dynamic)) - LIBRARIES
    if strange:
        die(f'{path} needs {", ".join(sorted(strange))}, which not every system has')
    for symbol, library, version in re.findall(r'UND (\S+)@(\w+?)_([\d.]+)', read_elf(path, '--dyn-syms')):
        if library != 'GLIBC' or tuple(map(int, version.split('.')))[:2] > NEWEST_GLIBC:
            die(f'{path} needs {symbol} of {library} {version}; collector/portable/stand_ins.sh is where older ones are offered, '
                'collector/portable/Freestanding.cpp where what libstdc++ would bring is written')


def bundle(build):
    """Name in the wheel -> path."""
    found = {f'{PACKAGE}/bin/lanescope-record': build / 'bin/lanescope-record'}
    for path in sorted((build / 'lib/lanescope').rglob('*')):
        name = path.relative_to(build / 'lib/lanescope')
        if path.is_file() and name.parts[0] != 'python' and '__pycache__' not in name.parts:
            found[f'{PACKAGE}/lib/lanescope/{name}'] = path
    return found


def is_binary(path):
    with open(path, 'rb') as file:
        return file.read(4) == b'\x7fELF'


def machine_of(path):
    with open(path, 'rb') as file:
        number = int.from_bytes(file.read(20)[18:], 'little')
    return MACHINES.get(number) or die(f'{path} is for a machine that no wheel is made for: number {number} of ELF')


def stripped(path, folder):
    copy = folder / path.name
    machine = machine_of(path)
    tool = 'strip' if machine == os.uname().machine else f'{machine}-linux-gnu-strip'
    subprocess.run([tool, '--strip-unneeded', '-o', copy, path], check=True)
    return copy.read_bytes()


def contents(build, version, tag):
    """Name -> (bytes, whether it can be run)."""
    folder = build / 'stripped'
    folder.mkdir(exist_ok=True)
    files = {}
    for name, path in bundle(build).items():
        if is_binary(path):
            check_binary(path)
            files[name] = stripped(path, folder), True
        else:
            files[name] = path.read_bytes(), False
    for path in sorted((ROOT / 'collector/python/lanescope').iterdir()):
        if path.is_file():
            files[f'lanescope/{path.name}'] = path.read_bytes(), False
    info = f'lanescope-{version}.dist-info'
    texts = {'METADATA': f'Metadata-Version: 2.1\nName: lanescope\nVersion: {version}\nSummary: Records what a PyTorch program does\n'
                         'License: Apache-2.0\nRequires-Python: >=3.9\n' + EXTRAS,
             'WHEEL': f'Wheel-Version: 1.0\nGenerator: lanescope\nRoot-Is-Purelib: false\nTag: {tag}\n',
             'entry_points.txt': '[console_scripts]\nlanescope = lanescope.__main__:main\n',
             'LICENSE': (ROOT / 'LICENSE').read_text(), 'NOTICE': (ROOT / 'NOTICE').read_text()}
    files.update({f'{info}/{name}': (text.encode(), False) for name, text in texts.items()})
    record = ''.join(f'{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()},{len(data)}\n'
                     for name, (data, _) in files.items())
    files[f'{info}/RECORD'] = (f'{record}{info}/RECORD,,\n'.encode(), False)
    return files


def main(build, out):
    build, out = Path(build), Path(out)
    version = re.search(r'project\(lanescope VERSION (\S+)', (ROOT / 'CMakeLists.txt').read_text())[1]
    tag = f'py3-none-manylinux_2_17_{machine_of(build / "bin/lanescope-record")}'
    wheel = out / f'lanescope-{version}-{tag}.whl'
    out.mkdir(parents=True, exist_ok=True)
    files = contents(build, version, tag)
    with zipfile.ZipFile(wheel, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, runs) in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(EPOCH)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            archive.writestr(entry, data)
    print(wheel)


if __name__ == '__main__':
    main(*sys.argv[1:])
