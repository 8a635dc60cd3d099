#include "model/analysis/gaps/GapCause.h"

#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/operators/OwnFrame.h"
#include "model/analysis/time/IntervalSet.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/base/ChainMemo.h"
#include "model/base/Contains.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace lanes {

namespace {

GapPart partOf(const Trace& trace, const Segment& segment, std::uint32_t i) {
    const std::string_view name = trace.text(segment.name[i]);
    switch (activityOf(segment.kind[i], name, {}, trace.ownClasses())) {
    case Activity::Communication:
        return GapPart::Wait;
    case Activity::DataLoading:
        return GapPart::DataLoading;
    case Activity::Cpu:
        return GapPart::Operator;
    case Activity::Runtime:
        if (contains(name, "Synchronize") || contains(name, "WaitEvent") || contains(name, "EventQuery")) {
            return GapPart::Wait;
        }
        return contains(name, "Memcpy") || contains(name, "Memset") || contains(name, "Malloc") ||
                       contains(name, "Free")
                   ? GapPart::Copy
                   : GapPart::Runtime;
    case Activity::Other:
        return GapPart::Python;
    default:
        return GapPart::NotRecorded; // a label, no work
    }
}

// What a thread did in `range`, by part.
class Thread {
public:
    Thread(const Trace& trace, TimeRange range, GapCause& cause)
        : trace_(trace)
        , range_(range)
        , cause_(cause) {}

    void addLane(const Lane& lane) {
        std::array<std::vector<TimeRange>, kGapParts> found;
        // Slices of a lane do not overlap: what the range meets is next to one another.
        const auto segmentOf = [this](const LanePiece& piece) -> const Segment& {
            return *trace_.segments()[piece.segment];
        };
        auto piece = std::ranges::partition_point(
            lane.pieces, [&](const LanePiece& p) { return segmentOf(p).end(p.end - 1) <= range_.begin; });
        for (; piece != lane.pieces.end() && segmentOf(*piece).start[piece->begin] < range_.end; ++piece) {
            const Segment& segment = segmentOf(*piece);
            const auto starts = segment.start.subspan(piece->begin, piece->end - piece->begin);
            const auto after = std::ranges::lower_bound(starts, range_.begin) - starts.begin();
            for (std::uint32_t i =
                     piece->begin + static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(after - 1, 0));
                 i < piece->end && segment.start[i] < range_.end; ++i) {
                add(segment, i, found);
            }
        }
        for (std::size_t part = 0; part < found.size(); ++part) {
            sets_[part] = sets_[part].unite(IntervalSet(found[part]));
        }
    }

    void finish() {
        IntervalSet taken;
        for (std::size_t part = 0; part < static_cast<std::size_t>(GapPart::NotRecorded); ++part) {
            cause_.time[part] = sets_[part].subtract(taken).covered(range_);
            taken = taken.unite(sets_[part]);
        }
        cause_.time[static_cast<std::size_t>(GapPart::NotRecorded)] = range_.length() - taken.covered(range_);
        findLongest();
    }

private:
    // A slice that had some of the range. Those around it may stand on lanes before or after its own.
    struct Own {
        std::size_t part = 0;
        TimeNs all = 0;
        TimeNs inner = 0; // of it its children's
        SliceId around;
    };

    void findLongest() {
        AncestorSearch having;
        for (const auto& [slice, own] : own_) {
            // a range begins in its __enter__, which ended long before the gap: what is around that has the range, too
            const std::uint32_t at = having.first(
                own.around.value, [this](std::uint32_t s) { return trace_.slice(SliceId(s)).parent.value; },
                [this](std::uint32_t s) { return own_.contains(s); });
            if (at != AncestorSearch::kNone) {
                own_.at(at).inner += own.all;
            }
        }
        std::array<TimeNs, kGapParts> most{};
        for (const auto& [slice, own] : own_) {
            const bool work = own.part < static_cast<std::size_t>(GapPart::NotRecorded);
            if (work && own.all - own.inner > most[own.part]) {
                most[own.part] = own.all - own.inner;
                cause_.longest[own.part] = SliceId(slice);
            }
        }
    }

    void add(const Segment& segment, std::uint32_t i, std::array<std::vector<TimeRange>, kGapParts>& found) {
        const TimeRange cut{std::max(segment.start[i], range_.begin), std::min(segment.end(i), range_.end)};
        const auto part = static_cast<std::size_t>(partOf(trace_, segment, i));
        if (cut.empty()) {
            return;
        }
        if (part < static_cast<std::size_t>(GapPart::NotRecorded)) {
            found[part].push_back(cut);
        }
        own_[segment.first + i] = {part, cut.length(), 0, segment.parent[i]};
    }

    const Trace& trace_;
    TimeRange range_;
    GapCause& cause_;
    std::array<IntervalSet, kGapParts> sets_;
    std::map<std::uint32_t, Own> own_; // by slice
};

} // namespace

std::optional<GapCause> gapCause(const Trace& trace, TimeRange gap, SliceId launch) {
    if (gap.empty() || !trace.has(launch)) {
        return std::nullopt;
    }
    const Trace::Slice call = trace.slice(launch);
    const TimeRange host{gap.begin, std::clamp(call.start, gap.begin, gap.end)};
    GapCause cause;
    if (!host.empty()) {
        Thread thread(trace, host, cause);
        const auto [first, last] = trace.lanesOf(call.track);
        for (std::uint32_t lane = first; lane < last; ++lane) {
            thread.addLane(trace.lanes()[lane]);
        }
        thread.finish();
    }
    cause.time[static_cast<std::size_t>(GapPart::Queue)] = gap.end - host.end;
    cause.most = static_cast<GapPart>(std::ranges::max_element(cause.time) - cause.time.begin());
    return cause;
}

std::vector<GapLink> gapChain(const Trace& trace, const EventOrigin& origin, TimeRange gap,
                              const GapCause& cause, SliceId launch) {
    std::vector<GapLink> chain{{GapLink::Kind::Idle, {}, {}, gap.length(), {}}};
    const TimeNs queue = cause.of(GapPart::Queue);
    SliceId at = launch; // what stands on the thread
    if (cause.most == GapPart::Queue) {
        chain.push_back({GapLink::Kind::Queued, {}, launch, queue, {}});
    } else {
        chain.push_back({GapLink::Kind::Late, {}, launch, gap.length() - queue, {}});
        const SliceId longest = cause.longest[static_cast<std::size_t>(cause.most)];
        chain.push_back({GapLink::Kind::Part, cause.most, longest, cause.of(cause.most), {}});
        at = longest.valid() ? longest : launch;
    }
    if (const SliceId op = origin.operatorOf(at); op.valid() && op != at) {
        chain.push_back({GapLink::Kind::Operator, {}, op, trace.slice(op).duration, {}});
    }
    // A line of the program's own is one that can be changed; else the innermost of a library's.
    const std::vector<StackLine> lines = origin.pythonStackOf(at).lines;
    auto code = std::ranges::find_if(lines, [](const StackLine& line) { return isOwnFrame(line.text); });
    if (code == lines.end()) {
        code = std::ranges::find_if(lines, [](const StackLine& line) {
            return !line.text.starts_with(kModulePrefix) && !isWrapperFrame(line.text);
        });
    }
    if (code != lines.end()) {
        chain.push_back({GapLink::Kind::Code, {}, code->slice, std::nullopt, code->text});
    }
    return chain;
}

} // namespace lanes
