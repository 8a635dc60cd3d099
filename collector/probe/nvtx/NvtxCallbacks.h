// The entry by which NVTX loads a tool. NVTX is compiled into libraries; at its first call in each, it loads the
// library that NVTX_INJECTION64_PATH names. It passes that library tables of functions to fill.
#pragma once

#include "collector/probe/nvtx/NvtxLayout.h"

namespace lanes::probe::nvtx {

// Fills the tables of one NVTX for a process that has joined a session; calls are recorded from now on. Returns
// false, and changes nothing, for an unknown table. Any thread; several may call it at once.
[[nodiscard]] bool attach(GetExportTable table);

} // namespace lanes::probe::nvtx
