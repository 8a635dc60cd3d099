// What GPUs do and the calls that make them, through NVIDIA's CUPTI. Nothing of it is called before CUDA's driver has been
// initialised in this process: one that does not use a GPU does not notice.
#pragma once

#include "collector/probe/RecordSource.h"

#include <string_view>

namespace lanes::probe::cupti {

// Recording begins if it is wanted and possible; if not, the process's reasons say why. Once in a process: the driver says so
// (InitializeInjection), or torch. Any thread, with or without the interpreter's lock, never from a callback of CUPTI.
void cudaIsReady();

// What the program calls a stream of CUDA's driver or runtime. Does nothing where devices are not recorded. Any thread, never
// from a callback of CUPTI.
void nameStream(void* stream, std::string_view name);
// Folders in which Python's packages of NVIDIA have libraries, libcupti among them, divided by colons. Any thread.
void useNvidiaFolders(std::string_view folders);

} // namespace lanes::probe::cupti

namespace lanes::probe {

// Starting only looks out for others who use CUPTI.
extern const RecordSource kDeviceSource;

} // namespace lanes::probe
