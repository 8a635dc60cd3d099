#include "model/io/joining/PlaceKinds.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace lanes {

namespace {

constexpr std::string_view kGpuLabel = "GPU ";

// Does a device run what stands on this track? Host tracks have host slices throughout; a look at the start settles it.
bool isStream(const Segment& segment) {
    constexpr std::size_t kLook = 64;
    const auto look = segment.kind.first(std::min(segment.kind.size(), kLook));
    return !look.empty() && std::ranges::all_of(look, runsOnDevice);
}

std::int32_t deviceNumber(const Process& process) {
    std::string_view text = process.label;
    text = text.starts_with(kGpuLabel) ? text.substr(kGpuLabel.size()) : std::string_view(process.key);
    std::int32_t number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

void findPlaceKinds(const std::vector<std::shared_ptr<const Segment>>& segments,
                    std::vector<Process>& processes, std::vector<Track>& tracks) {
    enum class Work : std::uint8_t { None, Device, Host };
    std::vector<Work> work(processes.size(), Work::None);
    for (const auto& segment : segments) {
        Track& track = tracks[segment->track.value];
        Work& known = work[track.process.value];
        if (isStream(*segment)) {
            track.kind = Track::Kind::Stream;
            known = std::max(known, Work::Device);
        } else {
            known = Work::Host;
        }
    }
    for (std::size_t i = 0; i < processes.size(); ++i) {
        Process& process = processes[i];
        if (work[i] == Work::Device || process.label.starts_with(kGpuLabel)) {
            process.kind = Process::Kind::Device;
            process.deviceIndex = deviceNumber(process);
        } else if (work[i] == Work::Host) {
            process.kind = Process::Kind::Host;
        }
    }
}

} // namespace lanes
