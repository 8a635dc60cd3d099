#include "model/session/writing/SessionWriter.h"

#include "model/base/Format.h"
#include "model/session/OverviewCodec.h"
#include "model/session/session.pb.h"
#include "model/session/writing/TableEncoders.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <utility>

namespace lanes::session {

namespace {

// A shorter session is read before anybody would have seen its overview.
constexpr std::uint64_t kOverviewFrom = 1u << 20;
constexpr std::uint64_t kSlicesPerOverviewRecord = 128; // at least, so that it adds little to the file

} // namespace

SessionWriter::SessionWriter(ChunkWriter file)
    : out_(std::move(file)) {}

Result<SessionWriter> SessionWriter::create(std::unique_ptr<Output> output) {
    Result<ChunkWriter> file = ChunkWriter::create(std::move(output));
    if (!file) {
        return file.error();
    }
    return SessionWriter(std::move(file).value());
}

TrackId SessionWriter::addTrack(Track track) {
    states_.emplace_back();
    return definitions_.addTrack(std::move(track));
}

void SessionWriter::setInfo(const SessionInfo& info) {
    info_ = info;
    infoChanged_ = true;
}

void SessionWriter::setDiagnostics(const Diagnostics& diagnostics) {
    diagnostics_ = diagnostics;
    diagnosticsChanged_ = true;
}

void SessionWriter::setClocks(std::vector<Clock> clocks) {
    clocks_ = std::move(clocks);
    clocksChanged_ = true;
    infoChanged_ = true; // what a reader needs
}

void SessionWriter::setWholeUpTo(TrackId track, TimeNs time) {
    watermarks_[track] = time;
    if (bounds_.any()) {
        wholeUpTo_[track] = time;
    }
}

void SessionWriter::complete(SliceRecord& record) {
    if (record.kind == EventKind::Other) {
        record.kind = definitions_.kindOf(record.layout);
    }
    if (record.hue == Hue::Other) {
        record.hue = hues_.get(record.kind, record.name, [&](StringId id) { return definitions_.text(id); });
    }
}

Result<std::vector<std::uint32_t>> SessionWriter::writeSlices(TrackId track,
                                                              std::span<const SliceRecord> slices,
                                                              std::span<const SliceEnd> ends,
                                                              const CellSource& cells) {
    std::vector<SliceRecord> sorted;
    sorted.reserve(slices.size());
    const std::vector<std::uint32_t> order = startOrder(slices);
    for (const std::uint32_t i : order) {
        sorted.push_back(slices[i]);
        complete(sorted.back());
    }
    std::vector<std::uint32_t> positions(slices.size());
    std::vector<SliceId> placed;
    for (; ends.size() > kSlicesPerChunk; ends = ends.subspan(kSlicesPerChunk)) {
        if (auto written = writeSliceChunk(track, {}, ends.first(kSlicesPerChunk), cells, placed); !written) {
            return written.error();
        }
    }
    std::size_t done = 0;
    do {
        const std::size_t count = fittingOneChunk(definitions_.layouts(), sorted.size() - done,
                                                  [&](std::size_t i) { return sorted[done + i].layout; });
        const auto part = std::span<const SliceRecord>(sorted).subspan(done, count);
        if (auto written = writeSliceChunk(track, part, ends, cells, placed); !written) {
            return written.error();
        }
        for (std::size_t i = 0; i < count; ++i) {
            positions[order[done + i]] = placed[i].value;
        }
        done += count;
        ends = {};
    } while (done < sorted.size());
    return positions;
}

Result<void> SessionWriter::writeSliceChunk(TrackId track, std::span<const SliceRecord> slices,
                                            std::span<const SliceEnd> ends, const CellSource& cells,
                                            std::vector<SliceId>& positions) {
    TrackState& state = states_[track.value];
    proto::Slices message;
    message.set_track(track.value);
    message.set_first(state.count);
    message.set_count(static_cast<std::uint32_t>(slices.size()));
    for (const SliceEnd& e : ends) {
        message.add_closed(e.position);
        message.add_closed_end(e.end);
        if (!bounds_.any()) {
            coarse_.close(track, SliceId(e.position), e.end);
        }
        for (OpenStack::Entry& open : state.open.entries) {
            if (open.id.value == e.position) {
                open.end = std::max(e.end, open.start);
            }
        }
    }
    encodeOpen(state.open, message);
    const std::vector<SliceRecord> records(slices.begin(), slices.end());
    const auto segment = buildSegment(track, state.count, records, state.open, &positions);
    std::vector<SliceId> open;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices[i].duration < 0) {
            open.push_back(positions[i]);
        } else if (slices[i].unended) {
            message.add_unended(positions[i].value - state.count);
        }
    }
    message.set_lowest_lanes(segment->overlaps);
    noteOverlaps(segment->overlaps);
    if (!bounds_.any()) { // it would show what is gone
        coarse_.add(segment, open);
    }
    state.count += segment->size();
    sliceCount_ += segment->size();
    encodeSlices(slices, cells, message);
    return writeData(ChunkType::Slices, message, message.count(), track);
}

// Who does not know how these are numbered would lead arrows to wrong slices.
void SessionWriter::noteOverlaps(bool overlaps) {
    if (overlaps && !overlaps_) {
        overlaps_ = true;
        infoChanged_ = true;
    }
}

void SessionWriter::encodeSlices(std::span<const SliceRecord> slices, const CellSource& cells,
                                 proto::Slices& out) {
    ColumnEncoder& encoder = out_.encoder();
    out.set_start(encoder.encodeEach(slices, &SliceRecord::start));
    out.set_duration(
        encoder.encodeEach(slices, [](const SliceRecord& r) { return std::max<TimeNs>(r.duration, -1); }));
    out.set_name_plus1(encoder.encodeEach(slices, [](const SliceRecord& r) { return r.name.value + 1; }));
    out.set_layout_plus1(encoder.encodeEach(slices, [](const SliceRecord& r) { return r.layout.value + 1; }));
    RowEncoder rows(encoder, definitions_.layouts());
    bool derivedKinds = true;
    bool derivedHues = true;
    for (const SliceRecord& r : slices) {
        const auto text = [&](StringId id) { return definitions_.text(id); };
        derivedKinds = derivedKinds && r.kind == definitions_.kindOf(r.layout);
        derivedHues = derivedHues && r.hue == hues_.get(r.kind, r.name, text);
        rows.add(r.layout, r.row, cells);
    }
    if (!derivedKinds) {
        out.set_kind(encoder.encodeEach(slices, &SliceRecord::kind));
    }
    if (!derivedHues) {
        out.set_hue(encoder.encodeEach(slices, &SliceRecord::hue));
    }
    for (std::size_t g = 0; g < rows.groups(); ++g) {
        rows.encode(g, *out.add_rows());
    }
}

Result<void> SessionWriter::writePoints(const PointRows& points, const CellSource& cells) {
    for (std::uint32_t done = 0; done < points.size();) {
        const auto count = static_cast<std::uint32_t>(
            fittingOneChunk(definitions_.layouts(), points.size() - done,
                            [&](std::size_t i) { return points.layout[done + i]; }));
        proto::Points message;
        encodePoints(out_.encoder(), definitions_.layouts(), points, done, count, cells, message);
        if (auto written = writeData(ChunkType::Points, message, count); !written) {
            return written;
        }
        done += count;
        pointCount_ += count;
    }
    return {};
}

Result<void> SessionWriter::writeMemory(const MemoryRows& memory) {
    for (std::uint32_t done = 0; done < memory.size();) {
        const std::uint32_t count = std::min(memory.size() - done, kSlicesPerChunk);
        proto::Memory message;
        encodeMemory(out_.encoder(), memory, done, count, message);
        if (auto written = writeData(ChunkType::Memory, message, count); !written) {
            return written;
        }
        done += count;
    }
    return {};
}

Result<void> SessionWriter::writeCounters(std::span<const CounterSeries> counters) {
    proto::Counters message;
    std::size_t rows = 0; // of the message: short curves share a chunk
    for (const CounterSeries& series : counters) {
        for (std::size_t done = 0; done < series.time.size();) {
            const std::size_t count =
                std::min<std::size_t>(series.time.size() - done, kSlicesPerChunk - rows);
            encodeCounter(out_.encoder(), series, done, count, *message.add_series());
            done += count;
            rows += count;
            if (rows == kSlicesPerChunk) {
                if (auto written = writeData(ChunkType::Counters, message); !written) {
                    return written;
                }
                message.Clear();
                rows = 0;
            }
        }
    }
    return rows > 0 ? writeData(ChunkType::Counters, message) : Result<void>();
}

Result<void> SessionWriter::writeLinks(std::span<const SessionLink> links, std::uint64_t flowStarts,
                                       std::uint64_t flowsLinked) {
    std::size_t done = 0;
    do {
        const std::size_t count = std::min<std::size_t>(links.size() - done, kSlicesPerChunk);
        proto::Links message;
        encodeLinks(out_.encoder(), links.subspan(done, count), message);
        message.set_flow_starts(done == 0 ? flowStarts : 0);
        message.set_flows_linked(done == 0 ? flowsLinked : 0);
        if (auto written = writeData(ChunkType::Links, message); !written) {
            return written;
        }
        done += count;
    } while (done < links.size());
    return {};
}

Result<void> SessionWriter::run(std::initializer_list<Step> steps) {
    for (const Step step : steps) {
        if (auto written = (this->*step)(); !written) {
            return written;
        }
    }
    return {};
}

Result<void> SessionWriter::flush() {
    return run({&SessionWriter::writeDefinitions, &SessionWriter::writeInfo, &SessionWriter::writeClocks,
                &SessionWriter::writeWatermarks, &SessionWriter::writeDiagnostics});
}

Result<void> SessionWriter::finish() {
    if (auto written = run({&SessionWriter::flush, &SessionWriter::writeOverview}); !written) {
        return written;
    }
    ended_ = true;
    infoChanged_ = true;
    auto written = writeInfo();
    return written ? out_.writeFooter(sliceCount_ - gone_.slices, pointCount_ - gone_.points) : written;
}

Result<void> SessionWriter::writeOverview() {
    if (sliceCount_ < kOverviewFrom || bounds_.any()) {
        return {};
    }
    proto::Overview message;
    auto records = static_cast<std::size_t>(sliceCount_ / kSlicesPerOverviewRecord);
    do {
        message.Clear();
        encodeOverview(out_.encoder(), coarse_.result(records), message);
        records /= 2;
    } while (message.ByteSizeLong() > kMaxRawBytes && records > 0);
    return writeData(ChunkType::Overview, message);
}

Result<void> SessionWriter::writeData(ChunkType type, const google::protobuf::MessageLite& message,
                                      std::uint32_t rows, TrackId track) {
    // Encoding may have met new texts, so definitions come only now, but still in front of their use.
    if (auto written = writeDefinitions(); !written) {
        return written;
    }
    if (bounds_.bytes > 0) {
        if (auto room = makeRoom(kChunkHeaderBytes + message.ByteSizeLong()); !room) {
            return room;
        }
    }
    auto written = out_.writeColumns(type, message, track);
    if (written && bounds_.any()) {
        ring_.add(out_.index().back(), rows, !track.valid() || !countsNowhere(this->track(track)));
    }
    return written;
}

Result<void> SessionWriter::writeDefinitions() {
    return definitions_.write(out_);
}

Result<void> SessionWriter::writeInfo() {
    if (!infoChanged_) {
        return {};
    }
    proto::Session message;
    encodeInfo(info_, message);
    message.set_ended(ended_);
    if (std::ranges::any_of(clocks_, [](const Clock& clock) { return !clock.applied; })) {
        message.add_needs(std::string(kNeedsClocks));
    }
    if (overlaps_) {
        message.add_needs(std::string(kNeedsLowestLanes));
    }
    if (keptSince_) {
        proto::Session::Property& kept = *message.add_properties();
        kept.set_key(std::string(kKeptSince));
        kept.set_value(std::to_string(*keptSince_));
    }
    infoChanged_ = false;
    return out_.write(ChunkType::Session, message);
}

Result<void> SessionWriter::writeClocks() {
    if (!clocksChanged_) {
        return {};
    }
    proto::Clocks message;
    for (const Clock& clock : clocks_) {
        encodeClock(out_.encoder(), clock, *message.add_clocks());
    }
    clocksChanged_ = false;
    return out_.write(ChunkType::Clocks, message);
}

Result<void> SessionWriter::writeWatermarks() {
    if (watermarks_.empty()) {
        return {};
    }
    proto::Watermarks message;
    message.set_count(static_cast<std::uint32_t>(watermarks_.size()));
    message.set_track(
        out_.encoder().encodeEach(watermarks_, [](const auto& mark) { return mark.first.value; }));
    message.set_time(out_.encoder().encodeEach(watermarks_, [](const auto& mark) { return mark.second; }));
    watermarks_.clear();
    return out_.write(ChunkType::Watermarks, message);
}

Result<void> SessionWriter::writeDiagnostics() {
    if (!diagnosticsChanged_ && definitions_.cutTexts() == cutTextsTold_) {
        return {};
    }
    proto::Diagnostics message;
    Diagnostics all = diagnostics_;
    if (definitions_.cutTexts() > 0) {
        all.add("text-cut", Severity::Loss, "Texts of more than 32 MiB were cut", -1,
                definitions_.cutTexts());
    }
    if (gone_.events > 0) {
        all.add("let-go", Severity::Note,
                "Older events were let go, so that the newest fit: everything is there from " +
                    formatDuration(*keptSince_) + " after the recording's start on",
                -1, gone_.events);
    }
    encodeDiagnostics(all, message);
    diagnosticsChanged_ = false;
    cutTextsTold_ = definitions_.cutTexts();
    return out_.write(ChunkType::Diagnostics, message);
}

} // namespace lanes::session
