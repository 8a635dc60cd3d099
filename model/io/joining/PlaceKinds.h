// Tells threads from streams and hosts from devices, which a trace numbers alike.
#pragma once

#include "model/trace/Segment.h"
#include "model/trace/Track.h"

#include <memory>
#include <vector>

namespace lanes {

// By what runs there, and by the labels ("CPU", "GPU 0") that the file gives. O(slices of the first kinds on a track).
void findPlaceKinds(const std::vector<std::shared_ptr<const Segment>>& segments,
                    std::vector<Process>& processes, std::vector<Track>& tracks);

} // namespace lanes
