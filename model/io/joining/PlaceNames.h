// Reads metadata events (M) about the process and the track that they are on.
#pragma once

#include "model/trace/Track.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lanes {

// Reads the event's arguments. Absent ones are empty or 0.
struct MetadataArgs {
    std::function<std::string(std::string_view key)> text;
    std::function<std::int64_t(std::string_view key)> integer;
};

// `what` is the event's name; names of other metadata change nothing.
void applyMetadata(std::string_view what, const MetadataArgs& args, Process& process, Track& track);

} // namespace lanes
