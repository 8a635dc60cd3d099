// What an export has beside calls and device work: counters of the devices, memory, scheduling, samples and its own notes.
#pragma once

#include "model/io/nsys/NsysCalls.h"
#include "model/io/nsys/NsysPlaces.h"

namespace lanes::nsys {

void readMetrics(NsysFile& file, NsysPlaces& places);
// Allocations that CUDA made for the program (CUDA_GPU_MEMORY_USAGE_EVENTS).
void readMemory(NsysFile& file, NsysPlaces& places);
// When threads ran on a CPU, as states below them.
void readScheduling(NsysFile& file, NsysPlaces& places);
// Sampled call stacks, as calls below the thread: samples that follow each other share the frames that they have in common.
void readSamples(NsysFile& file, NsysPlaces& places);
// What Nsight Systems says of the recording, for the data quality view.
void readNotes(NsysFile& file);

} // namespace lanes::nsys
