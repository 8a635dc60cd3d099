// The devices of a recording and their streams. A device is one, whatever processes use it and by whatever number; each of
// them, and each of its contexts, has streams of its own there.
#pragma once

#include "collector/recorder/sink/TrackTable.h"
#include "model/base/Ids.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes::recorder {

// What a driver says of a device.
struct DeviceModel {
    std::uint32_t index = 0; // as the process numbers it
    std::string uuid;        // "GPU-..."; empty: it does not say
    std::string properties;  // an object of JSON, as in Kineto's "deviceProperties"; empty: nothing is known
};

// Who uses a device.
struct DeviceUser {
    ProcessId process;
    std::string key; // of the process
    std::int64_t rank = -1;
};

// What is set for good when a stream is made.
struct StreamSetting {
    std::int32_t priority = 0;
    std::uint32_t flag = 0; // ring::StreamFacts
};

// One thread.
class DeviceTable {
public:
    // Both outlive this.
    DeviceTable(session::SessionWriter& writer, TrackTable& tracks)
        : writer_(writer)
        , tracks_(tracks) {}

    // The device in the session, made on first use. Without a UUID one of each number and rank. O(log devices).
    ProcessId device(const DeviceUser& user, const DeviceModel& model);
    // What runs on a stream of a context, or the host's waits for it. O(log streams).
    enum class Lane : std::uint8_t { Work, Waits };
    TrackId stream(ProcessId device, const DeviceUser& user, std::uint32_t context, std::uint32_t stream,
                   Lane lane);
    // Stands before the stream's number from now on, whatever runs there.
    void nameStream(ProcessId device, const DeviceUser& user, std::uint32_t context, std::uint32_t stream,
                    StringId name);
    void setStream(ProcessId device, const DeviceUser& user, std::uint32_t context, std::uint32_t stream,
                   const StreamSetting& setting);
    // What profiling itself cost a process, outside of its threads.
    TrackId overhead(const DeviceUser& user);
    // The device of that UUID, if a process has used it.
    [[nodiscard]] ProcessId find(std::string_view uuid) const;
    [[nodiscard]] bool empty() const { return devices_.empty(); }
    // Names of streams.
    void holdNames(session::NameCollector& held) const {
        for (const auto& [stream, name] : names_) {
            held.add(name);
        }
    }
    // "streams", and "deviceProperties", and "deviceProperties.rank1" of ranks, as analyses read them.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> properties() const;

private:
    using Identity = std::tuple<std::string, std::int64_t, std::uint32_t>; // UUID, or rank and index
    using Place = std::tuple<ProcessId, ProcessId, std::uint32_t>;         // device, user, context

    struct Entry {
        ProcessId process;
        std::int64_t rank = -1;
        std::string properties;
    };
    // Where one place's streams stand in a row of all that use the device.
    std::uint64_t numberOf(const Place& place);
    // Whether anything has run there.
    [[nodiscard]] bool hasRow(const Place& place, std::uint32_t stream) const;
    void renameStream(const Place& place, const DeviceUser& user, std::uint32_t stream);
    [[nodiscard]] std::string streamsText() const;
    [[nodiscard]] std::string freeKey(std::uint32_t index) const;

    session::SessionWriter& writer_;
    TrackTable& tracks_;
    std::map<Identity, Entry> devices_;
    std::map<ProcessId, std::vector<Place>> places_;            // by device, in the order in which they came
    std::map<std::pair<Place, std::uint32_t>, StringId> names_; // of streams, by the program
    std::map<std::pair<Place, std::uint32_t>, StreamSetting> settings_;
    ProcessId overheads_;
};

} // namespace lanes::recorder
