#include "model/analysis/time/LeafSlices.h"

#include "model/analysis/time/IntervalUnion.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// Names by kind, each asked once.
class Wanted {
public:
    Wanted(const Trace& trace, bool (*wanted)(EventKind, std::string_view))
        : trace_(trace)
        , wanted_(wanted) {}

    bool operator()(const Segment& segment, std::uint32_t i) {
        std::vector<std::uint8_t>& known = known_[static_cast<std::size_t>(segment.kind[i])];
        if (known.empty()) {
            known.assign(trace_.strings().size() + 1, kUnknown);
        }
        std::uint8_t& is = known[std::min<std::size_t>(segment.name[i].value, known.size() - 1)];
        if (is == kUnknown) {
            is = wanted_(segment.kind[i], trace_.text(segment.name[i])) ? 1 : 0;
        }
        return is == 1;
    }

private:
    static constexpr std::uint8_t kUnknown = 2;

    const Trace& trace_;
    bool (*wanted_)(EventKind, std::string_view);
    std::array<std::vector<std::uint8_t>, kEventKinds> known_;
};

} // namespace

IntervalSet leafSlices(const Trace& trace, TrackId track, bool (*wanted)(EventKind, std::string_view),
                       const std::stop_token& stop) {
    Wanted takes(trace, wanted);
    IntervalUnion all;
    for (const auto& segment : trace.segments()) {
        if (segment->track != track || stop.stop_requested()) {
            continue;
        }
        std::vector<bool> calls(segment->size());
        for (std::uint32_t depth = segment->depths(); depth-- > 0;) {
            HugeVector<TimeRange> lane;
            for (std::uint32_t i = segment->laneBegin[depth]; i < segment->laneBegin[depth + 1]; ++i) {
                const bool taken = takes(*segment, i);
                if (taken && !calls[i]) {
                    lane.push_back({segment->start[i], segment->end(i)});
                }
                const std::uint32_t outer = segment->parent[i].value - segment->first;
                if ((taken || calls[i]) && segment->parent[i].valid() && outer < segment->size()) {
                    calls[outer] = true;
                }
            }
            all.add(IntervalSet(std::move(lane)));
        }
    }
    return all.take();
}

} // namespace lanes
