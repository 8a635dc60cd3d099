#include "collector/probe/cupti/ClientClock.h"

#include <algorithm>
#include <cmath>

namespace lanes::probe::cupti {

namespace {

constexpr int kReadings = 16; // the thread may lose its core between two clocks
constexpr std::uint64_t kApart = 250'000'000;

} // namespace

void ClientClock::set(Clock clock) {
    if (clock != clock_) {
        count_ = 0;
    }
    clock_ = clock;
    look();
}

ClientClock::Pair ClientClock::read() const {
    Pair best;
    std::uint64_t least = ~std::uint64_t{0};
    for (int i = 0; i < kReadings; ++i) {
        std::uint64_t cupti = 0;
        const std::uint64_t before = clock_();
        if (functions_.timestamp(&cupti) != 0) {
            break;
        }
        const std::uint64_t width = clock_() - before;
        if (width < least) {
            least = width;
            best = {cupti, before + width / 2};
        }
    }
    return best;
}

void ClientClock::look() {
    if (clock_ == nullptr) {
        return;
    }
    const Pair pair = read();
    if (count_ > 0 && (pair.cupti <= newest_.cupti || pair.theirs <= newest_.theirs)) {
        count_ = 0; // one of them has been set
    }
    if (count_ == 0 || pair.cupti - kept_[count_ - 1].cupti >= kApart) {
        if (count_ == kMost) {
            std::move(kept_.begin() + 1, kept_.end(), kept_.begin());
            --count_;
        }
        kept_[count_++] = pair;
    }
    newest_ = pair;
}

std::uint64_t ClientClock::converted(std::uint64_t time) const {
    if (time == 0 || clock_ == nullptr) {
        return time;
    }
    const Pair& oldest = kept_[0];
    const std::uint64_t span = newest_.cupti - oldest.cupti;
    const double rate =
        span != 0 ? static_cast<double>(newest_.theirs - oldest.theirs) / static_cast<double>(span) : 1;
    const double since = static_cast<double>(static_cast<std::int64_t>(time - newest_.cupti));
    return newest_.theirs + static_cast<std::uint64_t>(std::llround(since * rate));
}

} // namespace lanes::probe::cupti
