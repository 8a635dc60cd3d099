#include "model/io/rocm/RocmPlaces.h"

namespace lanes::rocm {

namespace {

template<class Names, class Key>
std::string nameIn(const Names& names, const Key& key) {
    const auto found = names.find(key);
    return found == names.end() ? std::string() : found->second;
}

} // namespace

ProcessId RocmPlaces::process(std::int64_t pid) {
    const auto [found, fresh] = processes_.try_emplace(pid);
    if (fresh) {
        found->second = builder_.addProcess({.key = std::to_string(pid),
                                             .name = nameIn(processNames_, pid),
                                             .label = {},
                                             .kind = Process::Kind::Host,
                                             .host = {},
                                             .deviceUuid = {}});
    }
    return found->second;
}

ProcessId RocmPlaces::device(std::int64_t number) {
    const auto [found, fresh] = devices_.try_emplace(number);
    if (fresh) {
        found->second = builder_.addGpu(number, nameIn(deviceNames_, number));
    }
    return found->second;
}

TrackId RocmPlaces::add(ProcessId process, const std::string& key, std::string name, Track::Kind kind) {
    const auto [found, fresh] = tracks_.try_emplace({process.value, key});
    if (fresh) {
        found->second =
            builder_.addTrack({.process = process, .key = key, .name = std::move(name), .kind = kind});
    }
    return found->second;
}

TrackId RocmPlaces::thread(std::int64_t pid, std::int64_t tid) {
    const TrackId made = add(process(pid), std::to_string(tid), nameIn(threadNames_, std::pair(pid, tid)),
                             Track::Kind::Thread);
    builder_.track(made).sortIndex = pid == tid ? -1 : 0; // the main thread first
    return made;
}

TrackId RocmPlaces::queue(const std::string& owner, std::int64_t number, const std::string& queue) {
    const std::string& first = owners_.try_emplace({number, queue}, owner).first->second;
    const std::string name = first == owner ? queue : queue + " of" + owner;
    return add(device(number), name, name, Track::Kind::Stream);
}

TrackId RocmPlaces::curves(std::int64_t number) {
    return add(device(number), "monitor", "GPU monitor", Track::Kind::Counter);
}

} // namespace lanes::rocm
