#include "model/io/pftrace/PerfettoClocks.h"

#include "model/io/perfetto.pb.h"

#include <algorithm>
#include <utility>

namespace lanes::pftrace {

namespace {

constexpr std::size_t kMostSnapshots = 100'000; // a snapshot a second for a day

// Wraps as unsigned numbers do: times of a hostile file are bounded later.
std::int64_t sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::int64_t product(std::uint64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(a * static_cast<std::uint64_t>(b));
}

} // namespace

PerfettoClocks::Key PerfettoClocks::key(std::uint32_t sequence, std::uint32_t clock) {
    constexpr std::uint32_t kFirstOwn = 64;
    constexpr std::uint32_t kLastOwn = 127;
    return {clock >= kFirstOwn && clock <= kLastOwn ? sequence : 0, clock};
}

void PerfettoClocks::add(const ClockSnapshot& snapshot, std::uint32_t sequence) {
    if (snapshots_.size() >= kMostSnapshots) {
        return;
    }
    if (snapshot.primary() != 0) {
        primary_ = snapshot.primary();
    }
    constexpr int kMostClocks = 256; // of one snapshot
    resolved_ = false;
    Snapshot values;
    for (const ClockSnapshot::Clock& clock : snapshot.clocks()) {
        if (std::cmp_greater_equal(values.size(), kMostClocks)) {
            break;
        }
        const Key of = key(sequence, clock.id());
        Kind& kind = kinds_[of];
        kind.multiplier = clock.multiplier_ns() == 0 ? 1 : static_cast<std::int64_t>(clock.multiplier_ns());
        kind.incremental = clock.incremental();
        kind.last = product(clock.timestamp(), kind.multiplier);
        values[of] = kind.last;
    }
    snapshots_.push_back(std::move(values));
}

std::int64_t PerfettoClocks::nanoseconds(const Key& clock, std::uint64_t written) {
    const auto kind = kinds_.find(clock);
    if (kind == kinds_.end()) {
        return static_cast<std::int64_t>(written);
    }
    const std::int64_t time = product(written, kind->second.multiplier);
    if (!kind->second.incremental) {
        return time;
    }
    return kind->second.last = sum(kind->second.last, time);
}

std::optional<std::int64_t> PerfettoClocks::converted(const Key& clock, std::int64_t time) const {
    if (clock == traceClock()) {
        return time;
    }
    const auto known = pairs_.find(clock);
    if (known == pairs_.end()) {
        return std::nullopt;
    }
    // Of several snapshots the newest that is not after.
    auto at = std::ranges::upper_bound(known->second, time, {}, &Pair::first);
    at -= at == known->second.begin() ? 0 : 1;
    return sum(difference(time, at->first), at->second);
}

// Clocks that stand in a snapshot with the trace's, then those that stand in one with these, and so on.
void PerfettoClocks::resolve() {
    constexpr int kMostHops = 8; // real traces need two
    pairs_.clear();
    for (int hop = 0; hop < kMostHops; ++hop) {
        std::map<Key, std::vector<Pair>> found;
        for (const Snapshot& snapshot : snapshots_) {
            std::optional<std::int64_t> now;
            for (auto one = snapshot.begin(); one != snapshot.end() && !now; ++one) {
                now = converted(one->first, one->second);
            }
            for (const auto& [clock, time] : snapshot) {
                if (now && clock != traceClock() && !pairs_.contains(clock)) {
                    found[clock].emplace_back(time, *now);
                }
            }
        }
        if (found.empty()) {
            break;
        }
        for (auto& [clock, pairs] : found) {
            std::ranges::stable_sort(pairs, {}, &Pair::first);
            pairs_.emplace(clock, std::move(pairs));
        }
    }
    resolved_ = true;
}

std::optional<std::int64_t> PerfettoClocks::onTrace(const Key& clock, std::int64_t time) {
    if (!resolved_) {
        resolve();
    }
    return converted(clock, time);
}

std::int64_t PerfettoClocks::unixOrigin() const {
    constexpr Key kRealtime{0, 1};
    for (const Snapshot& snapshot : snapshots_) {
        const auto real = snapshot.find(kRealtime);
        const auto own = snapshot.find(traceClock());
        if (real != snapshot.end() && own != snapshot.end()) {
            return std::max<std::int64_t>(difference(real->second, own->second), -1);
        }
    }
    return -1;
}

} // namespace lanes::pftrace
