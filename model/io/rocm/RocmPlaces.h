// Processes, threads, agents and queues of AMD's databases.
#pragma once

#include "model/io/import/ImportBuilder.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace lanes::rocm {

// One thread. Makes each place at its first request.
class RocmPlaces {
public:
    explicit RocmPlaces(ImportBuilder& builder)
        : builder_(builder) {}

    void nameProcess(std::int64_t pid, std::string name) { processNames_[pid] = std::move(name); }
    void nameThread(std::int64_t pid, std::int64_t tid, std::string name) {
        threadNames_[{pid, tid}] = std::move(name);
    }
    void nameDevice(std::int64_t device, std::string name) { deviceNames_[device] = std::move(name); }

    [[nodiscard]] TrackId thread(std::int64_t pid, std::int64_t tid);
    // The track of a queue. `device` is the file's number of the GPU, `queue` the file's text ("queue 1 stream 0"). They
    // are valid for one `owner` only: the tables' suffix of a process, empty if a file has one set of tables.
    [[nodiscard]] TrackId queue(const std::string& owner, std::int64_t device, const std::string& queue);
    [[nodiscard]] TrackId curves(std::int64_t device);

private:
    [[nodiscard]] ProcessId process(std::int64_t pid);
    [[nodiscard]] ProcessId device(std::int64_t number);
    [[nodiscard]] TrackId add(ProcessId process, const std::string& key, std::string name, Track::Kind kind);

    ImportBuilder& builder_;
    std::map<std::int64_t, std::string> processNames_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> threadNames_;
    std::map<std::int64_t, std::string> deviceNames_;
    std::map<std::int64_t, ProcessId> processes_;
    std::map<std::int64_t, ProcessId> devices_;
    std::map<std::pair<std::int64_t, std::string>, std::string> owners_; // (device, queue) -> its first owner
    std::map<std::pair<std::uint32_t, std::string>, TrackId> tracks_;    // by process and key
};

} // namespace lanes::rocm
