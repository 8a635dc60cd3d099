#include "collector/probe/cupti/ActivityBuffers.h"

#include <sys/mman.h>

namespace lanes::probe::cupti {

bool ActivityBuffers::make() {
    constexpr std::size_t kWhole = kMost * kBytes + kLastResortBytes;
    void* memory =
        mmap(nullptr, kWhole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    base_ = static_cast<std::uint8_t*>(memory);
    for (std::size_t i = 0; i < kMost; ++i) {
        free_[i] = static_cast<std::uint16_t>(kMost - 1 - i);
    }
    freeCount_ = kMost;
    return true;
}

ActivityBuffers::Buffer ActivityBuffers::take() {
    const std::lock_guard lock(mutex_);
    if (freeCount_ == 0) {
        ++lastResortsOut_;
        return {base_ + kMost * kBytes, kLastResortBytes, 1};
    }
    const std::size_t number = free_[--freeCount_];
    out_.set(number);
    takenAs_[number] = ++taken_;
    return {base_ + number * kBytes, kBytes, 0};
}

void ActivityBuffers::giveBack(const std::uint8_t* buffer) {
    const std::lock_guard lock(mutex_);
    if (isReadable(buffer) && freeCount_ < kMost) {
        const std::size_t number = static_cast<std::size_t>(buffer - base_) / kBytes;
        free_[freeCount_++] = static_cast<std::uint16_t>(number);
        out_.reset(number);
    } else if (!isReadable(buffer) && lastResortsOut_ > 0) {
        --lastResortsOut_;
        ++lastResortsBack_;
    }
}

bool ActivityBuffers::areShort() const {
    const std::lock_guard lock(mutex_);
    return freeCount_ < kReserve;
}

ActivityBuffers::Mark ActivityBuffers::mark() const {
    const std::lock_guard lock(mutex_);
    return {out_, taken_, lastResortsBack_ + lastResortsOut_};
}

bool ActivityBuffers::allReturned(const Mark& mark) const {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < kMost; ++i) {
        if (mark.out[i] && out_[i] && takenAs_[i] <= mark.taken) {
            return false;
        }
    }
    return lastResortsBack_ >= mark.lastResorts;
}

bool ActivityBuffers::isReadable(const std::uint8_t* buffer) const {
    return buffer >= base_ && buffer < base_ + kMost * kBytes;
}

} // namespace lanes::probe::cupti
