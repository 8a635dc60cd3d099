"""The fallback when torch's layout is not recognised: the same callbacks, compiled against torch's own headers."""
import hashlib
import os
import shutil
import subprocess
import tempfile
import threading

from lanescope_probe.native import Uncalibrated, mapped_path

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, 'shim', 'TorchShim.cpp')
COMPILE_SECONDS = 300


def _cache_folder():
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.join(os.path.expanduser('~'), '.cache')
    return os.path.join(cache, 'lanescope', 'shim')


def _include_folders(torch):
    root = os.path.join(os.path.dirname(torch.__file__), 'include')
    folders = [root, os.path.join(root, 'torch', 'csrc', 'api', 'include')]
    return [folder for folder in folders if os.path.isdir(folder)]


class Shim:
    def __init__(self, torch):
        self._torch = torch
        self._compiler = shutil.which('c++') or shutil.which('g++') or shutil.which('clang++')
        self._libraries = [mapped_path('libtorch_cpu.so'), mapped_path('libc10.so')]
        self.path = os.path.join(_cache_folder(), self._identity() + '.so')

    def _identity(self):
        """Of all that goes into the library: a stale one would write where others read."""
        digest = hashlib.sha256(f'{self._torch.__version__} {self._torch._C._GLIBCXX_USE_CXX11_ABI} {self._compiler} '
                                f'{self._libraries} {os.uname().machine}'.encode())
        for folder, folders, files in os.walk(os.path.dirname(SOURCE)):
            folders.sort()
            for name in sorted(files):
                path = os.path.join(folder, name)
                with open(path, 'rb') as file:
                    digest.update(f'{os.path.relpath(path, HERE)}\0'.encode() + file.read() + b'\0')
        return digest.hexdigest()[:24]

    def ready(self):
        """Whether an earlier run has compiled it."""
        return os.path.exists(self.path)

    def compile(self):
        if self._compiler is None:
            raise Uncalibrated('no C++ compiler was found; apt install g++ lets the next run record')
        includes = _include_folders(self._torch)
        if not includes and not os.path.exists('/usr/include/ATen/record_function.h'):
            raise Uncalibrated(f"torch's C++ headers are not installed beside {self._torch.__file__}")
        os.makedirs(_cache_folder(), mode=0o700, exist_ok=True)
        problem = ''
        with tempfile.TemporaryDirectory(dir=_cache_folder()) as folder:
            made = os.path.join(folder, 'shim.so')
            for standard in ('c++17', 'c++20'):  # each torch accepts one of them
                command = [self._compiler, '-shared', '-fPIC', '-O2', '-DNDEBUG', f'-std={standard}', '-w',
                           '-fvisibility=hidden',
                           f'-D_GLIBCXX_USE_CXX11_ABI={int(self._torch._C._GLIBCXX_USE_CXX11_ABI)}',
                           # Linked to the very libraries that are loaded: their symbols need not become global.
                           '-I', os.path.join(HERE, 'shim'), SOURCE, '-o', made, *self._libraries]
                for include in includes:
                    command += ['-isystem', include]
                # A compiler started under the probe's environment need not start one itself.
                environment = {name: value for name, value in os.environ.items() if name != 'LANESCOPE_RINGS'}
                result = subprocess.run(command, capture_output=True, text=True, env=environment,
                                        timeout=COMPILE_SECONDS, stdin=subprocess.DEVNULL, check=False)
                if result.returncode == 0:
                    os.replace(made, self.path)
                    return
                problem = next((line for line in result.stderr.splitlines() if 'error' in line), 'no message')
        raise Uncalibrated(f"it could not be compiled against torch's headers: {problem[:300]}")

    def compile_then(self, succeed, fail):
        """Compiles without holding up the program; calls one of the two from another thread."""
        def work():
            try:
                self.compile()
                succeed()
            except Exception as problem:
                fail(problem)
        threading.Thread(target=work, name='lanescope shim', daemon=True).start()
