#include "collector/recorder/rings/PumpedRing.h"

namespace lanes::recorder {

namespace {

// Less than this share of a ring is no reason to copy it.
constexpr std::uint64_t kWorthIt = 8;

} // namespace

PumpedRing::~PumpedRing() {
    held_.fetch_sub(takenBytes_, std::memory_order_relaxed);
}

std::size_t PumpedRing::waiting() const {
    const std::lock_guard lock(mutex_);
    return takenBytes_ + static_cast<std::size_t>(reader_.pending());
}

ring::RingReader::Bytes PumpedRing::next() {
    const std::lock_guard lock(mutex_);
    if (taken_.empty()) {
        return reader_.takeOut();
    }
    ring::RingReader::Bytes bytes = std::move(taken_.front());
    taken_.pop_front();
    takenBytes_ -= bytes.size;
    held_.fetch_sub(bytes.size, std::memory_order_relaxed);
    return bytes;
}

void PumpedRing::pump(std::size_t most) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t pending = reader_.pending();
    if (pending < capacity_ / kWorthIt || held_.load(std::memory_order_relaxed) + pending > most) {
        return;
    }
    ring::RingReader::Bytes bytes = reader_.takeOut();
    if (bytes.size > 0) {
        held_.fetch_add(bytes.size, std::memory_order_relaxed);
        takenBytes_ += bytes.size;
        taken_.push_back(std::move(bytes));
    }
}

double PumpedRing::pressure() const {
    const std::lock_guard lock(mutex_);
    return static_cast<double>(reader_.pending()) / static_cast<double>(capacity_);
}

std::uint64_t PumpedRing::dropped() const {
    const std::lock_guard lock(mutex_);
    return reader_.dropped();
}

std::uint64_t PumpedRing::damagedBytes() const {
    const std::lock_guard lock(mutex_);
    return reader_.damagedBytes() + damagedBytes_;
}

} // namespace lanes::recorder
