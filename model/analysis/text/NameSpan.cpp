#include "model/analysis/text/NameSpan.h"

#include <algorithm>
#include <limits>

namespace lanes {

TimeRange spanOfName(const Trace& trace, StringId name, const std::stop_token& stop) {
    TimeRange span{std::numeric_limits<TimeNs>::max(), std::numeric_limits<TimeNs>::min()};
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return {};
        }
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (segment->name[i] == name) {
                span.begin = std::min(span.begin, segment->start[i]);
                span.end = std::max(span.end, segment->end(i));
            }
        }
    }
    return span.begin <= span.end ? TimeRange{span.begin, std::max(span.end, span.begin + 1)} : TimeRange{};
}

} // namespace lanes
