#!/usr/bin/env python3
"""Records the demo's session of a GPU anew, resources/demo/gpu.lanes: resources/demo/train_gpu.py on the played GPU, with the
newest PyTorch with CUDA that is installed (./test torch 2.15.0). As root: the session shall not tell of this machine, so all
that it names is mounted below /opt for it, and the host is called "demo"."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import build
from recorded import RECORDER

# $1: a folder with pyvenv.cfg; the others as in `places` below.
INSIDE = """
set -e
hostname demo
mount -t tmpfs none /opt
cp -r "$1" /opt/given
for place in python torch played demo; do
    shift
    mkdir "/opt/$place"
    mount --bind "$1" "/opt/$place"
done
mount --bind /opt/given/pyvenv.cfg /opt/torch/pyvenv.cfg
shift
cd /opt/demo
exec env "$@"
"""


def main():
    cuda = next((cuda for cuda in build.installed() if cuda.python), None)
    if cuda is None:
        sys.exit("No PyTorch with CUDA is installed; ./test torch 2.15.0 installs one.")
    build.Builder(cuda).build()
    home = cuda.python.parent.parent
    base = Path(subprocess.run([cuda.python, "-c", "import sys; print(sys.base_prefix)"], capture_output=True, text=True,
                               check=True).stdout.strip())
    places = [base, home, cuda.folder, build.ROOT / "resources/demo"]
    variables = [f"{name}={value}".replace(str(cuda.folder), "/opt/played") for name, value in build.environment(cuda).items()]
    with tempfile.TemporaryDirectory() as folder:
        text = (home / "pyvenv.cfg").read_text().replace(str(base), "/opt/python").replace(str(home), "/opt/torch")
        (Path(folder) / "pyvenv.cfg").write_text(text)
        record = [RECORDER, "record", "-o", "gpu.lanes", "--wait", "3", "--active", "4", "--repeat", "1", "--", "/opt/torch/bin/python", "train_gpu.py"]
        subprocess.run(["unshare", "--mount", "--uts", "sh", "-c", INSIDE, "demo", folder, *places, *variables,
                        f"PLAYED_BOARD={folder}/board", *record], env=os.environ, check=True)


if __name__ == "__main__":
    main()
