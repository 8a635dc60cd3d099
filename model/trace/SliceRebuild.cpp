#include "model/trace/SliceRebuild.h"

#include "model/base/StopEvery.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanes {

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
    SegmentRun run = buildSegments(track, count_, records, stop_);
    for (const auto& segment : run.segments) {
        count_ += segment->size();
        segments_.push_back(segment);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ids_[rows[i].from.value] = run.placed[i];
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
