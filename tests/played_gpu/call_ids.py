"""Numbers of CUDA's functions: those in the probe's own tables, and what a CUDA's headers say of them."""
import re

import build

TABLES = (build.ROOT / "collector/probe/cupti/CallIds.h").read_text()
WORKS = r"(__)?cu(da|64)?(Launch(?!HostFunc)|GraphLaunch|Mem(cpy|set))"
# What is recorded of the driver, and what is not of the runtime.
SHOWN = (r"cu(64)?(Launch|Mem(cpy|set|Alloc|Free|Host(Alloc|Register|Unregister)|"
         r"Address(Reserve|Free)|Create|Release|Map|Unmap|SetAccess|Pool(Create|Destroy|TrimTo)|Prefetch|Advise|Discard|BatchDecompress)|"
         r"Multicast(Create|AddDevice|Bind|Unbind)|Ctx(Synchronize|(Record|Wait)Event)|Stream(Create|Destroy|Synchronize|Query|Wait|Write|BatchMemOp|AddCallback|AttachMem|BeginCapture|EndCapture|BeginRecapture)|"
         r"Event(Record|Query|Synchronize|ElapsedTime)|(Signal|Wait)ExternalSemaphores|Graph(Create|Clone|Destroy|Add|Instantiate|Launch|Upload|Exec(?!Get)|.*SetParams|.*SetEnabled|RemoveDependencies)|(Module|Library)(Load|Unload)|Link(Create|Add|Complete|Destroy))")
NOISE = (r"cuda((Peek|Get)(AtLast|Last|)Error(?!s)|GetError(String|Name)|[GS]etDevice_|GetDevice(Count|Flags)|Event(Create|Destroy)|DeviceGet|DeviceCanAccessPeer|PointerGetAttributes|"
         r"FuncGet(Name|Param)|GetFuncBySymbol|GetSymbol|Occupancy|Stream(IsCapturing|Get)|ThreadExchangeStreamCaptureMode|GetDriverEntryPoint|(Driver|Runtime)GetVersion|MemPoolGet(Attribute|Access))|__cuda(?!Launch)")


def is_shown(name):
    """Whether calls of that name, of the runtime or the driver, are recorded."""
    return not re.match(NOISE, name) if re.match(r"(__)?cuda", name) else bool(re.match(SHOWN, name))


MOST = int(re.search(r"kFunctions = (\d+)", TABLES)[1])


def of_table(table):
    inside = re.search(rf"{table}\[\] = \{{(.*?)\}};", TABLES, re.S)[1]
    return {number for first, last in re.findall(r"\{(\d+), (\d+)\}", inside) for number in range(int(first), int(last) + 1)}


def of_header(cuda, domain):
    """Number -> name, of functions that there still are: numbers of others stay reserved."""
    header = (cuda.cupti / f"cupti_{domain.lower()}_cbid.h").read_text()
    found = {int(number): name for name, number in re.findall(r"TRACE_CBID_(\w+)\s*=\s*(\d+)", header)}
    return {number: name for number, name in found.items() if not re.fullmatch(r"INVALID|SIZE|FORCE_INT|(cuda|reserved)\d+", name)}
