"""The fallback when torch's layout is not recognised: the same callbacks, compiled against torch's own headers."""
import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
import threading

from lanescope_probe.native import KEEP_REFERENCE, Uncalibrated

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
        with open(SOURCE, 'rb') as source:
            identity = source.read() + f'{torch.__version__} {torch.__file__} {self._compiler}'.encode()
        self._path = os.path.join(_cache_folder(), hashlib.sha256(identity).hexdigest()[:24] + '.so')

    def ready(self):
        """Whether an earlier run has compiled it."""
        return os.path.exists(self._path)

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
                           '-I', os.path.join(HERE, 'shim'), SOURCE, '-o', made]
                for include in includes:
                    command += ['-isystem', include]
                # A compiler started under the probe's environment need not start one itself.
                environment = {name: value for name, value in os.environ.items() if name != 'LANESCOPE_RINGS'}
                result = subprocess.run(command, capture_output=True, text=True, env=environment,
                                        timeout=COMPILE_SECONDS, stdin=subprocess.DEVNULL, check=False)
                if result.returncode == 0:
                    os.replace(made, self._path)
                    return
                problem = next((line for line in result.stderr.splitlines() if 'error' in line), 'no message')
        raise Uncalibrated(f"it could not be compiled against torch's headers: {problem[:300]}")

    def start(self, probe, torch_library):
        """Hooks the operators. `probe`: the native library; its functions go on to record."""
        # torch's symbols are local to it: the shim finds them only when they are made global first.
        ctypes.CDLL(torch_library, mode=ctypes.RTLD_GLOBAL | os.RTLD_NOLOAD)
        shim = ctypes.PyDLL(self._path)
        KEEP_REFERENCE.append(shim)
        functions = (ctypes.cast(getattr(probe, 'lanes_probe_' + name), ctypes.c_void_p)
                     for name in ('open', 'begin', 'end'))
        shim.lanes_shim_start.argtypes = [ctypes.c_void_p] * 3
        shim.lanes_shim_start(*functions)

    def compile_then(self, succeed, fail):
        """Compiles without holding up the program; calls one of the two from another thread."""
        def work():
            try:
                self.compile()
                succeed()
            except Exception as problem:
                fail(problem)
        threading.Thread(target=work, name='lanescope shim', daemon=True).start()
