#!/usr/bin/env python3
"""The played GPU, built for each CUDA that is installed: in PyTorch's wheels (./test torch) and as a toolkit.

    build.py                      builds them all and says where
    build.py NAME COMMAND...      runs a command on the one whose name begins so

It stays outside of the CMake build, which needs no CUDA. Only what has changed is compiled again."""
import concurrent.futures
import contextlib
import fcntl
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import generate

OLDEST = 12080  # CUDA_VERSION of the oldest that is played
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lanescope"
BUILD = Path(os.environ.get("LANESCOPE_BUILD") or ROOT / "build") / "played_gpu"
FLAGS = ["-std=c++20", "-O1", "-falign-functions=16", "-fPIC", "-Wall", "-Wextra", "-Wno-deprecated-declarations",
         "-Wno-missing-field-initializers", "-Wno-unused-parameter", f"-I{ROOT}"]
# Some wheels leave crt/ to another package, of which plain C++ needs only that these words exist.
CRT = "".join(f"#ifndef {name.split('(')[0]}\n#define {name}\n#endif\n" for name in (
    "__host__", "__device__", "__global__", "__shared__", "__constant__", "__managed__", "__device_builtin__",
    "__device_builtin_texture_type__", "__device_builtin_surface_type__", "__cudart_builtin__", "__nv_pure__", "CUDARTAPI",
    "CUDARTAPI_CDECL", "__specialization_static", "__annotate__(a)", "__location__(a)", "__launch_bounds__(...)",
    "__grid_constant__", "__cdecl", "__align__(n) __attribute__((aligned(n)))", "__no_return__ __attribute__((noreturn))",
    "__builtin_align__(n) __attribute__((aligned(n)))", "__forceinline__ __inline__ __attribute__((always_inline))"))


class Cuda:
    """One installed CUDA: where its headers and libraries are."""

    def __init__(self, name, includes, libraries, python=None):
        self.includes = [path for path in includes if path.is_dir()]
        self.libraries = [path for path in libraries if path.is_dir()]
        self.python = python  # of the environment with the torch that uses it, or None
        self.cupti = next((path for path in self.includes if (path / "cupti_activity.h").exists()), None)
        cuda = self.header("cuda.h")
        self.version = int(re.search(r"#define CUDA_VERSION (\d+)", cuda.read_text())[1]) if cuda else 0
        self.major = self.version // 1000
        self.name = f"{name}-cuda{self.major}.{self.version % 1000 // 10}"
        self.folder = BUILD / self.name

    def header(self, name):
        return next((path / name for path in self.includes if (path / name).exists()), None)

    def library(self, name):
        return next((path / name for path in self.libraries if (path / name).exists()), None)

    def libcupti(self):
        return next(path for folder in self.libraries for path in folder.glob("libcupti.so.*"))

    def facades(self):
        """Those whose headers are there."""
        return [facade for facade in generate.FACADES.values() if not facade.header or self.header(facade.header)]


def of_wheels(python):
    site = next(iter(Path(python).parent.parent.glob("lib/python3*/site-packages")), None)
    if site is None:
        return None
    nvidia = site / "nvidia"
    parts = ("cu13", "cuda_runtime", "cuda_cupti", "cublas", "cudnn", "nvtx")
    return Cuda(f"torch{Path(python).parent.parent.name}", [nvidia / part / "include" for part in parts],
                [nvidia / part / "lib" for part in parts], Path(python))


def libcuptis():
    """Every libcupti of PyPI that ./test cupti has fetched, the newest first. One brings no headers."""
    folders = [path for path in (CACHE / "cupti").glob("*/") if path.suffix != ".part"]
    folders.sort(key=lambda path: [int(part) for part in path.name.split(".")], reverse=True)
    return [Cuda(f"libcupti{path.name}", [path / "include"], [path / "lib"]) for path in folders]


def installed():
    """Every CUDA on this machine that has CUPTI's headers, wheels first, of these the newest. Where there is none, the newest that
    ./test cupti has fetched: that is enough for programs without PyTorch."""
    listed = [path for path in os.environ.get("LANESCOPE_PYTHONS", "").split(":") if path]
    pythons = listed or sorted(str(path) for path in (CACHE / "torch").glob("*/bin/python") if ".part/" not in str(path))
    toolkit = Path(os.environ.get("CUDA_HOME") or "/usr/local/cuda")
    toolkit = Cuda("toolkit", [toolkit / "include", toolkit / "extras/CUPTI/include"],
                   [toolkit / "lib64", toolkit / "extras/CUPTI/lib64"])
    wheels = sorted(filter(None, map(of_wheels, pythons)), key=lambda cuda: -cuda.version)
    found = [cuda for cuda in [*wheels, toolkit] if cuda.cupti and cuda.version >= OLDEST]
    return found or [cuda for cuda in libcuptis() if cuda.cupti and cuda.version >= OLDEST][:1]


class Builder:
    def __init__(self, cuda):
        self.cuda, self.out = cuda, cuda.folder
        self.include_flags = [f"-I{self.out}", *(f"-isystem{path}" for path in cuda.includes)]

    def run(self, *command):
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}\n{result.stderr[-6000:]}")
        return result.stderr

    def object(self, source, visibility="hidden"):
        """Compiles it, unless that has been done with all that it is made of as it is now."""
        target = self.out / f"{source.stem}.o"
        depends, stamp = target.with_suffix(".d"), target.with_suffix(".stamp")
        if source.suffix == ".c":
            command = ["gcc", "-w", "-fno-builtin", "-fPIC"]
        else:
            # The facades call the model; of a facade only what it stands in for is seen.
            visibility = "default" if source.stem == "model" else visibility
            command = ["g++", *FLAGS, f"-fvisibility={visibility}", *self.include_flags]
        command = [*command, "-MMD", "-MF", depends, "-c", source, "-o", target]

        def digest():
            names = re.findall(r"[^\s\\]+", depends.read_text().split(":", 1)[1])
            made_of = b"".join(Path(name).read_bytes() for name in names if Path(name).exists())
            return hashlib.sha256(made_of + f"{command} {self.cuda.version}".encode()).hexdigest()

        if not (target.exists() and depends.exists() and stamp.exists() and stamp.read_text() == digest()):
            said = self.run(*command)
            if said:
                print(said, file=sys.stderr)
            stamp.write_text(digest())
        return target

    def link(self, target, objects, *flags):
        newest = max(path.stat().st_mtime for path in objects)
        if not target.exists() or target.stat().st_mtime < newest:
            part = target.with_suffix(".part")
            self.run("g++", "-shared", "-o", part, *objects, f"-Wl,-soname,{target.name}", "-Wl,-rpath,$ORIGIN", *flags)
            part.rename(target)
        return target

    def sources(self, facade):
        return [self.out / f"{facade.name}.cpp", self.out / f"{facade.name}_rest.c"]

    def crt(self):
        if self.cuda.header("crt/host_defines.h") is None:
            (self.out / "crt").mkdir(exist_ok=True)
            generate.write_if_changed(self.out / "crt/host_defines.h", "#pragma once\n" + CRT)

    def generate(self):
        self.crt()
        parts = sorted((HERE / "model").glob("*.cpp"))
        generate.write_if_changed(self.out / "model.cpp", "".join(
            f'#include "{path.relative_to(ROOT)}"\n' for path in parts))
        generate.versions_header(self.cuda.cupti, self.out)
        generate.entries_header(self.include_flags, self.out)
        for facade in self.cuda.facades():
            library = self.cuda.library(facade.library.format(self.cuda.major))
            generate.facade_sources(facade, self.include_flags, self.cuda.cupti, library, self.out)

    def build(self):
        self.out.mkdir(parents=True, exist_ok=True)
        with (self.out / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two tests may want the same
            self.generate()
            model, program = self.out / "model.cpp", HERE / "program.cpp"
            facades = self.cuda.facades()
            sources = [model, program, *(path for facade in facades for path in self.sources(facade))]
            with concurrent.futures.ThreadPoolExecutor(min(os.cpu_count(), 8)) as pool:
                # The longest first, so that no core waits for them at the end.
                order = sorted(sources, key=lambda path: -path.stat().st_size)
                objects = dict(zip(order, pool.map(self.object, order)))
            played = self.link(self.out / "libplayed.so", [objects[model]], "-lpthread", "-ldl")
            for facade in facades:
                self.link_facade(facade, [objects[path] for path in self.sources(facade)], played)
            self.link_program(objects[program])
        return self

    def link_program(self, compiled):
        target = self.out / "program"
        libraries = [self.out / generate.FACADES[name].library.format(self.cuda.major) for name in ("cudart", "cuda", "cupti")]
        if not target.exists() or target.stat().st_mtime < compiled.stat().st_mtime:
            self.run("g++", "-o", target, compiled, *libraries, f"-Wl,-rpath-link,{self.out}", "-ldl")

    def program(self, name, *libraries):
        """A program of this folder that needs no facade, built."""
        self.out.mkdir(parents=True, exist_ok=True)
        with (self.out / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            compiled, target = self.object(HERE / f"{name}.cpp"), self.out / name
            if not target.exists() or target.stat().st_mtime < compiled.stat().st_mtime:
                self.run("g++", "-o", target, compiled, *libraries)
        return target

    def record_sizes(self):
        """The program that says how long records are, of a CUDA of which there may be nothing but headers."""
        self.out.mkdir(parents=True, exist_ok=True)
        with (self.out / "headers.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.crt()
            generate.versions_header(self.cuda.cupti, self.out)
        return self.program("record_sizes")

    def cuda_program(self, name):
        """The same of one that uses the runtime and the driver."""
        libraries = [self.out / generate.FACADES[facade].library.format(self.cuda.major) for facade in ("cudart", "cuda")]
        return self.program(name, *libraries, f"-Wl,-rpath-link,{self.out}", "-ldl")

    def client(self, name):
        """A library of this folder that uses CUPTI, built."""
        with (self.out / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return self.link(self.out / f"lib{name}.so", [self.object(HERE / f"{name}.cpp", "default")],
                             self.out / generate.FACADES["cupti"].library.format(self.cuda.major), f"-Wl,-rpath-link,{self.out}")

    def extension(self, name):
        """A module of Python in C++ of this folder, built for the Python of these wheels; the folder that it is in."""
        code = "import sysconfig; print(sysconfig.get_path('include'))"
        include = subprocess.run([self.cuda.python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        with (self.out / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.include_flags.append(f"-isystem{include}")
            self.link(self.out / f"{name}.so", [self.object(HERE / f"{name}.cpp")],
                      self.out / generate.FACADES["cuda"].library, f"-Wl,-rpath-link,{self.out}")
        return self.out

    def link_facade(self, facade, objects, played):
        name = facade.library.format(self.cuda.major)
        script = self.out / f"{facade.name}.map"
        generate.write_if_changed(script, f"{name if facade.versioned else ''} {{ global: *; }};\n")
        others = [self.out / generate.FACADES[other].library.format(self.cuda.major) for other in facade.needs]
        self.link(self.out / name, objects, f"-Wl,--version-script,{script}", "-Wl,--no-undefined", *others, played, "-lpthread", "-ldl")


def environment(cuda, without=()):
    """What a program's environment needs to run on it. `without`: facades that it shall not find; "cuda" is the driver.

    Wheels find their libraries by a path of their own, which comes before LD_LIBRARY_PATH; a preloaded library of the same
    name comes before both. LD_LIBRARY_PATH is for those who look for files, as Triton does."""
    names = [facade.library.format(cuda.major) for facade in cuda.facades() if facade.name not in without]
    folder = cuda.folder
    if without:
        folder = cuda.folder / f"without-{'-'.join(sorted(without))}"
        folder.mkdir(exist_ok=True)
        for name in names:
            with contextlib.suppress(FileExistsError):
                (folder / name).symlink_to(cuda.folder / name)
    before = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_PRELOAD": ":".join(str(cuda.folder / name) for name in names),
            "LD_LIBRARY_PATH": f"{folder}{':' + before if before else ''}",
            "PLAYED_NO_DRIVER": str(int("cuda" in without)),
            # cuDNN's graphs are not played; torch has a way without them.
            "TORCH_CUDNN_V8_API_DISABLED": "1", "TORCH_CUDNN_SDPA_DEPRIORITIZED": "1"}


def main(arguments):
    found = [cuda for cuda in installed() if not arguments or cuda.name.startswith(arguments[0])]
    if not found:
        sys.exit("No CUDA of that name with headers is here; ./test torch 2.15.0 installs one.")
    for cuda in found if not arguments else found[:1]:
        Builder(cuda).build()
        print(cuda.name, cuda.folder, file=sys.stderr)
    if len(arguments) > 1:
        os.execvpe(arguments[1], arguments[1:], os.environ | environment(found[0]))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(sys.argv[1:])
