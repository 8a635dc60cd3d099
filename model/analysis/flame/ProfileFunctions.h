// The functions of a profile, each with what all of its calls took.
#pragma once

#include "model/trace/Profile.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

struct ProfileFunction {
    StringId name;
    std::vector<std::int64_t> self; // by metric
    std::int64_t total = 0; // of the main metric, with what it called; of recursive calls the outermost one's
    std::optional<std::int64_t> callers; // how many functions call it, where the file says so
    std::vector<StringId> devices;       // in the order in which the file has them
};

// As the file has them, or summed over the paths. Threads and the like are none. Nothing if asked to stop. O(nodes x metrics).
[[nodiscard]] std::optional<std::vector<ProfileFunction>> functionsOf(const Profile& profile,
                                                                      const std::stop_token& stop = {});

} // namespace lanes
