// How NVTX lets a tool in: at its first call, once in each library that it was compiled into, it loads what
// NVTX_INJECTION64_PATH names and hands it tables of functions to fill.
#pragma once

#include "collector/probe/nvtx/NvtxLayout.h"

namespace lanes::probe::nvtx {

// The process has joined a session: what is called from now on is recorded. False: the table is none that we know, and nothing
// has been changed. Any thread; several may come.
[[nodiscard]] bool attach(GetExportTable table);

} // namespace lanes::probe::nvtx
