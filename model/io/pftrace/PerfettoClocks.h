// Converts clocks of a Perfetto trace: snapshots give the times of several clocks at one moment.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanes::pftrace {

class ClockSnapshot;

// One thread. Add all snapshots, then convert.
class PerfettoClocks {
public:
    // Clocks 64 to 127 belong to a sequence of packets.
    using Key = std::pair<std::uint32_t, std::uint32_t>; // sequence (0: of all) and number
    [[nodiscard]] static Key key(std::uint32_t sequence, std::uint32_t clock);

    void add(const ClockSnapshot& snapshot, std::uint32_t sequence);
    // Nanoseconds of a written time. Times of an incremental clock add to the last one of the sequence, so call it in the
    // order of the file.
    [[nodiscard]] std::int64_t nanoseconds(const Key& clock, std::uint64_t written);
    // Converts nanoseconds of another clock to the trace's clock; nothing if no snapshots connect the two. O(log
    // snapshots); the first call after a snapshot reads all snapshots.
    [[nodiscard]] std::optional<std::int64_t> onTrace(const Key& clock, std::int64_t time);
    [[nodiscard]] Key traceClock() const { return {0, primary_}; }
    // Unix time at 0 of the trace's clock; -1 if the file does not give it.
    [[nodiscard]] std::int64_t unixOrigin() const;

private:
    struct Kind {
        std::int64_t multiplier = 1;
        bool incremental = false;
        std::int64_t last = 0;
    };
    using Snapshot = std::map<Key, std::int64_t>;
    using Pair = std::pair<std::int64_t, std::int64_t>; // a clock's time and the trace's

    void resolve();
    [[nodiscard]] std::optional<std::int64_t> converted(const Key& clock, std::int64_t time) const;

    static constexpr std::uint32_t kBoottime = 6;
    std::uint32_t primary_ = kBoottime;
    std::vector<Snapshot> snapshots_;
    std::map<Key, Kind> kinds_;
    bool resolved_ = false;
    std::map<Key, std::vector<Pair>> pairs_; // of clocks that lead to the trace's, by the first
};

} // namespace lanes::pftrace
