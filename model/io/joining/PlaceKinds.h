// Tells threads from streams and hosts from devices, which a trace numbers alike, and puts a stream's waits beside it.
#pragma once

#include "model/trace/Trace.h"
#include "model/trace/Track.h"
#include "model/trace/slices/Segment.h"

#include <memory>
#include <vector>

namespace lanes {

// Suffix of the two processes of torch's EventList.export_chrome_trace: "CPU functions" and "CUDA functions".
inline constexpr std::string_view kFunctionsOf = " functions";

// Uses the events on a track, and the labels ("CPU", "GPU 0") of the file. A program's work outranks a label: Kineto
// labels the processes 0 to 15 as devices, even if one of them is the program. O(slices of the first kinds on a track).
void findPlaceKinds(const Segments& segments, std::vector<Process>& processes, std::vector<Track>& tracks);

// Kineto numbers a device's process by the device, which may also be the pid of the host's. Streams whose work names the
// device of that number get a process of their own, "GPU 3". Threads that share the number with device work stay as they
// are. To be called after findPlaceKinds(). O(tracks).
void splitDevices(TraceData& data);

// Torch writes the waits for a stream on a separate thread, numbered 1,000,000 above the stream and named "stream 7
// (sync)". Sort indices for the tracks of such a process put the waits right below their stream.
void placeStreamSyncs(std::vector<Track>& tracks);

} // namespace lanes
