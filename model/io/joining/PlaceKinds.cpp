#include "model/io/joining/PlaceKinds.h"

#include "model/trace/RecordingKey.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

constexpr std::string_view kGpuLabel = "GPU ";
constexpr std::string_view kCpuLabel = "CPU";

// Does a device run what stands on this track? Host tracks have host slices throughout; a look at the start settles it.
bool isStream(const Segment& segment) {
    constexpr std::size_t kLook = 64;
    const auto look = segment.kind.first(std::min(segment.kind.size(), kLook));
    return !look.empty() && std::ranges::all_of(look, runsOnDevice);
}

// Does a program run what stands on this track? Kineto puts some Python functions into the process of a device.
bool isOfProgram(const Segment& segment) {
    constexpr std::size_t kLook = 64;
    const auto look = segment.kind.first(std::min(segment.kind.size(), kLook));
    return std::ranges::any_of(
        look, [](EventKind kind) { return kind == EventKind::Operator || kind == EventKind::Runtime; });
}

std::int32_t deviceNumber(const Process& process) {
    std::string_view text = process.label;
    text = text.starts_with(kGpuLabel) ? text.substr(kGpuLabel.size()) : std::string_view(process.key);
    std::int32_t number = text.ends_with(kFunctionsOf) ? 0 : -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// The key of the stream whose waits stand on a track; empty: it is a track like others.
std::string awaitedStream(const Track& track) {
    constexpr std::int64_t kAbove = 1'000'000;
    std::int64_t number = 0;
    const char* end = track.key.data() + track.key.size();
    const auto [after, error] = std::from_chars(track.key.data(), end, number);
    if (error != std::errc() || after != end || number < kAbove) {
        return {};
    }
    std::string stream = std::to_string(number - kAbove);
    return track.name.starts_with("stream " + stream + " (sync)") ? stream : std::string();
}

// Streams, by the process of host and device that they stand in.
std::map<std::uint32_t, std::vector<std::uint32_t>> streamsOfHosts(const TraceData& data) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> streams;
    ArgReader device(data.args, data.strings, "device", ArgReader::Level::Args);
    std::vector<bool> known(data.tracks.size());
    for (const auto& segment : data.segments) {
        const Track& track = data.tracks[segment->track.value];
        const Process& process = data.processes[track.process.value];
        if (known[segment->track.value] || track.kind != Track::Kind::Stream ||
            process.kind != Process::Kind::Host || segment->size() == 0) {
            continue;
        }
        known[segment->track.value] = true;
        const std::int64_t number =
            integerOf(device.value(segment->layout[0], segment->row[0]), data.strings, -1);
        if (std::to_string(number) == process.key) {
            streams[track.process.value].push_back(segment->track.value);
        }
    }
    return streams;
}

} // namespace

void splitDevices(TraceData& data) {
    for (const auto& [host, streams] : streamsOfHosts(data)) {
        Process device = data.processes[host];
        device.label = std::string(kGpuLabel) + device.key;
        device.key = device.label; // the number is taken
        device.name.clear();
        device.kind = Process::Kind::Device;
        device.deviceIndex = deviceNumber(device);
        const ProcessId own(static_cast<std::uint32_t>(data.processes.size()));
        data.processes.push_back(std::move(device));
        for (const std::uint32_t stream : streams) {
            data.tracks[stream].process = own;
        }
    }
}

void placeStreamSyncs(std::vector<Track>& tracks) {
    using Place = std::pair<std::uint32_t, std::string>; // process and key
    std::map<Place, std::uint32_t> waits;                // by the stream that they are for
    std::set<std::uint32_t> processes;                   // that have any
    for (std::uint32_t t = 0; t < tracks.size(); ++t) {
        if (std::string stream = awaitedStream(tracks[t]); !stream.empty()) {
            waits.emplace(Place(tracks[t].process.value, std::move(stream)), t);
            processes.insert(tracks[t].process.value);
        }
    }
    std::vector<std::uint32_t> order; // of the tracks in question
    std::set<std::uint32_t> follow;   // a stream
    for (std::uint32_t t = 0; t < tracks.size(); ++t) {
        if (processes.contains(tracks[t].process.value)) {
            order.push_back(t);
            const auto wait = waits.find(Place(tracks[t].process.value, tracks[t].key));
            if (wait != waits.end()) {
                follow.insert(wait->second);
            }
        }
    }
    std::ranges::stable_sort(order, {}, [&](std::uint32_t t) { return tracks[t].sortIndex; });
    std::int64_t next = 0;
    for (const std::uint32_t t : order) {
        if (follow.contains(t)) {
            continue;
        }
        tracks[t].sortIndex = next++;
        if (const auto wait = waits.find(Place(tracks[t].process.value, tracks[t].key));
            wait != waits.end()) {
            tracks[wait->second].sortIndex = next++;
        }
    }
}

void findPlaceKinds(const Segments& segments, std::vector<Process>& processes, std::vector<Track>& tracks) {
    enum class Work : std::uint8_t { None, Device, Host, Program };
    std::vector<Work> work(processes.size(), Work::None);
    for (const auto& segment : segments) {
        Track& track = tracks[segment->track.value];
        Work& known = work[track.process.value];
        if (isStream(*segment)) {
            track.kind = Track::Kind::Stream;
            known = std::max(known, Work::Device);
        } else {
            known = std::max(known, isOfProgram(*segment) ? Work::Program : Work::Host);
        }
    }
    for (std::size_t i = 0; i < processes.size(); ++i) {
        Process& process = processes[i];
        const bool labelled = process.label.starts_with(kGpuLabel);
        if (process.key == kRecordingKey) {
            process.kind = Process::Kind::Other; // what a recording tells of itself is nobody's work
        } else if (work[i] == Work::Device || (labelled && work[i] != Work::Program)) {
            process.kind = Process::Kind::Device;
            process.deviceIndex = deviceNumber(process);
        } else if (work[i] != Work::None) {
            process.kind = Process::Kind::Host;
            if (labelled) {
                process.label = kCpuLabel;
                std::from_chars(process.key.data(), process.key.data() + process.key.size(),
                                process.sortIndex);
            }
        }
    }
}

} // namespace lanes
