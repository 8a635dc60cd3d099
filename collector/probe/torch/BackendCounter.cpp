#include "collector/probe/torch/BackendCounter.h"

#include "collector/probe/ForeignMemory.h"

#include <algorithm>
#include <array>
#include <bit>

namespace lanes::probe {

namespace {

constexpr std::size_t kWords = 128; // of ProcessGroupGloo, which has the counter in its first half
// Calls that it has to rise by one with: what conditions and queues count does so by chance now and then.
constexpr unsigned kProofs = 2;
constexpr unsigned kProofsAmongSeveral = 6;
constexpr std::uint32_t kMostMissed = 1U
                                      << 28; // calls in a pause; the number that 1.13 draws is mostly greater
using Words = std::array<std::uint32_t, kWords>;

bool read(std::uint64_t backend, Words& words) {
    return GuardedMemory::copy(words.data(), std::bit_cast<const void*>(backend), sizeof words);
}

} // namespace

BackendCounter::BackendCounter(std::uint64_t backend, std::int64_t told)
    : backend_(backend)
    , told_(told) {
    Words words{};
    if (backend == 0 || !read(backend, words)) {
        return;
    }
    candidates_.reserve(kWords);
    for (std::size_t i = 0; i < kWords; ++i) {
        candidates_.push_back({i, words[i], words[i]});
    }
}

std::optional<std::int64_t> BackendCounter::begin() {
    Words words{};
    if (candidates_.empty() || !read(backend_, words)) {
        return {};
    }
    std::erase_if(candidates_, [&](Candidate& candidate) {
        const std::uint32_t rise = words[candidate.word] - candidate.last;
        candidate.last = words[candidate.word];
        return missed_ ? rise < callsSince_ || rise > kMostMissed : rise != callsSince_;
    });
    proofs_ += !missed_ && callsSince_ == 1 ? 1 : 0;
    missed_ = false;
    callsSince_ = 1;
    return known();
}

std::optional<std::int64_t> BackendCounter::known() const {
    std::optional<std::uint32_t> least;
    std::optional<std::uint32_t> leastUntold;
    bool agree = true;
    for (const Candidate& candidate : candidates_) {
        agree = agree && least.value_or(candidate.last) == candidate.last;
        least = std::min(least.value_or(candidate.last), candidate.last);
        if (candidate.first != static_cast<std::uint32_t>(told_)) {
            leastUntold = std::min(leastUntold.value_or(candidate.last), candidate.last);
        }
    }
    if (proofs_ < (agree ? kProofs : kProofsAmongSeveral)) {
        return {};
    }
    return leastUntold ? leastUntold : least; // the others count more than collectives
}

} // namespace lanes::probe
