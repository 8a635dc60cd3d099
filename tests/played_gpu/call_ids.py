"""Numbers of CUDA's functions: those in the probe's own tables, and what a CUDA's headers say of them."""
import re

import build

TABLES = (build.ROOT / "collector/probe/cupti/CallIds.h").read_text()
WORKS = r"(__)?cu(da|64)?(Launch(?!HostFunc)|GraphLaunch|Mem(cpy|set))"
# What says nothing of a program and is called all the time.
NOISE = (r"cuda(GetLastError|[GS]etDevice_|Event(Create|Destroy))|__cuda(P(ush|op)CallConfiguration|GetKernel)|"
         r"cuDeviceGet(Count|Name|Attribute)?$|cuCtx(Push|Pop|Get|Set)(Current|Device)|cuGet(Error|ProcAddress)|"
         r"cuDevicePrimaryCtxGetState|cuStreamGetCtx$")
MOST = int(re.search(r"kFunctions = (\d+)", TABLES)[1])


def of_table(table):
    inside = re.search(rf"{table}\[\] = \{{(.*?)\}};", TABLES, re.S)[1]
    return {number for first, last in re.findall(r"\{(\d+), (\d+)\}", inside) for number in range(int(first), int(last) + 1)}


def of_header(cuda, domain):
    """Number -> name, of functions that there still are: numbers of others stay reserved."""
    header = (cuda.cupti / f"cupti_{domain.lower()}_cbid.h").read_text()
    found = {int(number): name for name, number in re.findall(r"TRACE_CBID_(\w+)\s*=\s*(\d+)", header)}
    return {number: name for number, name in found.items() if not re.fullmatch(r"INVALID|SIZE|FORCE_INT|(cuda|reserved)\d+", name)}
