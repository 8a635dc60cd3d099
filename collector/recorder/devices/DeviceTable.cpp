#include "collector/recorder/devices/DeviceTable.h"

#include <algorithm>

namespace lanes::recorder {

namespace {

// Kineto's numbers: devices stand below all processes, and waits for a stream on a track of their own.
constexpr std::int64_t kFirstSortIndex = 5'000'000;
constexpr std::uint64_t kWaits = 1'000'000;
constexpr std::uint32_t kNoStream = 0xffffffff;
// A program may name what it likes, as often as it likes.
constexpr std::size_t kMostNames = 1u << 16;
constexpr std::size_t kMostStreamsSaid = 64; // among the session's properties
constexpr std::uint32_t kNonBlocking = 2;    // ring::StreamFacts::flag
constexpr std::uint32_t kDefault = 3;

} // namespace

std::string DeviceTable::freeKey(std::uint32_t index) const {
    const std::string key = "GPU " + std::to_string(index);
    std::size_t same = 0;
    for (const auto& [identity, entry] : devices_) {
        same += std::get<std::uint32_t>(identity) == index ? 1 : 0;
    }
    return same == 0 ? key : key + "." + std::to_string(same + 1);
}

ProcessId DeviceTable::device(const DeviceUser& user, const DeviceModel& model) {
    std::uint32_t index = model.index;
    const auto isIt = [&](const auto& known) { return std::get<0>(known.first) == model.uuid; };
    if (const auto known = std::ranges::find_if(devices_, isIt);
        !model.uuid.empty() && known != devices_.end()) {
        index = std::get<std::uint32_t>(known->first); // another process's number
    }
    const Identity identity{model.uuid, model.uuid.empty() ? user.rank : -1, index};
    auto known = devices_.find(identity);
    if (known == devices_.end()) {
        Process process{.key = freeKey(index),
                        .label = "GPU " + std::to_string(index),
                        .kind = Process::Kind::Device,
                        .sortIndex = kFirstSortIndex + index,
                        .deviceIndex = static_cast<std::int32_t>(std::min(index, 0x7fffffffu)),
                        .rank = user.rank,
                        .deviceUuid = model.uuid};
        known = devices_.emplace(identity, Entry{writer_.addProcess(process), user.rank, {}}).first;
    } else if (known->second.rank != user.rank && known->second.rank >= 0) {
        known->second.rank = -1; // of several
        Process process = writer_.process(known->second.process);
        process.rank = -1;
        writer_.setProcess(known->second.process, std::move(process));
    }
    if (!model.properties.empty()) {
        known->second.properties = model.properties;
    }
    return known->second.process;
}

ProcessId DeviceTable::find(std::string_view uuid) const {
    const auto known =
        std::ranges::find_if(devices_, [&](const auto& device) { return std::get<0>(device.first) == uuid; });
    return known != devices_.end() ? known->second.process : ProcessId();
}

std::uint64_t DeviceTable::numberOf(const Place& place) {
    std::vector<Place>& places = places_[std::get<0>(place)];
    const auto known = std::ranges::find(places, place);
    const auto number = static_cast<std::uint64_t>(known - places.begin());
    if (known == places.end()) {
        places.push_back(place);
    }
    return number;
}

void DeviceTable::nameStream(ProcessId device, const DeviceUser& user, std::uint32_t context,
                             std::uint32_t stream, StringId name) {
    const Place place{device, user.process, context};
    if (names_.size() >= kMostNames && !names_.contains({place, stream})) {
        return;
    }
    names_[{place, stream}] = name;
    renameStream(place, user, stream);
}

void DeviceTable::setStream(ProcessId device, const DeviceUser& user, std::uint32_t context,
                            std::uint32_t stream, const StreamSetting& setting) {
    const Place place{device, user.process, context};
    if (settings_.size() < kMostNames) {
        settings_[{place, stream}] = setting;
        renameStream(place, user, stream);
    }
}

bool DeviceTable::hasRow(const Place& place, std::uint32_t stream) const {
    const ProcessId device = std::get<0>(place);
    const auto places = places_.find(device);
    if (places == places_.end()) {
        return false;
    }
    const auto known = std::ranges::find(places->second, place);
    const auto number = static_cast<std::uint64_t>(known - places->second.begin());
    return known != places->second.end() && tracks_.has({Track::Kind::Stream, device, number << 33 | stream});
}

void DeviceTable::renameStream(const Place& place, const DeviceUser& user, std::uint32_t stream) {
    if (hasRow(place, stream)) { // else it is made with the first thing that runs there
        this->stream(std::get<0>(place), user, std::get<2>(place), stream, Lane::Work);
    }
}

TrackId DeviceTable::stream(ProcessId device, const DeviceUser& user, std::uint32_t context,
                            std::uint32_t stream, Lane lane) {
    const Place place{device, user.process, context};
    const std::uint64_t number = numberOf(place);
    // Kineto has but one process and context, and -1 for the waits that are for no stream.
    const bool waits = lane == Lane::Waits;
    std::string name =
        stream == kNoStream ? "Waits" : "stream " + std::to_string(stream) + (waits ? " (sync)" : "");
    const Place& first = places_[device].front();
    if (std::get<1>(first) != user.process) {
        name += " of process " + user.key;
    } else if (number > 0) {
        name += " of context " + std::to_string(context);
    }
    if (const auto set = settings_.find({place, stream});
        !waits && set != settings_.end() && set->second.priority != 0) {
        name += ", priority " + std::to_string(set->second.priority);
    }
    if (const auto named = names_.find({place, stream}); !waits && named != names_.end()) {
        name = std::string(writer_.text(named->second)) + " (" + name + ")";
    }
    const std::uint64_t inPlace =
        stream == kNoStream ? (number == 0 ? ~std::uint64_t{0} : kNoStream) : stream + (waits ? kWaits : 0);
    const auto sortIndex =
        static_cast<std::int64_t>(number << 33 | std::uint64_t{stream} << 1 | (waits ? 1 : 0));
    return tracks_.track({Track::Kind::Stream, device, number << 33 | inPlace}, name, sortIndex);
}

TrackId DeviceTable::overhead(const DeviceUser& user) {
    if (!overheads_.valid()) {
        overheads_ = writer_.addProcess({.key = "-1", .name = "profiler", .kind = Process::Kind::Other});
    }
    return tracks_.track({Track::Kind::Other, overheads_, user.process.value}, "process " + user.key, 0);
}

std::string DeviceTable::streamsText() const {
    std::string text;
    std::size_t said = 0;
    for (const auto& [key, setting] : settings_) {
        const auto& [place, stream] = key;
        if (!hasRow(place, stream)) {
            continue; // torch makes more than a hundred at once
        }
        if (said++ == kMostStreamsSaid) {
            return text + "; ...";
        }
        text += (text.empty() ? "" : "; ") + writer_.process(std::get<0>(place)).key + " stream " +
                std::to_string(stream) + ": priority " + std::to_string(setting.priority);
        text += setting.flag == kNonBlocking ? ", waits for no default stream"
                : setting.flag == kDefault   ? ", the default stream"
                                             : "";
    }
    return text;
}

std::vector<std::pair<std::string, std::string>> DeviceTable::properties() const {
    std::map<std::string, std::string> byKey;
    for (const auto& [identity, device] : devices_) {
        if (!device.properties.empty()) {
            std::string& list =
                byKey[device.rank < 0 ? "deviceProperties"
                                      : "deviceProperties.rank" + std::to_string(device.rank)];
            list += (list.empty() ? "[" : ", ") + device.properties;
        }
    }
    std::vector<std::pair<std::string, std::string>> properties;
    properties.reserve(byKey.size() + 1);
    for (const auto& [key, list] : byKey) {
        properties.emplace_back(key, list + "]");
    }
    if (const std::string streams = streamsText(); !streams.empty()) {
        properties.emplace_back("streams", streams);
    }
    return properties;
}

} // namespace lanes::recorder
