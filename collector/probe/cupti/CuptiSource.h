// The source of device records: the work of GPUs and the calls that start it, through NVIDIA's CUPTI. CUPTI is not
// called before CUDA's driver has been initialised in this process. A process that uses no GPU is therefore not
// affected.
#pragma once

#include "collector/probe/RecordSource.h"

#include <string_view>

namespace lanes::probe::cupti {

// Called when the CUDA driver is initialised, by the driver (InitializeInjection) or by torch; it takes effect once
// per process. Starts the recording if it is wanted and possible; if not, the process's reasons say why. Any thread,
// with or without the interpreter's lock, never from a callback of CUPTI.
void cudaIsReady();

// Sets the program's name for a stream of CUDA's driver or runtime. Does nothing if devices are not recorded. Any
// thread, never from a callback of CUPTI.
void nameStream(void* stream, std::string_view name);
// Sets the library folders of NVIDIA's Python packages, divided by colons; libcupti may be in one of them. Any
// thread.
void useNvidiaFolders(std::string_view folders);

} // namespace lanes::probe::cupti

namespace lanes::probe {

// Starting only watches for other clients of CUPTI.
extern const RecordSource kDeviceSource;

} // namespace lanes::probe
