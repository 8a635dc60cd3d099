"""Sources of the played CUDA libraries for one version of CUDA, from that version's headers and our tables.

A table has a line `function | parameters | body` for each function that is played; a line that begins with blanks goes on
with the one before. Parameters are names, of which the header says the types; a function that is in no header brings its
types, or says `void`; `...` are the rest under the header's names. A line whose function or number of parameters the header does not have is for another version. The body is a C++
expression of what its facade's header offers; `call` in it is the ApiCall, where calls are recorded.

Every other function that the header declares or the real library exports exists too and answers "not supported"."""
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEYWORDS = {"int", "char", "void", "short", "long", "unsigned", "signed", "float", "double", "const"}
LEAD = 'extern "C" __attribute__((visibility("default"))) '


@dataclass
class Facade:
    name: str  # of our files
    library: str  # of which it takes the place, {} being the major version
    header: str  # that declares its functions; "" if no package carries one
    prefix: str  # of their names
    status: str  # what they return
    refusal: int  # "not supported" in it
    recorded: str = ""  # as which kind of call a profiler sees them
    needs: tuple = ()  # other facades that it calls
    versioned: bool = True  # do its symbols carry the library's name as their version?
    sources: tuple = ()  # in facades/



FACADES = {facade.name: facade for facade in (
    Facade("cudart", "libcudart.so.{}", "cuda_runtime_api.h", "cuda", "cudaError_t", 801, "Runtime",
           sources=("cudart.cpp", "cudart_launches.cpp", "DeviceAttributes.cpp")),
    Facade("cuda", "libcuda.so.1", "cuda.h", "cu", "CUresult", 801, "Driver", versioned=False,
           sources=("cuda.cpp", "DeviceAttributes.cpp")),
    Facade("cupti", "libcupti.so.{}", "cupti.h", "cupti", "CUptiResult", 27, sources=("cupti.cpp", "ClientClock.cpp", "CuptiProfiler.cpp", "CuptiRecords.cpp")),
    Facade("nvml", "libnvidia-ml.so.1", "", "nvml", "int", 3, versioned=False, sources=("nvml.cpp",)),
    Facade("cublas", "libcublas.so.{}", "cublas_v2.h", "cublas", "cublasStatus_t", 15, needs=("cudart",), sources=("cublas.cpp", "MatrixProduct.cpp")),
    Facade("cublasLt", "libcublasLt.so.{}", "cublasLt.h", "cublasLt", "cublasStatus_t", 15,
           needs=("cudart", "cublas"), sources=("cublasLt.cpp", "MatrixProduct.cpp")),
    Facade("cudnn", "libcudnn.so.9", "cudnn.h", "cudnn", "cudnnStatus_t", 3000, needs=("cudart",), sources=("cudnn.cpp",)),
)}


@dataclass
class Function:
    name: str
    result: str
    parameters: list = field(default_factory=list)  # (text before the name, name, text after it)

    def declaration(self):
        inside = ", ".join(f"{before} {name}{after}" for before, name, after in self.parameters)
        return f"{self.result} {self.name}({inside})"

    def named(self, names):
        return Function(self.name, self.result, [(before, name or f"unused{i}", after) for i, ((before, _, after), name)
                                                 in enumerate(zip(self.parameters, names))])


@dataclass
class Row:
    name: str
    parameters: list
    brings_types: bool
    body: str
    line: int

    def fits(self, function):
        given = len(self.parameters)
        return given - 1 <= len(function.parameters) if "..." in self.parameters else given == len(function.parameters)

    def naming(self, function):
        """The function with this line's names; what is `_` gets none that a body could use."""
        names = [name if name != "_" else "" for name in self.parameters if name != "..."]
        return function.named(names + [name for _, name, _ in function.parameters[len(names):]])


def split_outside(text):
    """Split at the commas that stand in no parentheses."""
    parts, depth, start = [], 0, 0
    for i, character in enumerate(text):
        depth += (character in "(<[") - (character in ")>]")
        if character == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip() not in ("", "void")]


def parameter(text):
    """('const void *', 'func', '') of "const void *func"; also of one without a name."""
    pointer = re.fullmatch(r"(.*\(\s*\w*\s*\*\s*)(\w*)(\s*\).*)", text, re.S)
    if pointer:
        return pointer.groups()
    before, name, after = re.fullmatch(r"(.*?)(\w*)((?:\s*\[\w*\])*)", text, re.S).groups()
    if not before.strip() or name in KEYWORDS or before.strip() in ("enum", "struct"):
        return before + name, "", after
    return before, name, after


def preprocessed(include_flags, header, defines=()):
    text = f"#include <{header}>\n"
    command = ["gcc", "-E", "-P", "-w", "-x", "c", *include_flags, *[f"-D{name}" for name in defines], "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def declared(facade, include_flags):
    """The functions that the facade's header declares, by name."""
    if not facade.header:
        return {}
    # The driver's header then also declares the functions that newer ones took the place of.
    text = preprocessed(include_flags, facade.header, ["__CUDA_API_VERSION_INTERNAL"] if facade.name == "cuda" else [])
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", " ", text)
    found = {}
    pattern = rf"(?:^|[;}}])\s*(?:extern\s+)?((?:const\s+)?\w+(?:\s*\*)?)\s+({facade.prefix}[A-Z]\w*)\s*\(([^;{{}}]*)\)\s*(?=;)"
    for result, name, inside in re.findall(pattern, text):
        if result.split()[0] not in ("typedef", "return", "static"):
            parts = [parameter(" ".join(part.split())) for part in split_outside(inside)]
            found[name] = Function(name, " ".join(result.split()), parts)
    return found


def rows(path):
    joined, found = [], []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            joined[-1][1] += " " + line.strip()
        else:
            joined.append([number, line])
    for number, line in joined:
        name, inside, body = (part.strip() for part in line.split("|", 2))
        parameters = split_outside(inside)
        typed = inside == "void" or (parameters != [] and all(" " in text or "*" in text for text in parameters))
        found.append(Row(name, parameters, typed, body, number))
    return found


class Calls:
    """Callback ids and parameter structs of the functions that a profiler sees."""

    def __init__(self, facade, include):
        self.numbers, self.structs = {}, {}
        runtime = facade.recorded == "Runtime"
        ids = (include / f"cupti_{'runtime' if runtime else 'driver'}_cbid.h").read_text()
        meta = (include / f"generated_cuda{'_runtime_api' if runtime else ''}_meta.h").read_text()
        self.structs_there = set(re.findall(r"struct (\w+)_params_st", meta))
        newest = {}
        for full, number in re.findall(rf"CUPTI_{facade.recorded.upper()}_TRACE_CBID_(\w+)\s*=\s*(\d+)", ids):
            name, version = re.fullmatch(r"(\w+)_v(\d+)", full).groups() if runtime and "_v" in full else (full, 0)
            if int(version) >= newest.get(name, 0):
                newest[name] = int(version)
                self.numbers[name] = int(number)
                self.structs[name] = full if full in self.structs_there else ""
        # Its struct is in no public header; torch's own kernels come through it.
        self.structs["__cudaLaunchKernel"] = self.structs.get("cudaLaunchKernel", "")


def definition(function, row, facade, calls, table):
    """One exported function. Without a row it refuses, and where calls are recorded it is still one."""
    names = [name for _, name, _ in function.parameters]
    body = row.body if row else f'{facade.status}(notPlayed("{function.name}", {facade.refusal}))'
    place = [f'#line {row.line} "{table}"'] if row else []
    lines = [f"{LEAD}{function.declaration()} {{"]
    if calls and function.result == facade.status:
        struct = calls.structs.get(function.name) if row else ""  # what refuses has nothing to show
        kernel = "kernel" if row and "kernel" in names else "nullptr"
        if struct:
            lines.append(f"    {struct}_params recorded{{{', '.join(names)}}};")
        lines += [f"    ApiCall call(Domain::{facade.recorded}, {calls.numbers.get(function.name, 0)}, "
                  f'"{function.name}", {"&recorded" if struct else "nullptr"}, {kernel});',
                  f"    if (const {facade.status} refused = refusal(); refused != {facade.status}(0)) {{",
                  "        return call.done(refused);", "    }"]
        body = f"noted(call, {body})"
    return "\n".join([*lines, *place, f"    return {body};", "}"])


def exported(library):
    """What the real library exports, if it is there."""
    if library is None or not library.exists():
        return set()
    text = subprocess.run(["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r" [TWi] (\w+)", text))


def write_if_changed(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def facade_sources(facade, include_flags, include, real_library, out):
    """Writes OUT/<facade>.cpp and OUT/<facade>_rest.c; returns the table's lines that are for other versions."""
    table = HERE / "facades" / f"{facade.name}.table"
    functions = declared(facade, include_flags)
    calls = Calls(facade, include) if facade.recorded else None
    written, unused = {}, []
    for row in rows(table):
        own = functions.get(row.name)
        if own is None and row.brings_types:
            own = Function(row.name, facade.status, [parameter(text) for text in row.parameters])
        elif own is not None and row.fits(own):
            own = row.naming(own)
        else:
            unused.append(row.name)
            continue
        written[row.name] = definition(own, row, facade, calls, table)
    if calls:  # what is not played is still a call that a profiler sees
        for name, function in functions.items():
            if name not in written:
                names = [known or f"unused{i}" for i, (_, known, _) in enumerate(function.parameters)]
                written[name] = definition(function.named(names), None, facade, calls, table)
    # One source for all of a facade: most of a compiler's time goes into headers.
    write_if_changed(out / f"{facade.name}.cpp", "\n".join(
        [f'#include "tests/played_gpu/facades/{source}"' for source in facade.sources] +
        ["using namespace played;", *written.values()]) + "\n")
    rest = sorted((functions.keys() | exported(real_library)) - written.keys() - own_exports(facade))
    write_if_changed(out / f"{facade.name}_rest.c", "\n".join(
        ["int played_not(const char*, int);", *(f'int {name}(void) {{ return played_not("{name}", {facade.refusal}); }}'
                                                for name in rest if name.isidentifier())]) + "\n")
    return [name for name in unused if name not in written]


def own_exports(facade):
    """Functions that the facade's own sources export, because their types are in no header."""
    text = "".join((HERE / "facades" / source).read_text() for source in facade.sources)
    return set(re.findall(r"^PLAYED_EXPORT .*?(\w+)\(", text, re.M))


def versions_header(include, out):
    """The newest layout of each record in this version's headers, and the names of the callbacks."""
    text = (include / "cupti_activity.h").read_text()
    lines = ["// Generated: see tests/played_gpu/generate.py.", "#pragma once", "#include <cupti.h>",
             "namespace played {"]
    for ours, theirs in (("Kernel", "Kernel"), ("Copy", "Memcpy"), ("PeerCopy", "MemcpyPtoP"), ("Fill", "Memset"),
                         ("Synchronization", "Synchronization"), ("Event", "CudaEvent"), ("GraphTrace", "GraphTrace"),
                         ("Memory", "Memory"), ("Overhead", "Overhead"),
                         ("Jit", "Jit"), ("Pool", "MemoryPool"), ("Link", "NvLink"),
                         ("Device", "Device"), ("Context", "Context")):
        newest = max(int(number or 1) for number in re.findall(rf"\}}\s*CUpti_Activity{theirs}(\d*);", text))
        lines.append(f"using {ours}Record = CUpti_Activity{theirs}{newest if newest > 1 else ''};")
    lines.append("struct CallbackName { unsigned id; const char* name; };")
    for kind in ("runtime", "driver"):
        ids = (include / f"cupti_{kind}_cbid.h").read_text()
        pairs = re.findall(rf"CUPTI_{kind.upper()}_TRACE_CBID_(\w+)\s*=\s*(\d+)", ids)
        lines.append(f"inline constexpr CallbackName k{kind.capitalize()}Names[] = {{")
        lines += [f'    {{{number}, "{name}"}},' for name, number in pairs if name not in ("SIZE", "INVALID")]
        lines.append("};")
    write_if_changed(out / "generated_cuda_versions.h", "\n".join([*lines, "} // namespace played"]) + "\n")


def entries_header(include_flags, out):
    """Which of its versions the driver's header means by a function's plain name."""
    macros = subprocess.run(["gcc", "-E", "-dM", *include_flags, "-"], input="#include <cuda.h>\n", capture_output=True,
                            text=True, check=True).stdout
    lines = ["// Generated: see tests/played_gpu/generate.py.", "#pragma once", "namespace played {",
             "struct DriverEntry { const char *name, *means; };", "inline constexpr DriverEntry kDriverEntries[] = {"]
    pattern = r"#define (cu[A-Z]\w*) (?:(cu[A-Z]\w*)$|__CUDA_API_PT[SD]Z?S?\((\w+)\)$)"
    for name, plain, inside in re.findall(pattern, macros, re.M):
        lines.append(f'    {{"{name}", "{plain or inside}"}},')
    write_if_changed(out / "generated_cuda_entries.h", "\n".join([*lines, "};", "} // namespace played"]) + "\n")
