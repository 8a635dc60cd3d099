#include "model/io/pftrace/PerfettoClocks.h"

#include "model/io/perfetto.pb.h"

#include <algorithm>
#include <deque>
#include <set>

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
    Snapshot values;
    for (const ClockSnapshot::Clock& clock : snapshot.clocks()) {
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

const std::vector<PerfettoClocks::Pair>& PerfettoClocks::direct(const Key& clock) {
    const auto [pairs, fresh] = direct_.try_emplace(clock);
    if (fresh) {
        for (const Snapshot& snapshot : snapshots_) {
            const auto own = snapshot.find(clock);
            const auto trace = snapshot.find(traceClock());
            if (own != snapshot.end() && trace != snapshot.end()) {
                pairs->second.emplace_back(own->second, trace->second);
            }
        }
        std::ranges::stable_sort(pairs->second, {}, &Pair::first);
    }
    return pairs->second;
}

// What other clocks showed when this one showed `time`, by snapshots that have both; of several the newest that is not after.
std::map<PerfettoClocks::Key, std::int64_t> PerfettoClocks::beside(const Key& clock,
                                                                   std::int64_t time) const {
    std::map<Key, std::int64_t> shown;
    for (const Snapshot& snapshot : snapshots_) {
        const auto own = snapshot.find(clock);
        if (own == snapshot.end()) {
            continue;
        }
        for (const auto& [other, value] : snapshot) {
            if (!shown.contains(other) || own->second <= time) {
                shown[other] = sum(difference(time, own->second), value);
            }
        }
    }
    return shown;
}

// Breadth first over clocks that stand in one snapshot together.
std::optional<std::int64_t> PerfettoClocks::onTrace(const Key& clock, std::int64_t time) {
    if (clock == traceClock()) {
        return time;
    }
    if (const std::vector<Pair>& pairs = direct(clock); !pairs.empty()) {
        auto at = std::ranges::upper_bound(pairs, time, {}, &Pair::first);
        at -= at == pairs.begin() ? 0 : 1;
        return sum(difference(time, at->first), at->second);
    }
    std::set<Key> seen{clock};
    std::deque<std::int64_t> values{time};
    std::deque<Key> queue{clock};
    while (!queue.empty()) {
        const Key at = queue.front();
        const std::int64_t value = values.front();
        queue.pop_front();
        values.pop_front();
        if (at == traceClock()) {
            return value;
        }
        for (const auto& [other, shown] : beside(at, value)) {
            if (seen.insert(other).second) {
                queue.push_back(other);
                values.push_back(shown);
            }
        }
    }
    return std::nullopt;
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
