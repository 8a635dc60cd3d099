// The processes and tracks of an imported file, by their names in the file.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/Track.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes {

class PlaceTable {
public:
    // Track number `key` of process `process`; made if it is new. None if there are `most` others. O(log tracks).
    TrackId track(const std::string& process, const std::string& key, Track::Kind kind,
                  std::size_t most = SIZE_MAX) {
        std::tuple name(process, kind == Track::Kind::Async, key);
        if (const auto known = numbers_.find(name); known != numbers_.end()) {
            return known->second;
        }
        if (tracks_.size() >= most) {
            return {};
        }
        const auto [number, fresh] =
            processNumbers_.try_emplace(process, static_cast<std::uint32_t>(processes_.size()));
        if (fresh) {
            processes_.push_back({.key = process, .kind = Process::Kind::Other});
        }
        const TrackId made(static_cast<std::uint32_t>(tracks_.size()));
        tracks_.push_back({.process = ProcessId(number->second), .key = key, .kind = kind});
        return numbers_.emplace(std::move(name), made).first->second;
    }

    [[nodiscard]] std::vector<Process>& processes() { return processes_; }
    [[nodiscard]] const std::vector<Process>& processes() const { return processes_; }
    [[nodiscard]] std::vector<Track>& tracks() { return tracks_; }
    [[nodiscard]] const std::vector<Track>& tracks() const { return tracks_; }

private:
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    std::map<std::string, std::uint32_t> processNumbers_;
    std::map<std::tuple<std::string, bool, std::string>, TrackId> numbers_; // asynchronous ones apart
};

} // namespace lanes
