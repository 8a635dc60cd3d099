// The devices of a recording and their streams. A device is one entry, whatever processes use it and under whatever
// number. Each process, and each of its contexts, has streams of its own on it.
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

// The facts of a device from its driver.
struct DeviceModel {
    std::uint32_t index = 0; // as the process numbers it
    std::string uuid;        // "GPU-..."; empty: not reported
    std::string properties;  // a JSON object, as in Kineto's "deviceProperties"; empty: not known
};

// A process that uses a device.
struct DeviceUser {
    ProcessId process;
    std::string key; // of the process
    std::int64_t rank = -1;
};

// The settings that a stream gets when it is created.
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

    // Returns the device in the session, made on first use. Devices without a UUID are identified by number and rank.
    // O(log devices).
    ProcessId device(const DeviceUser& user, const DeviceModel& model);
    // Returns the track of a context's stream: of the work on it, or of the host's waits for it. O(log streams).
    enum class Lane : std::uint8_t { Work, Waits };
    TrackId stream(ProcessId device, const DeviceUser& user, std::uint32_t context, std::uint32_t stream,
                   Lane lane);
    // Puts the name before the stream's number from now on, whatever runs there.
    void nameStream(ProcessId device, const DeviceUser& user, std::uint32_t context, std::uint32_t stream,
                    StringId name);
    void setStream(ProcessId device, const DeviceUser& user, std::uint32_t context, std::uint32_t stream,
                   const StreamSetting& setting);
    // Returns the track of the cost of profiling itself in a process, outside of its threads.
    TrackId overhead(const DeviceUser& user);
    // Returns the device with that UUID, if a process has used it.
    [[nodiscard]] ProcessId find(std::string_view uuid) const;
    [[nodiscard]] bool empty() const { return devices_.empty(); }
    // Adds the names of streams.
    void holdNames(session::NameCollector& held) const {
        for (const auto& [stream, name] : names_) {
            held.add(name);
        }
    }
    // Returns "streams", "deviceProperties", and for ranks "deviceProperties.rank1" and so on, as analyses read them.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> properties() const;

private:
    using Identity = std::tuple<std::string, std::int64_t, std::uint32_t>; // UUID, or rank and index
    using Place = std::tuple<ProcessId, ProcessId, std::uint32_t>;         // device, user, context

    struct Entry {
        ProcessId process;
        std::int64_t rank = -1;
        std::string properties;
    };
    // Returns the position of a place's streams among those of all users of the device.
    std::uint64_t numberOf(const Place& place);
    // True if anything has run there.
    [[nodiscard]] bool hasRow(const Place& place, std::uint32_t stream) const;
    void renameStream(const Place& place, const DeviceUser& user, std::uint32_t stream);
    [[nodiscard]] std::string streamsText() const;
    [[nodiscard]] std::string freeKey(std::uint32_t index) const;

    session::SessionWriter& writer_;
    TrackTable& tracks_;
    std::map<Identity, Entry> devices_;
    std::map<ProcessId, std::vector<Place>> places_;            // by device, in order of first use
    std::map<std::pair<Place, std::uint32_t>, StringId> names_; // the program's names of streams
    std::map<std::pair<Place, std::uint32_t>, StreamSetting> settings_;
    ProcessId overheads_;
};

} // namespace lanes::recorder
