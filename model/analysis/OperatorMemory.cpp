#include "model/analysis/OperatorMemory.h"

#include <algorithm>

namespace lanes {

namespace {

// Sums of everything before an event.
struct Prefix {
    std::vector<std::int64_t> allocated{0};
    std::vector<std::int64_t> freed{0};

    explicit Prefix(const MemoryTable& memory) {
        for (const std::int64_t bytes : memory.bytes) {
            allocated.push_back(allocated.back() + std::max<std::int64_t>(bytes, 0));
            freed.push_back(freed.back() + std::max<std::int64_t>(-bytes, 0));
        }
    }
};

// The first event for which `after` does not hold, searched for from `from` in growing steps: operators of a lane
// come in time order, so the next one is near.
template<class Before>
std::size_t gallop(const std::vector<TimeNs>& times, std::size_t from, Before before) {
    std::size_t step = 1;
    std::size_t low = from;
    while (low + step <= times.size() && before(times[low + step - 1])) {
        low += step;
        step *= 2;
    }
    const std::size_t high = std::min(times.size(), low + step);
    return static_cast<std::size_t>(std::partition_point(times.begin() + static_cast<std::ptrdiff_t>(low),
                                                         times.begin() + static_cast<std::ptrdiff_t>(high),
                                                         before) -
                                    times.begin());
}

} // namespace

std::shared_ptr<const OperatorMemory> OperatorMemory::build(const OperatorForest& forest,
                                                            const std::stop_token& stop) {
    const auto result = std::make_shared<OperatorMemory>();
    const MemoryTable& memory = forest.trace().memory();
    if (memory.size() == 0) {
        return result;
    }
    const Prefix prefix(memory);
    result->sums_.resize(forest.size());
    for (const OperatorForest::Run& run : forest.runs()) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        const Segment& segment = forest.segmentOf(run);
        std::size_t from = 0;
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            const std::uint32_t i = forest.slice(op).value - segment.first;
            const TimeNs start = segment.start[i];
            const TimeNs end = segment.end(i);
            from = gallop(memory.time, from, [start](TimeNs t) { return t < start; });
            const std::size_t to = gallop(memory.time, from, [end](TimeNs t) { return t <= end; });
            result->sums_[op] = {prefix.allocated[to] - prefix.allocated[from],
                                 prefix.freed[to] - prefix.freed[from]};
        }
    }
    return result;
}

} // namespace lanes
