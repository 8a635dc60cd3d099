// Tells threads from streams and hosts from devices, which a trace numbers alike, and puts a stream's waits beside it.
#pragma once

#include "model/trace/Trace.h"
#include "model/trace/Track.h"
#include "model/trace/slices/Segment.h"

#include <memory>
#include <vector>

namespace lanes {

// How torch's EventList.export_chrome_trace calls its two processes: "CPU functions" and "CUDA functions".
inline constexpr std::string_view kFunctionsOf = " functions";

// By what runs there, and by the labels ("CPU", "GPU 0") that the file gives. A program's work says more than a label: Kineto
// labels the processes 0 to 15 as devices, also where one of them is the program. O(slices of the first kinds on a track).
void findPlaceKinds(const Segments& segments, std::vector<Process>& processes, std::vector<Track>& tracks);

// Kineto numbers a device's process by the device, which may be the pid of the host's, too: streams whose work says that it
// is of the device of that number get a process of their own, "GPU 3". Threads that work of the device shares stay as they
// are. After findPlaceKinds(). O(tracks).
void splitDevices(TraceData& data);

// torch writes the waits for a stream on a thread of their own, numbered 1,000,000 above the stream and named
// "stream 7 (sync)". They belong to the stream: the tracks of such a process get sort indices that put them right below it.
void placeStreamSyncs(std::vector<Track>& tracks);

} // namespace lanes
