#include "collector/probe/cupti/ActivityBuffers.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace lanes::probe::cupti {

namespace {

// What CUPTI may have begun behind the records that it counts.
constexpr std::size_t kBegun = 1024;

} // namespace

bool ActivityBuffers::make() {
    // A program may be limited in its address space: then it has fewer threads, too.
    for (most_ = kMost; most_ >= kShared; most_ /= 2) {
        void* memory = mmap(nullptr, most_ * kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            continue;
        }
        // A huge page for a few records would take 2 MiB.
        madvise(memory, most_ * kBytes, MADV_NOHUGEPAGE);
        base_ = static_cast<std::uint8_t*>(memory);
        for (std::size_t i = 0; i < most_; ++i) {
            free_[i] = static_cast<std::uint16_t>(i);
        }
        freeCount_ = most_;
        return true;
    }
    return false;
}

std::size_t ActivityBuffers::countOf(std::uint64_t owner) const {
    const auto end = states_.begin() + static_cast<std::ptrdiff_t>(outEnd_);
    return static_cast<std::size_t>(std::count_if(states_.begin(), end, [owner](const State& state) {
        return state.taken != 0 && state.owner == owner;
    }));
}

ActivityBuffers::Buffer ActivityBuffers::take(std::uint64_t owner, std::uint64_t now) {
    const std::lock_guard lock(mutex_);
    if (freeCount_ == 0 || (outCount_ >= kShared && countOf(owner) >= kEach)) {
        return {};
    }
    std::pop_heap(free_.begin(), free_.begin() + static_cast<std::ptrdiff_t>(freeCount_), std::greater<>());
    const std::size_t number = free_[--freeCount_];
    states_[number] = {++taken_, now, owner};
    ++outCount_;
    outEnd_ = std::max(outEnd_, number + 1);
    return {at(number), kBytes};
}

void ActivityBuffers::giveBack(std::uint8_t* buffer, std::size_t valid) {
    if (!isOurs(buffer)) {
        return;
    }
    const std::size_t number = numberOf(buffer);
    if (number < kWarm || madvise(at(number), kBytes, MADV_DONTNEED) != 0) {
        std::memset(at(number), 0, std::min(kBytes, valid + kBegun));
    }
    const std::lock_guard lock(mutex_);
    if (states_[number].taken != 0) {
        states_[number].taken = 0;
        free_[freeCount_++] = static_cast<std::uint16_t>(number);
        std::push_heap(free_.begin(), free_.begin() + static_cast<std::ptrdiff_t>(freeCount_),
                       std::greater<>());
        --outCount_;
    }
}

bool ActivityBuffers::areBusy() const {
    const std::lock_guard lock(mutex_);
    return outCount_ > kBusy;
}

bool ActivityBuffers::areShort() const {
    const std::lock_guard lock(mutex_);
    return outCount_ > kShort;
}

ActivityBuffers::Mark ActivityBuffers::mark() const {
    const std::lock_guard lock(mutex_);
    return {taken_};
}

bool ActivityBuffers::allReturned(const Mark& mark) const {
    const std::optional<Out> oldest = oldestOut();
    return !oldest || oldest->taken > mark.taken;
}

std::optional<ActivityBuffers::Out> ActivityBuffers::oldestOut() const {
    std::optional<Out> oldest;
    for (const Out& one : out()) {
        oldest = !oldest || one.taken < oldest->taken ? one : oldest;
    }
    return oldest;
}

std::vector<ActivityBuffers::Out> ActivityBuffers::out() const {
    std::vector<Out> all;
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < outEnd_; ++i) {
        if (states_[i].taken != 0) {
            all.push_back({i, states_[i].taken, states_[i].since});
        }
    }
    return all;
}

} // namespace lanes::probe::cupti
