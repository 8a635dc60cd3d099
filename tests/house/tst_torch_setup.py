#!/usr/bin/env python3
"""What ./test torch and ./test cupti bring from PyPI, with stand-ins for Python that install in no time or not at all."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import tree

# Says it is Python 3.13; `-m venv DIR` copies itself there; `-m pip` does as PIP_SAYS wants it.
PYTHON = """#!/bin/sh
case "$1 $2" in
"-c "*) exit 0 ;;
"-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
"-m pip") echo "$*" >> "$LOG"; [ -z "$PIP_SAYS" ] || { echo "$PIP_SAYS"; exit 1; } ;;
esac
"""

# Knows two versions of each package, and brings CUPTI's library with a header.
PIP = """#!/bin/sh
[ -z "$PIP_SAYS" ] || { echo "$PIP_SAYS"; exit 1; }
if [ "$3" = index ]; then
    echo "Available versions: 12.9.79, 12.8.90"
    exit 0
fi
echo "$*" >> "$LOG"
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/nvidia/cu/include" "$2/nvidia/cu/lib"
touch "$2/nvidia/cu/include/cupti_activity.h" "$2/nvidia/cu/lib/libcupti.so.12" "$2/nvidia/cu/lib/libnvperf.so"
"""


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)
        self.torch = self.home / "cache/lanescope/torch"
        self.cupti = self.home / "cache/lanescope/cupti"
        self.log = self.home / "log"
        (self.home / "bin").mkdir()
        for name, text in (("python3.13", PYTHON), ("df", "#!/bin/sh\necho\necho disk 1 1 ${FREE_KB:-99999999}\n"), ("pip", PIP)):
            (self.home / "bin" / name).write_text(text)
            (self.home / "bin" / name).chmod(0o755)

    def bash(self, text, **environment):
        environment |= {"PATH": f"{self.home}/bin:{os.environ['PATH']}", "LOG": str(self.log), "CUDA_HOME": str(self.home / "none"),
                        "XDG_CACHE_HOME": str(self.home / "cache"), "PYENV_ROOT": str(self.home / "none")}
        scripts = "".join(f'. "$root/scripts/{name}.sh"; ' for name in ("setup", "torch", "cupti"))
        script = f"set -euo pipefail; root={tree.ROOT}; {scripts} {text}"
        return subprocess.run(["bash", "-c", script], env=os.environ | environment, capture_output=True, text=True,
                              check=False)


class TorchSetup(Setup):
    def test_a_version_is_installed_once(self):
        expected = str(self.torch / "2.15.0-cp313/bin/python")
        result = self.bash('ensure_torch 2.15.0; echo "$torch_pythons"')
        self.assertEqual((result.returncode, result.stdout.strip()), (0, expected), result.stderr)
        self.assertIn("100 s and 5 GB", result.stderr)
        result = self.bash('ensure_torch 2.15.0; echo "$torch_pythons"')
        self.assertEqual((result.returncode, result.stdout.strip()), (0, expected), result.stderr)
        self.assertIn("torch 2.15.0 is there", result.stderr)
        self.assertEqual(len(self.log.read_text().splitlines()), 1)

    def test_without_a_network_it_says_so_and_leaves_nothing_behind(self):
        result = self.bash("ensure_torch 2.15.0", PIP_SAYS="NewConnectionError: failed")
        self.assertEqual(result.returncode, 1)
        self.assertIn("PyPI cannot be reached", result.stderr)
        self.assertNotIn("NewConnectionError", result.stderr)
        self.assertEqual(list(self.torch.glob("2.15.0*")), [])

    def test_a_version_that_does_not_exist_fails_with_pip_s_own_words(self):
        result = self.bash("ensure_torch 2.15.9", PIP_SAYS="No matching distribution found for torch==2.15.9")
        self.assertEqual(result.returncode, 1)
        self.assertIn("No matching distribution found", result.stderr)
        self.assertNotIn("PyPI cannot be reached", result.stderr)

    def test_half_an_installation_is_no_environment(self):
        half = self.torch / "2.15.0-cp313.part/bin"
        half.mkdir(parents=True)
        (half / "python").write_text(PYTHON)
        (half / "python").chmod(0o755)
        self.assertNotIn(".part", self.bash("all_torch_pythons").stdout)
        self.assertNotEqual(self.bash("torch_environment 2.15.0").returncode, 0)
        self.assertEqual(self.bash("ensure_torch 2.15.0").returncode, 0)
        self.assertFalse(half.exists())

    def test_a_full_disk_is_noticed_before(self):
        result = self.bash("ensure_torch 2.15.0", FREE_KB="3000000")
        self.assertEqual(result.returncode, 1)
        self.assertIn("needs 8 GB", result.stderr)
        self.assertFalse(self.log.exists())

    def test_every_environment_is_listed(self):
        self.bash("ensure_torch 2.15.0 2.16.0")
        listed = self.bash("all_torch_pythons").stdout.strip().split(":")
        self.assertEqual([path for path in listed if path.startswith(str(self.torch))],
                         [str(self.torch / f"{version}-cp313/bin/python") for version in ("2.15.0", "2.16.0")])


class CuptiSetup(Setup):
    def fetch(self, text, **environment):
        return self.bash(f"python={self.home}/bin/pip; {text}", **environment)

    def test_every_version_is_fetched_once_without_what_nobody_wants(self):
        for _ in range(2):
            result = self.fetch("ensure_every_cupti")
            self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(self.log.read_text().splitlines()), 2)
        files = {str(path.relative_to(self.cupti)) for path in self.cupti.rglob("*") if path.is_file()}
        self.assertEqual(files - {"lock", "install.log"}, {f"{version}/{name}" for version in ("12.9.79", "12.8.90")
                                                           for name in ("include/cupti_activity.h", "lib/libcupti.so.12")})

    def test_a_machine_without_headers_gets_the_newest(self):
        self.assertEqual(self.fetch("ensure_cuda_headers; ensure_cuda_headers").returncode, 0)
        self.assertEqual([path.name for path in self.cupti.glob("*/")], ["12.9.79"])

    def test_a_machine_with_a_toolkit_needs_none(self):
        include = self.home / "none/include"
        include.mkdir(parents=True)
        (include / "cupti_activity.h").touch()
        self.assertEqual(self.fetch("ensure_cuda_headers").returncode, 0)
        self.assertFalse(self.cupti.exists())

    def test_without_a_network_tests_go_on_without_them(self):
        result = self.fetch("ensure_cuda_headers", PIP_SAYS="NewConnectionError: failed")
        self.assertEqual(result.returncode, 0)
        self.assertIn("PyPI cannot be reached", result.stderr)
        self.assertIn("are skipped", result.stderr)
        self.assertEqual(self.fetch("ensure_every_cupti", PIP_SAYS="NewConnectionError: failed").returncode, 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
