#include "model/trace/TraceCut.h"

#include "model/base/StopEvery.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanes {

namespace {

constexpr std::size_t kSlicesPerSegment = std::size_t{1} << 16;

bool reachesInto(TimeRange slice, TimeRange range) {
    return slice.empty() ? range.contains(slice.begin) : slice.begin < range.end && slice.end > range.begin;
}

class Cut {
public:
    Cut(const Trace& trace, TimeRange range, const std::stop_token& stop)
        : trace_(trace)
        , range_(range)
        , stop_(stop)
        , ids_(trace.sliceCount())
        , data_(trace.data()) {
        data_.segments = {};
        data_.coarse = nullptr;
    }

    std::shared_ptr<const Trace> make() {
        for (std::uint32_t t = 0; t < trace_.tracks().size() && !stop_.stop_requested(); ++t) {
            takeTrack(TrackId(t));
        }
        if (stop_.stop_requested()) {
            return nullptr;
        }
        takeLinks();
        takePoints();
        takeRowsWithin(data_.memory);
        for (CounterSeries& counter : data_.counters) {
            takeRowsWithin(counter);
        }
        if (reachedBeyond_ > 0) {
            data_.diagnostics.add(
                "cut-range", Severity::Note,
                "Only a range of the session was kept; events that reached beyond it were cut "
                "there, so they took longer than is said here.",
                -1, reachedBeyond_);
        }
        return stop_.stop_requested() ? nullptr : std::make_shared<const Trace>(std::move(data_));
    }

private:
    void takeTrack(TrackId track) {
        std::vector<SliceRecord> records;
        std::vector<SliceId> from;
        const auto [first, last] = trace_.lanesOf(track);
        for (std::uint32_t lane = first; lane < last; ++lane) {
            for (const LanePiece& piece : trace_.lanes()[lane].pieces) {
                takePiece(piece, records, from);
            }
        }
        const std::vector<std::uint32_t> order = startOrder(records);
        OpenStack open;
        for (std::size_t done = 0; done < order.size() && !stop_.stop_requested();) {
            const std::size_t end = std::min(order.size(), done + kSlicesPerSegment);
            std::vector<SliceRecord> part;
            for (std::size_t i = done; i < end; ++i) {
                part.push_back(records[order[i]]);
            }
            std::vector<SliceId> placed;
            data_.segments.push_back(buildSegment(track, count_, part, open, &placed));
            for (std::size_t i = done; i < end; ++i) {
                ids_[from[order[i]].value] = placed[i - done];
            }
            count_ += static_cast<std::uint32_t>(end - done);
            done = end;
        }
    }

    void takePiece(const LanePiece& piece, std::vector<SliceRecord>& records, std::vector<SliceId>& from) {
        const Segment& s = *trace_.segments()[piece.segment];
        for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
            if (i % kStopEvery == 0 && stop_.stop_requested()) {
                return;
            }
            const TimeRange whole{s.start[i], s.end(i)};
            if (!reachesInto(whole, range_)) {
                continue;
            }
            const TimeRange cut{std::max(whole.begin, range_.begin), std::min(whole.end, range_.end)};
            reachedBeyond_ += cut == whole ? 0 : 1;
            records.push_back(
                {cut.begin, cut.length(), s.name[i], s.layout[i], s.row[i], s.kind[i], s.hue[i]});
            from.emplace_back(s.first + i);
        }
    }

    void takeLinks() {
        UnwrittenVector<Link> links;
        for (const Link& link : trace_.links().all()) {
            if (trace_.has(link.from) && trace_.has(link.to) && ids_[link.from.value].valid() &&
                ids_[link.to.value].valid()) {
                links.push_back({ids_[link.from.value], ids_[link.to.value], link.kind});
            }
        }
        data_.links = LinkTable(std::move(links));
        std::vector<SliceId> open;
        for (const SliceId slice : trace_.openSlices()) {
            if (ids_[slice.value].valid()) {
                open.push_back(ids_[slice.value]);
            }
        }
        data_.openSlices = std::move(open);
    }

    // Metadata has no time, and says what the rest is.
    void takePoints() {
        const PointTable& points = trace_.points();
        takeRows(points, data_.points, [&](std::size_t i) {
            const ArgLayout* layout = trace_.args().layout(points.layout[i]);
            return range_.contains(points.time[i]) || (layout != nullptr && layout->phase == 'M');
        });
    }

    template<class Table>
    void takeRowsWithin(Table& table) {
        const Table all = table;
        takeRows(all, table, [&](std::size_t i) { return range_.contains(all.time[i]); });
    }

    template<class Table, class Wanted>
    void takeRows(const Table& all, Table& kept, const Wanted& isWanted) {
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < all.time.size(); ++i) {
            if (isWanted(i)) {
                rows.push_back(i);
            }
        }
        forEachColumn(kept, all, [&](auto& to, const auto& from) {
            to = {};
            for (const std::size_t row : rows) {
                to.push_back(from[row]);
            }
        });
    }

    const Trace& trace_;
    TimeRange range_;
    const std::stop_token& stop_;
    std::vector<SliceId> ids_; // of the trace -> of the cut; none: left out
    TraceData data_;
    std::uint32_t count_ = 0;
    std::uint64_t reachedBeyond_ = 0;
};

} // namespace

std::shared_ptr<const Trace> cutTrace(const Trace& trace, TimeRange range, const std::stop_token& stop) {
    return Cut(trace, range, stop).make();
}

} // namespace lanes
