#!/usr/bin/env python3
"""Writes model/analysis/operators/argument_names.txt: what PyTorch's operators call their arguments, by the schemas that the given
Pythons' torch knows; of the newest and the oldest one together nearly all that traces name.

usage: argument_names.py PYTHON...
"""
import subprocess
import sys
from pathlib import Path

OUTPUT = Path(__file__).resolve().parent.parent / "model/analysis/operators/argument_names.txt"
NAMESPACES = ("aten::", "c10d::", "_c10d_functional::", "symm_mem::", "mkldnn::", "onednn::", "quantized::")
ASK = """
import torch
for schema in torch._C._jit_get_all_schemas():
    print(schema.name, *(argument.name for argument in schema.arguments))
"""


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    lines = set()
    for python in sys.argv[1:]:
        said = subprocess.run([python, "-c", ASK], check=True, stdout=subprocess.PIPE, text=True).stdout
        lines |= {line for line in said.splitlines() if line.startswith(NAMESPACES) and " " in line}
    OUTPUT.write_text("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    main()
