"""The files of the project, as the checks beside this one see them."""
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = {".cpp", ".h"}


def files(root):
    """Every tracked or new file below root as a relative posix path; without git, everything but build folders."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.split("\0")
    else:
        names = []
        for folder, below, here in os.walk(root):
            below[:] = [name for name in below if not name.startswith(("build", ".", "__pycache__"))]
            names += [(Path(folder) / name).relative_to(root).as_posix() for name in here]
    return sorted(name for name in set(names) if name and (root / name).is_file())


def code_files(root):
    return [name for name in files(root) if Path(name).suffix in CODE]
