#include "model/trace/TraceCut.h"

#include "model/trace/SliceRebuild.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanes {

namespace {

bool reachesInto(TimeRange slice, TimeRange range) {
    return slice.empty() ? range.contains(slice.begin) : slice.begin < range.end && slice.end > range.begin;
}

class Cut {
public:
    Cut(const Trace& trace, TimeRange range, const std::stop_token& stop)
        : trace_(trace)
        , range_(range)
        , stop_(stop)
        , slices_(trace, stop)
        , data_(trace.data()) {}

    std::shared_ptr<const Trace> make() {
        for (std::uint32_t t = 0; t < trace_.tracks().size() && !stop_.stop_requested(); ++t) {
            takeTrack(TrackId(t));
        }
        if (stop_.stop_requested()) {
            return nullptr;
        }
        slices_.finish(data_);
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
        std::vector<SliceRebuild::Row> rows = slices_.rowsOf(track);
        std::erase_if(rows, [this](const SliceRebuild::Row& row) {
            return !reachesInto({row.record.start, row.record.start + row.record.duration}, range_);
        });
        for (auto& [record, from] : rows) {
            const TimeRange whole{record.start, record.start + record.duration};
            const TimeRange cut{std::max(whole.begin, range_.begin), std::min(whole.end, range_.end)};
            reachedBeyond_ += cut == whole ? 0 : 1;
            record.start = cut.begin;
            record.duration = cut.length();
        }
        slices_.add(track, rows);
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
    SliceRebuild slices_;
    TraceData data_;
    std::uint64_t reachedBeyond_ = 0;
};

} // namespace

std::shared_ptr<const Trace> cutTrace(const Trace& trace, TimeRange range, const std::stop_token& stop) {
    return Cut(trace, range, stop).make();
}

} // namespace lanes
