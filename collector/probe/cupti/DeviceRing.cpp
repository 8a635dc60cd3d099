#include "collector/probe/cupti/DeviceRing.h"

#include "collector/probe/torch/OperatorHook.h"

#include <cstring>
#include <ctime>

namespace lanes::probe::cupti {

namespace {

constexpr std::size_t kNames = 16 * 1024;
constexpr std::int64_t kPatience = 16 * 128'000'000; // a busy machine may keep the recorder that long
constexpr std::int64_t kBetweenTries = 1'000'000;
constexpr std::int64_t kBetweenLooks = 128 * kBetweenTries; // at whether there is still a recorder

// Eight bytes at a time: names of kernels are some hundred long, and come with each record.
std::uint64_t hashOf(std::string_view text) {
    std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15ULL;
    while (!text.empty()) {
        std::uint64_t word = 0;
        const std::size_t bytes = std::min(text.size(), sizeof word);
        std::memcpy(&word, text.data(), bytes);
        text.remove_prefix(bytes);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
    }
    return hash;
}

} // namespace

DeviceRing::DeviceRing(ring::MappedFile file, const ActivityBuffers& buffers)
    : buffers_(buffers)
    , file_(std::move(file))
    , writer_(reinterpret_cast<ring::RingHeader*>(file_.data()))
    , names_(kNames)
    , patience_(kPatience) {}

std::uint32_t DeviceRing::nameOf(std::string_view name) {
    if (name.empty()) {
        return 0;
    }
    const WordKey key{hashOf(name)};
    if (const std::uint32_t known = names_.find(key); known != 0) {
        return known;
    }
    const std::uint32_t id = names_.slotFor(key);
    const std::size_t bytes = ring::roundUpToWord(sizeof(ring::DefineName) + name.size());
    void* place = reserve(bytes, true); // without it all that bear the name have none
    if (place == nullptr) {
        return 0;
    }
    ring::DefineName record{};
    record.header = ring::recordHeader(ring::RecordType::DefineName, bytes, 0, id);
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    std::memcpy(place, &record, sizeof record);
    name.copy(static_cast<char*>(place) + sizeof record, name.size());
    writer_.commit(bytes);
    names_.insert(id, key);
    return id;
}

void* DeviceRing::reserve(std::size_t bytes, bool needed) {
    for (;;) {
        if (void* place = writer_.reserve(bytes)) {
            patience_ = kPatience;
            return place;
        }
        if (patience_ <= 0 || probeProcess().closed() || (!needed && buffers_.areShort())) {
            return nullptr;
        }
        const timespec pause{0, kBetweenTries};
        nanosleep(&pause, nullptr);
        patience_ -= kBetweenTries;
        if (patience_ % kBetweenLooks == 0 && probeProcess().readerIsGone()) {
            patience_ = 0;
        }
    }
}

} // namespace lanes::probe::cupti
