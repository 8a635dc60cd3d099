#include "collector/probe/cupti/EarlyReader.h"

#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/StrideProbe.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <unordered_set>

namespace lanes::probe::cupti {

namespace {

// So many records have to come back as they were seen.
constexpr std::uint64_t kEnough = 16;
// What ended so long before CUPTI was asked can be seen. A thread may lose its core before it has written.
constexpr std::uint64_t kLate = 200'000'000; // ns
// One of so many may come later still.
constexpr std::uint64_t kMostMissed = 64;

std::uint32_t kindAt(const std::uint8_t* at) {
    std::uint32_t kind = 0;
    std::memcpy(&kind, at, sizeof kind);
    return kind;
}

std::uint64_t hashOf(const std::uint8_t* at, std::size_t bytes) {
    std::uint64_t hash = bytes;
    for (; bytes >= sizeof hash; at += sizeof hash, bytes -= sizeof hash) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
    }
    return hash;
}

// When a record that is complete has ended, by CUPTI's clock; 0 where it does not say, nothing where it is not complete.
struct Ended {
    bool isWork = false;
    std::uint64_t at = 0;
};
std::optional<Ended> ended(bool isWork, std::uint64_t start, std::uint64_t end, bool rest) {
    return start != 0 && end >= start && rest ? std::optional(Ended{isWork, end}) : std::nullopt;
}

std::optional<Ended> endOf(const ActivityRecord& record) {
    switch (static_cast<Kind>(record.get(Word{0}))) {
    case Kind::Kernel:
        return ended(true, record.get(kernel::kStart), record.get(kernel::kEnd),
                     record.get(kernel::kName) != nullptr);
    case Kind::Copy:
        return ended(true, record.get(copy::kStart), record.get(copy::kEnd), true);
    case Kind::PeerCopy:
        return ended(true, record.get(peer::kStart), record.get(peer::kEnd), true);
    case Kind::Fill:
        return ended(true, record.get(fill::kStart), record.get(fill::kEnd), true);
    case Kind::Graph:
        return ended(true, record.get(graph::kStart), record.get(graph::kEnd), true);
    case Kind::RuntimeCall:
    case Kind::DriverCall:
        return ended(false, record.get(call::kStart), record.get(call::kEnd),
                     record.get(call::kCorrelation) != 0 && record.get(call::kThread) != 0);
    case Kind::Synchronization:
        return ended(false, record.get(synchronization::kStart), record.get(synchronization::kEnd), true);
    case Kind::Overhead:
        return ended(false, record.get(overhead::kStart), record.get(overhead::kEnd), true);
    case Kind::Compilation:
        return ended(false, record.get(compilation::kStart), record.get(compilation::kEnd), true);
    case Kind::Memory:
        return ended(false, record.get(memory::kTime), record.get(memory::kTime), true);
    case Kind::Pool:
        return ended(false, record.get(pool::kTime), record.get(pool::kTime), true);
    case Kind::Event:
        return ended(true, record.get(event::kReached), record.get(event::kReached), true);
    default:
        return Ended{}; // says no time
    }
}

} // namespace

bool EarlyReader::Trust::given() const {
    return !changed && unchanged >= kEnough && missed * kMostMissed <= unchanged;
}

std::size_t EarlyReader::strideAt(const std::uint8_t* at, std::size_t left) {
    const std::uint32_t kind = left >= sizeof kind ? kindAt(at) : 0;
    if (kind == 0 || kind >= strides_.size()) {
        return 0;
    }
    std::size_t& bytes = strides_[kind];
    bytes = bytes == 0 ? strideOf(functions_, static_cast<Kind>(kind)) : bytes;
    return bytes <= left ? bytes : 0;
}

void EarlyReader::begin(std::uint64_t clock) {
    clock_ = clock;
    std::map<std::size_t, Buffer> out;
    for (const ActivityBuffers::Out& one : buffers_.out()) {
        auto known = seen_.extract(one.number);
        Buffer& buffer = out[one.number];
        if (!known.empty() && known.mapped().taken == one.taken) {
            buffer = std::move(known.mapped());
        }
        buffer.taken = one.taken;
        extend(buffer, buffers_.at(one.number));
    }
    seen_ = std::move(out);
    look();
}

void EarlyReader::extend(Buffer& buffer, const std::uint8_t* at) {
    const auto left = [&] { return ActivityBuffers::kBytes - buffer.end; };
    while (const std::size_t bytes = strideAt(at + buffer.end, left())) {
        buffer.open.push_back(static_cast<std::uint32_t>(buffer.end));
        buffer.end += bytes;
    }
    buffer.stuck = left() >= sizeof(std::uint32_t) && kindAt(at + buffer.end) != 0;
}

void EarlyReader::look() {
    for (auto& [number, buffer] : seen_) {
        look(buffer, buffers_.at(number));
    }
}

void EarlyReader::read() {
    for (auto& [number, buffer] : seen_) {
        takeTrusted(buffer, buffers_.at(number));
    }
}

void EarlyReader::look(Buffer& buffer, const std::uint8_t* at) {
    std::erase_if(buffer.open, [&](std::uint32_t offset) {
        const std::size_t bytes = strideAt(at + offset, ActivityBuffers::kBytes - offset);
        const std::optional<Ended> complete = endOf({at + offset, bytes});
        if (complete) {
            buffer.complete.push_back(
                {offset, complete->isWork ? Class::Work : Class::Call, false, hashOf(at + offset, bytes)});
        }
        return complete.has_value();
    });
}

void EarlyReader::takeTrusted(Buffer& buffer, const std::uint8_t* at) {
    for (Seen& seen : buffer.complete) {
        const std::size_t bytes = strideAt(at + seen.at, ActivityBuffers::kBytes - seen.at);
        if (!seen.taken && trust(seen.what).given() && hashOf(at + seen.at, bytes) == seen.hash) {
            decoder_.decodeOne(at + seen.at, bytes);
            seen.taken = true;
        }
    }
}

void EarlyReader::compare(const Buffer& buffer, const std::uint8_t* at) {
    for (const Seen& seen : buffer.complete) {
        const std::size_t bytes = strideAt(at + seen.at, ActivityBuffers::kBytes - seen.at);
        if (hashOf(at + seen.at, bytes) == seen.hash) {
            ++trust(seen.what).unchanged;
        } else {
            trust(seen.what).changed = true;
        }
    }
}

void EarlyReader::countMissed(const Buffer* buffer, const std::uint8_t* at, std::size_t valid) {
    std::unordered_set<std::uint32_t> seen;
    if (buffer != nullptr) {
        std::ranges::transform(buffer->complete, std::inserter(seen, seen.end()), &Seen::at);
    }
    std::size_t offset = 0;
    while (const std::size_t bytes = strideAt(at + offset, valid - offset)) {
        const std::optional<Ended> complete = endOf({at + offset, bytes});
        if (complete && complete->at != 0 && complete->at + kLate < clock_ &&
            !seen.contains(static_cast<std::uint32_t>(offset))) {
            ++trust(complete->isWork ? Class::Work : Class::Call).missed;
        }
        offset += bytes;
    }
}

void EarlyReader::returned(std::uint8_t* buffer, std::size_t valid) {
    const auto known = seen_.find(buffers_.numberOf(buffer));
    const Buffer* seen = known != seen_.end() ? &known->second : nullptr;
    if (clock_ != 0) {
        countMissed(seen, buffer, std::min(valid, ActivityBuffers::kBytes));
    }
    std::vector<std::uint32_t> taken;
    if (seen != nullptr) {
        compare(*seen, buffer);
        for (const Seen& record : seen->complete) {
            if (record.taken) {
                taken.push_back(record.at);
            }
        }
        std::ranges::sort(taken);
    }
    decoder_.decode(buffer, valid, taken);
    if (seen != nullptr) {
        seen_.erase(known);
    }
}

std::uint64_t EarlyReader::upToOf(Class what, std::uint64_t upTo) const {
    for (const ActivityBuffers::Out& one : buffers_.out()) {
        const auto seen = seen_.find(one.number);
        const bool isRead = trust(what).given() && seen != seen_.end() && seen->second.taken == one.taken &&
                            !seen->second.stuck;
        upTo = isRead ? upTo : std::min(upTo, one.since);
    }
    return upTo;
}

} // namespace lanes::probe::cupti
