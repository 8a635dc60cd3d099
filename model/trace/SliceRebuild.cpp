#include "model/trace/SliceRebuild.h"

#include "model/base/StopEvery.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kSlicesPerSegment = std::size_t{1} << 16;

} // namespace

std::vector<SliceRebuild::Row> SliceRebuild::rowsOf(TrackId track) const {
    std::vector<Row> rows;
    const auto [first, last] = trace_.lanesOf(track);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        for (const LanePiece& piece : trace_.lanes()[lane].pieces) {
            const Segment& s = *trace_.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                if (i % kStopEvery == 0 && stop_.stop_requested()) {
                    return {};
                }
                rows.push_back({{s.start[i], s.end(i) - s.start[i], s.name[i], s.layout[i], s.row[i],
                                 s.kind[i], s.hue[i]},
                                SliceId(s.first + i)});
            }
        }
    }
    return rows;
}

void SliceRebuild::add(TrackId track, const std::vector<Row>& rows) {
    std::vector<SliceRecord> records;
    records.reserve(rows.size());
    for (const Row& row : rows) {
        records.push_back(row.record);
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
        segments_.push_back(buildSegment(track, count_, part, open, &placed));
        for (std::size_t i = done; i < end; ++i) {
            ids_[rows[order[i]].from.value] = placed[i - done];
        }
        count_ += static_cast<std::uint32_t>(end - done);
        done = end;
    }
}

void SliceRebuild::finish(TraceData& data) const {
    UnwrittenVector<Link> links;
    for (const Link& link : trace_.links().all()) {
        if (trace_.has(link.from) && trace_.has(link.to) && ids_[link.from.value].valid() &&
            ids_[link.to.value].valid()) {
            links.push_back({ids_[link.from.value], ids_[link.to.value], link.kind});
        }
    }
    data.links = LinkTable(std::move(links));
    std::vector<SliceId> open;
    for (const SliceId slice : trace_.openSlices()) {
        if (ids_[slice.value].valid()) {
            open.push_back(ids_[slice.value]);
        }
    }
    data.openSlices = std::move(open);
    data.segments = segments_;
    data.coarse = nullptr;
}

} // namespace lanes
