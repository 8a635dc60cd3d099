#include "views/operators/RowDetail.h"

#include "model/base/StopEvery.h"
#include "model/base/StoppableSort.h"
#include "views/shared/text/FrameText.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lanes {
namespace {

// The innermost frame of the program itself, outside of torch.
std::string_view ownFrame(const CallContext& context, std::uint32_t node) {
    for (const std::string_view frame : context.frames(node)) {
        const FrameText text = frameText(frame);
        if (!text.library && !text.module) {
            return frame;
        }
    }
    return {};
}

std::vector<RowDetail::Place> placesOf(const CallContext& context,
                                       const std::map<std::uint32_t, TimeNs>& byNode) {
    std::map<std::string_view, TimeNs> times;
    TimeNs all = 0;
    for (const auto& [node, time] : byNode) {
        times[ownFrame(context, node)] += time;
        all += time;
    }
    std::vector<RowDetail::Place> places;
    for (const auto& [frame, time] : times) {
        if (!frame.empty() && all > 0) {
            places.push_back({frame, double(time) / double(all)});
        }
    }
    std::ranges::stable_sort(places, std::ranges::greater{}, &RowDetail::Place::share);
    return places;
}

} // namespace

std::optional<RowDetail> rowDetail(const OperatorTable& table, std::uint32_t row,
                                   const std::stop_token& stop) {
    const OperatorData& data = table.data();
    RowDetail detail;
    detail.device = table.row(row).selfDevice > 0;
    std::map<std::uint32_t, TimeNs> byNode;
    std::vector<TimeNs> times;
    for (const std::uint32_t op : callsOf(data, table.query(), table.row(row), stop)) {
        if (times.size() % kStopEvery == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        const Trace::Slice slice = data.forest->trace().slice(data.forest->slice(op));
        const TimeNs time = detail.device ? data.forest->selfDevice(op) : slice.duration;
        detail.calls.push_back({data.forest->slice(op), slice.start, time});
        times.push_back(time);
        if (const std::uint32_t node = data.context->nodeOf(op); node != CallContext::kNone) {
            byNode[node] += time;
        }
    }
    detail.spread = Spread::of(std::move(times), stop);
    detail.slowest.resize(detail.calls.size());
    std::iota(detail.slowest.begin(), detail.slowest.end(), 0U);
    const auto longer = [&detail](std::uint32_t a, std::uint32_t b) {
        return detail.calls[a].time > detail.calls[b].time;
    };
    if (!sortStoppably(detail.slowest, longer, stop) || stop.stop_requested()) {
        return std::nullopt;
    }
    detail.places = placesOf(*data.context, byNode);
    return detail;
}

} // namespace lanes
