#include "model/io/nsys/NsysPlaces.h"

#include "model/trace/args/JsonText.h"

#include <array>

namespace lanes::nsys {

NsysPlaces::NsysPlaces(NsysFile& file)
    : file_(file) {
    readNames();
    readDevices();
}

void NsysPlaces::readNames() {
    file_.each("PROCESSES", {"globalPid", "name"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            processNames_.try_emplace(GlobalId{*id}, row.text(1));
        }
    });
    file_.each("ThreadNames", {"globalTid", "nameId"}, [&](const SqliteRows& row) {
        const StringId name = file_.text(row.integer(1));
        if (const auto id = row.integer(0); id && name.valid()) {
            threadNames_[GlobalId{*id}] = file_.builder().plain(name); // the last one counts
        }
    });
    file_.each("MPI_RANKS", {"globalTid", "rank"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            ranks_.try_emplace(GlobalId{*id}.process(), row.integer(1, -1));
        }
    });
}

// Also as the session's "deviceProperties", in Kineto's form, for occupancy and roofline.
void NsysPlaces::readDevices() {
    struct Property {
        std::string_view column;
        std::string_view key;
    };
    static constexpr std::array<Property, 9> kProperties{{{"smCount", "numSms"},
                                                          {"totalMemory", "totalGlobalMem"},
                                                          {"threadsPerWarp", "warpSize"},
                                                          {"maxThreadsPerBlock", "maxThreadsPerBlock"},
                                                          {"maxRegistersPerSm", "regsPerMultiprocessor"},
                                                          {"maxShmemPerSm", "sharedMemPerMultiprocessor"},
                                                          {"computeMajor", "computeMajor"},
                                                          {"computeMinor", "computeMinor"},
                                                          {"maxWarpsPerSm", "maxWarpsPerSm"}}};
    std::vector<std::string_view> columns{"id", "name", "uuid"};
    for (const Property& property : kProperties) {
        columns.push_back(property.column);
    }
    constexpr std::size_t kFirst = 3;
    constexpr std::size_t kWarpSize = 2;
    std::string properties;
    file_.each("TARGET_INFO_GPU", columns, [&](const SqliteRows& row) {
        const auto id = row.integer(0);
        if (!id ||
            !devices_.try_emplace(*id, Device{std::string(row.text(1)), std::string(row.text(2))}).second) {
            return;
        }
        properties += (properties.empty() ? "{\"id\": " : ", {\"id\": ") + std::to_string(*id) +
                      ", \"name\": \"" + escapeJson(row.text(1)) + '"';
        for (std::size_t i = 0; i < kProperties.size(); ++i) {
            auto value = row.integer(kFirst + i);
            std::string key(kProperties[i].key);
            if (key == "maxWarpsPerSm") {
                key = "maxThreadsPerMultiprocessor";
                value = value ? std::optional(*value % 1024 * (row.integer(kFirst + kWarpSize, 32) % 1024))
                              : value;
            }
            properties += value ? ", \"" + key + "\": " + std::to_string(*value) : "";
        }
        properties += '}';
    });
    if (!properties.empty()) {
        file_.builder().info().properties.emplace_back("deviceProperties", "[" + properties + "]");
    }
    file_.each("TARGET_INFO_CUDA_DEVICE", {"gpuId", "cudaId", "pid"}, [&](const SqliteRows& row) {
        if (const auto gpu = row.integer(0)) {
            ofCuda_.try_emplace({row.integer(2, -1), row.integer(1, -1)}, *gpu);
        }
    });
}

ProcessId NsysPlaces::process(GlobalId of) {
    const GlobalId id = of.process();
    if (const auto known = processes_.find(id); known != processes_.end()) {
        return known->second;
    }
    std::string key = std::to_string(id.pid());
    if (!pids_.insert(id.pid()).second) { // another machine has it, too
        key += " on " + std::to_string(id.machine());
    }
    const auto name = processNames_.find(id);
    const auto rank = ranks_.find(id);
    const ProcessId made =
        file_.builder().addProcess({.key = key,
                                    .name = name == processNames_.end() ? std::string() : name->second,
                                    .label = {},
                                    .kind = Process::Kind::Host,
                                    .sortIndex = static_cast<std::int64_t>(processes_.size()),
                                    .host = {},
                                    .rank = rank == ranks_.end() ? -1 : rank->second,
                                    .deviceUuid = {}});
    processes_.emplace(id, made);
    return made;
}

TrackId NsysPlaces::add(ProcessId process, std::string key, std::string name, Track::Kind kind) {
    const auto [found, fresh] = tracks_.try_emplace({process.value, key});
    if (fresh) {
        found->second = file_.builder().addTrack(
            {.process = process, .key = std::move(key), .name = std::move(name), .kind = kind});
    }
    return found->second;
}

TrackId NsysPlaces::thread(GlobalId of) {
    const auto [found, fresh] = threads_.try_emplace(of);
    if (fresh) {
        const auto name = threadNames_.find(of);
        found->second = add(process(of), std::to_string(of.tid()),
                            name == threadNames_.end() ? std::string() : name->second, Track::Kind::Thread);
        file_.builder().track(found->second).sortIndex =
            of.tid() == of.pid() ? -1 : 0; // the main thread first
    }
    return found->second;
}

TrackId NsysPlaces::below(GlobalId of, std::string_view suffix) {
    std::ignore = thread(of);
    return add(process(of), std::to_string(of.tid()) + std::string(suffix), {}, Track::Kind::Other);
}

TrackId NsysPlaces::ranges(GlobalId of) {
    return add(process(of), "NVTX start/end ranges", "NVTX start/end ranges", Track::Kind::Async);
}

ProcessId NsysPlaces::gpu(std::int64_t number) {
    const auto [found, fresh] = gpus_.try_emplace(number);
    if (fresh) {
        const auto device = devices_.find(number);
        found->second = device == devices_.end()
                            ? file_.builder().addGpu(number)
                            : file_.builder().addGpu(number, device->second.name, device->second.uuid);
    }
    return found->second;
}

ProcessId NsysPlaces::device(GlobalId process, std::int64_t device) {
    const auto known = ofCuda_.find({process.pid(), device});
    return gpu(known == ofCuda_.end() ? device : known->second);
}

// Streams of several processes may have one number on one device.
TrackId NsysPlaces::streamTrack(GlobalId owner, std::int64_t device, std::int64_t stream, bool waits) {
    const auto [found, fresh] = streams_.try_emplace({owner.process(), device, stream, waits});
    if (!fresh) {
        return found->second;
    }
    constexpr std::int64_t kWaitsAbove = 1'000'000; // as torch numbers them: see placeStreamSyncs()
    const ProcessId place = this->device(owner, device);
    const GlobalId first = streamOwners_.try_emplace({place.value, stream}, owner.process()).first->second;
    const std::string whose = first == owner.process() ? "" : " of process " + std::to_string(owner.pid());
    const bool all = stream == kAllStreams;
    std::string key = (all     ? std::string("all")
                       : waits ? std::to_string(boundedSum(kWaitsAbove, stream))
                               : std::to_string(stream)) +
                      whose;
    std::string name = (all ? "all streams" : "stream " + std::to_string(stream)) +
                       std::string(waits ? " (sync)" : "") + whose;
    found->second = add(place, std::move(key), std::move(name), Track::Kind::Stream);
    file_.builder().track(found->second).sortIndex =
        all ? INT64_MAX : std::clamp<std::int64_t>(stream, 0, INT32_MAX) * 2 + (waits ? 1 : 0);
    return found->second;
}

TrackId NsysPlaces::stream(GlobalId process, std::int64_t device, std::int64_t stream) {
    return streamTrack(process, device, stream, false);
}

TrackId NsysPlaces::waits(GlobalId process, std::int64_t device, std::int64_t stream) {
    return streamTrack(process, device, stream, true);
}

TrackId NsysPlaces::deviceCurves(std::int64_t number) {
    return add(gpu(number), "metrics", "GPU metrics", Track::Kind::Counter);
}

} // namespace lanes::nsys
