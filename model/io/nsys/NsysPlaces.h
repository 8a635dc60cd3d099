// Processes, threads, devices and streams of an export.
#pragma once

#include "model/io/nsys/NsysFile.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace lanes::nsys {

// "globalTid": host and virtual machine in the top 16 bits, then 24 bits of pid, then 24 bits of tid (Nsight Systems' schema
// reference). "globalPid" has tid 0.
struct GlobalId {
    std::int64_t value = 0;
    [[nodiscard]] std::int64_t machine() const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) >> 48);
    }
    [[nodiscard]] std::int64_t pid() const { return value >> 24 & 0xffffff; }
    [[nodiscard]] std::int64_t tid() const { return value & 0xffffff; }
    [[nodiscard]] GlobalId process() const { return {value & ~std::int64_t{0xffffff}}; }
    friend auto operator<=>(const GlobalId&, const GlobalId&) = default;
};

// One thread. Makes each place at its first request, with its name in the file.
class NsysPlaces {
public:
    explicit NsysPlaces(NsysFile& file);

    [[nodiscard]] ProcessId process(GlobalId of);
    [[nodiscard]] TrackId thread(GlobalId of);
    // Tracks below a thread's: its running states, and its samples.
    [[nodiscard]] TrackId below(GlobalId thread, std::string_view suffix);
    // The track of a process's ranges that may begin on one thread and end on another.
    [[nodiscard]] TrackId ranges(GlobalId of);

    [[nodiscard]] ProcessId device(GlobalId process, std::int64_t device);
    [[nodiscard]] TrackId stream(GlobalId process, std::int64_t device, std::int64_t stream);
    // The track of waits for a stream, below it. kAllStreams: waits for a whole context.
    static constexpr std::int64_t kAllStreams = 0xffffffff;
    [[nodiscard]] TrackId waits(GlobalId process, std::int64_t device, std::int64_t stream);
    // The track of a device's curves, by its number on the machine.
    [[nodiscard]] TrackId deviceCurves(std::int64_t gpu);

private:
    void readNames();
    void readDevices();
    [[nodiscard]] ProcessId gpu(std::int64_t number);
    [[nodiscard]] TrackId add(ProcessId process, std::string key, std::string name, Track::Kind kind);
    [[nodiscard]] TrackId streamTrack(GlobalId process, std::int64_t device, std::int64_t stream, bool waits);

    NsysFile& file_;
    std::map<GlobalId, std::string> processNames_;
    std::map<GlobalId, std::string> threadNames_;
    std::map<GlobalId, std::int64_t> ranks_;
    struct Device {
        std::string name;
        std::string uuid;
    };
    std::map<std::int64_t, Device> devices_; // by number on the machine
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>
        ofCuda_; // (pid, CUDA's number) -> the machine's number
    std::map<GlobalId, ProcessId> processes_;
    std::set<std::int64_t> pids_;
    std::map<std::int64_t, ProcessId> gpus_;
    std::map<std::tuple<std::uint32_t, std::string>, TrackId> tracks_; // by process and key
    std::map<std::pair<std::int64_t, std::int64_t>, GlobalId>
        streamOwners_; // device and stream -> first process
    std::map<std::tuple<GlobalId, std::int64_t, std::int64_t, bool>, TrackId> streams_;
    std::map<GlobalId, TrackId> threads_;
};

} // namespace lanes::nsys
