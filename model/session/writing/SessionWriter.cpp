#include "model/session/writing/SessionWriter.h"

#include "model/session/OverviewCodec.h"
#include "model/session/session.pb.h"
#include "model/session/writing/Output.h"
#include "model/session/writing/TableEncoders.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lanes::session {

// A part of a session in memory.
class MemoryOutput final : public Output {
public:
    Result<void> append(std::string bytes) override {
        bytes_ += bytes;
        return {};
    }
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }
    // What has been appended since the last call.
    [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

private:
    std::string bytes_;
    std::string path_ = "the session";
};

namespace {

// A shorter session is read before anybody would have seen its overview.
constexpr std::uint64_t kOverviewFrom = 1u << 20;
constexpr std::uint64_t kSlicesPerOverviewRecord = 128; // at least, so that it adds little to the file

// Of the bytes that the disk may give: at so many the file is written anew, with so many. Both are there for a moment.
constexpr std::uint64_t rewriteAt(std::uint64_t most) {
    return most / 8 * 5;
}
constexpr std::uint64_t rewrittenWith(std::uint64_t most) {
    return most / 8 * 3;
}
constexpr std::uint64_t kTailBytes = std::uint64_t{256} << 10; // room for what describes the session

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

void SessionWriter::keepNewest(const Bounds& bounds) {
    bounds_ = bounds;
    if (bounds_.any()) {
        definitions_.writeOnlyUsed();
        facts_.noteNamesById();
    }
}

void SessionWriter::releaseNames(const Names& held) {
    namesMayGo_ = false;
    definitions_.release(held);
    hues_ = {}; // by ids of texts
}

void SessionWriter::use(LayoutId layout, std::uint32_t row, const CellSource& cells) {
    if (!bounds_.any() || layout.value >= definitions_.layouts().size()) {
        return;
    }
    const std::vector<ArgColumn>& columns = definitions_.layouts()[layout.value].columns;
    cells_.resize(columns.size());
    cells.cells(layout, row, cells_);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].form != ArgColumn::Form::Constant) {
            used_.addCell(cells_[i]);
        }
    }
}

TrackId SessionWriter::addTrack(Track track) {
    states_.emplace_back();
    return definitions_.addTrack(std::move(track));
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
    if (segment->overlaps) {
        facts_.noteOverlaps();
    }
    if (!bounds_.any()) { // it would show what is gone
        coarse_.add(segment, open);
    }
    state.count += segment->size();
    sliceCount_ += segment->size();
    encodeSlices(slices, cells, message);
    return writeData(ChunkType::Slices, message, message.count(), track);
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
        if (bounds_.any()) {
            used_.add(r.name);
            use(r.layout, r.row, cells);
        }
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
        for (std::uint32_t i = done; bounds_.any() && i < done + count; ++i) {
            used_.add(points.name[i]);
            use(points.layout[i], points.row[i], cells);
        }
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
        for (std::uint32_t i = done; bounds_.any() && i < done + count; ++i) {
            used_.add(memory.stack[i]);
        }
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
            if (bounds_.any()) {
                used_.add(series.name);
                used_.add(series.key);
            }
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

Result<void> SessionWriter::flush() {
    auto written = definitions_.write(out_, {});
    return written ? facts_.write(out_, definitions_.cutTexts()) : written;
}

Result<void> SessionWriter::finish() {
    if (auto written = flush(); !written) {
        return written;
    }
    if (auto written = writeOverview(); !written) {
        return written;
    }
    auto written = facts_.writeEnd(out_);
    return written ? writeFooter() : written;
}

Result<void> SessionWriter::writeFooter() {
    const ChunkRing::Gone& gone = facts_.past().gone;
    return out_.writeFooter(sliceCount_ - gone.slices, pointCount_ - gone.points);
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
    Names used = used_.take();
    const std::uint64_t before = out_.size();
    // Encoding may have met new texts, so definitions come only now, but still in front of their use.
    if (auto written = definitions_.write(out_, used); !written) {
        return written;
    }
    const std::uint64_t definitions = out_.size() - before;
    if (bounds_.bytes > 0) {
        if (auto room = makeRoom(kChunkHeaderBytes + message.ByteSizeLong(), used); !room) {
            return room;
        }
    }
    auto written = out_.writeColumns(type, message, track);
    if (written && bounds_.any()) {
        ring_.add({.entry = out_.index().back(),
                   .rows = rows,
                   .counts = !track.valid() || !countsNowhere(this->track(track)),
                   .names = std::move(used),
                   .definitions = definitions});
    }
    return written;
}

// --- a file that holds the newest of what is written ---

Result<SessionWriter::Copy> SessionWriter::planCopy(bool ends, std::size_t first, const Names& used) {
    auto memory = std::make_unique<MemoryOutput>();
    MemoryOutput& bytes = *memory;
    Result<ChunkWriter> file = ChunkWriter::create(std::move(memory));
    if (!file) {
        return file.error();
    }
    Copy copy{MessageWriter(std::move(file).value()), {}, {}};
    std::swap(out_, copy.out); // the steps write there
    const Result<void> written = writeCopy(bytes, ends, first, used, copy);
    std::swap(out_, copy.out);
    return written ? Result<Copy>(std::move(copy)) : written.error();
}

Result<void> SessionWriter::writeCopy(MemoryOutput& bytes, bool ends, std::size_t first, const Names& used,
                                      Copy& copy) {
    if (auto written = facts_.writeFirst(out_); !written) {
        return written;
    }
    Names names;
    definitions_.require(used, copy.names, names);
    for (std::size_t i = first; i < ring_.chunks().size(); ++i) {
        definitions_.require(ring_.chunks()[i].names, copy.names, names);
    }
    if (auto written = definitions_.writeAll(out_, copy.names, std::move(names)); !written) {
        return written;
    }
    copy.plan.head = bytes.take();
    copy.plan.firstNumber = out_.count();
    for (std::size_t i = first; i < ring_.chunks().size(); ++i) {
        FooterEntry entry = ring_.chunks()[i].entry;
        copy.plan.kept.push_back({entry.offset, kChunkHeaderBytes + entry.stored});
        out_.adopt(entry);
    }
    if (first > 0) {
        facts_.setPast({ring_.begin(first), ring_.before(first)});
    }
    auto written = facts_.writeAll(out_, definitions_.cutTexts(), ends);
    if (written && ends) {
        written = writeFooter();
    }
    copy.plan.tail = bytes.take();
    return written;
}

// Definitions of chunks that go may be used by those that stay: how much of them is seen once the file has been made.
Result<void> SessionWriter::letGo(const Names& used) {
    const std::uint64_t room = roomForCopy();
    for (std::uint64_t around = kTailBytes;;) {
        const std::size_t first = firstWithinBounds(around);
        Result<Copy> made = planCopy(false, first, used);
        if (!made) {
            return made.error();
        }
        const std::uint64_t size = made.value().out.size();
        if (bounds_.bytes == 0 || size <= room || first == ring_.chunks().size()) {
            return letGoBefore(first, std::move(made).value());
        }
        around += size - room + kTailBytes;
    }
}

Result<void> SessionWriter::letGoBefore(std::size_t first, Copy copy) {
    ring_.letGo(first);
    auto entry = copy.out.index().begin() + copy.plan.firstNumber; // kept chunks stand behind the head
    for (ChunkRing::Chunk& chunk : ring_.chunks()) {
        chunk.entry = *entry++;
    }
    definitions_.setWritten(std::move(copy.names));
    namesMayGo_ = true;
    return out_.becomeLike(std::move(copy.out), std::move(copy.plan));
}

std::uint64_t SessionWriter::roomForCopy() const {
    const std::uint64_t free = bounds_.bytes - std::min(bounds_.bytes, out_.size());
    return std::min(rewrittenWith(bounds_.bytes), free);
}

std::size_t SessionWriter::firstWithinBounds(std::uint64_t around) const {
    const std::size_t young =
        bounds_.keep > 0 ? ring_.firstSince(ring_.now() - bounds_.keep) : std::size_t{0};
    if (bounds_.bytes == 0) {
        return young;
    }
    const std::uint64_t room = roomForCopy();
    return std::max(young, ring_.firstWithin(room - std::min(room, around)));
}

Result<void> SessionWriter::makeRoom(std::uint64_t bytes, const Names& used) {
    const auto fits = [&] { return out_.size() + bytes <= rewriteAt(bounds_.bytes); };
    if (fits()) {
        return {};
    }
    if (auto done = letGo(used); !done) {
        return done;
    }
    return fits() ? Result<void>()
                  : Error{path() +
                          " is not written on: names, stacks and what describes the session leave no room "
                          "for events in so few bytes; give it more"};
}

Result<void> SessionWriter::gathered(TimeNs now) {
    ring_.gathered(now);
    const bool old =
        bounds_.keep > 0 && !ring_.chunks().empty() && ring_.chunks().front().until < now - 2 * bounds_.keep;
    return old ? letGo({}) : Result<void>();
}

Result<void> SessionWriter::save(TimeNs from, std::string saveAs,
                                 std::function<void(const Result<std::string>&)> saved) {
    if (auto written = flush(); !written) {
        return written;
    }
    const FactsWriter::Past past = facts_.past();
    Result<Copy> made = planCopy(true, ring_.firstSince(from), {});
    facts_.setPast(past);
    facts_.goOn();
    if (!made) {
        return made.error();
    }
    Rewrite plan = std::move(made).value().plan;
    plan.saveAs = std::move(saveAs);
    plan.saved = std::move(saved);
    return out_.save(std::move(plan));
}

} // namespace lanes::session
