// Reads the rest of an export: counters of the devices, memory, scheduling, samples, and the notes of Nsight Systems.
#pragma once

#include "model/io/nsys/NsysCalls.h"
#include "model/io/nsys/NsysPlaces.h"

namespace lanes::nsys {

void readMetrics(NsysFile& file, NsysPlaces& places);
// Allocations that CUDA made for the program (CUDA_GPU_MEMORY_USAGE_EVENTS).
void readMemory(NsysFile& file, NsysPlaces& places);
// Times when threads ran on a CPU, as states below them.
void readScheduling(NsysFile& file, NsysPlaces& places);
// Sampled call stacks, as calls below the thread: successive samples share their common frames.
void readSamples(NsysFile& file, NsysPlaces& places);
// Notes of Nsight Systems about the recording, for the data quality view.
void readNotes(NsysFile& file);

} // namespace lanes::nsys
