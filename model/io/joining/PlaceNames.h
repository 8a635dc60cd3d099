// What metadata events (M) say about the process and the track that they stand on.
#pragma once

#include "model/trace/Track.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lanes {

// Where the event's arguments are found. Absent ones are empty or 0.
struct MetadataArgs {
    std::function<std::string(std::string_view key)> text;
    std::function<std::int64_t(std::string_view key)> integer;
};

// `what` is the event's name; one that names nothing changes nothing.
void applyMetadata(std::string_view what, const MetadataArgs& args, Process& process, Track& track);

} // namespace lanes
