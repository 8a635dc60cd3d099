#include "model/session/writing/WriteTrace.h"

#include "model/base/PartFile.h"
#include "model/base/StopEvery.h"
#include "model/base/StoppableSort.h"
#include "model/session/writing/FileOutput.h"
#include "model/session/writing/SessionWriter.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

namespace lanes::session {

namespace {

constexpr std::size_t kSlicesPerRound = std::size_t{8} * kSlicesPerChunk;
constexpr std::size_t kLinksPerLook = std::size_t{1} << 16; // whether to stop

Error writeCancelled() {
    return Error{"cancelled"};
}

// The file, until it is to stop: then nothing more is taken.
class StoppableOutput final : public Output {
public:
    StoppableOutput(std::unique_ptr<Output> file, std::stop_token stop)
        : file_(std::move(file))
        , stop_(std::move(stop)) {}

    Result<void> append(std::string bytes) override {
        return stop_.stop_requested() ? writeCancelled() : file_->append(std::move(bytes));
    }
    Result<void> sync() override { return file_->sync(); }
    [[nodiscard]] const std::string& path() const override { return file_->path(); }

private:
    std::unique_ptr<Output> file_;
    std::stop_token stop_;
};

// Calls write(rows) for some rows of a table after the other.
template<template<template<class> class> class Columns, class Write>
Result<void> writeParts(const Columns<SharedColumn>& table, const Write& write) {
    for (std::uint32_t done = 0; done < table.size();) {
        const std::uint32_t end = std::min(table.size(), done + kSlicesPerChunk);
        Columns<UnwrittenVector> part;
        forEachColumn(part, table, [&](auto& to, const auto& from) {
            to.assign(from.begin() + done, from.begin() + end);
        });
        if (auto written = write(part); !written) {
            return written;
        }
        done = end;
    }
    return {};
}

// One trace on its way into one writer. Processes, tracks and layouts keep their numbers; texts and stacks
// are numbered by first use.
class Conversion : public CellSource {
public:
    Conversion(const Trace& trace, SessionWriter& writer, const WriteOptions& options)
        : trace_(trace)
        , writer_(writer)
        , options_(options)
        , strings_(trace.strings().size())
        , stacks_(trace.stacks().size())
        , positions_(trace.sliceCount(), SliceId::kNone) {}

    Result<void> run();
    void cells(LayoutId layout, std::uint32_t row, std::span<std::int64_t> out) const override;

private:
    void define();
    Result<void> writeTrack(TrackId track, const std::vector<std::uint32_t>& segments);
    Result<void> writeRound(TrackId track);
    Result<void> writeTables();
    Result<void> writeLinks();
    StringId text(StringId id) const;
    StackId stack(StackId id) const;

    const Trace& trace_;
    SessionWriter& writer_;
    const WriteOptions& options_;
    mutable std::vector<StringId> strings_; // of the trace -> of the session, once known
    mutable std::vector<StackId> stacks_;
    std::vector<std::uint32_t> positions_; // SliceId -> position on its track
    std::vector<SliceRecord> round_;
    std::vector<SliceId> roundIds_;
    std::vector<SliceRecord> part_; // of round_, by start
};

StringId Conversion::text(StringId id) const {
    if (id.value >= strings_.size()) {
        return {};
    }
    StringId& known = strings_[id.value];
    if (!known.valid()) {
        known = writer_.string(trace_.text(id));
    }
    return known;
}

StackId Conversion::stack(StackId id) const {
    // From the outermost frame that is not known yet inwards; parents have smaller numbers, so this ends.
    std::vector<StackId> unknown;
    for (StackId at = id; trace_.stacks().has(at) && !stacks_[at.value].valid();) {
        unknown.push_back(at);
        const StackId parent = trace_.stacks().node(at).parent;
        at = parent.value < at.value ? parent : StackId();
    }
    for (auto it = unknown.rbegin(); it != unknown.rend(); ++it) {
        const StackTable::Node& node = trace_.stacks().node(*it);
        const StackId parent = node.parent.value < it->value ? stacks_[node.parent.value] : StackId();
        stacks_[it->value] = writer_.stack(parent, {text(node.frame.function), text(node.frame.file),
                                                    node.frame.line, text(node.frame.module)});
    }
    return trace_.stacks().has(id) ? stacks_[id.value] : StackId();
}

void Conversion::cells(LayoutId layout, std::uint32_t row, std::span<std::int64_t> out) const {
    for (std::uint32_t c = 0; c < out.size(); ++c) {
        ArgValue value = trace_.args().value(layout, row, c).value_or(ArgValue::ofText(StringId()));
        if (value.type == ArgValue::Type::Text) {
            value.id = text(StringId(value.id)).value;
        } else if (value.type == ArgValue::Type::Stack) {
            value.id = stack(StackId(value.id)).value;
        }
        out[c] = value.encode();
    }
}

void Conversion::define() {
    writer_.setInfo(trace_.info());
    for (const Process& process : trace_.processes()) {
        writer_.addProcess(process);
    }
    for (const Track& track : trace_.tracks()) {
        writer_.addTrack(track);
    }
    writer_.setClocks(trace_.clocks());
    for (const auto& layout : trace_.args().layouts) {
        ArgLayout prototype;
        prototype.phase = layout->phase;
        prototype.category = text(layout->category);
        for (ArgColumn column : layout->columns) {
            column.key = text(column.key);
            column.constant = text(column.constant);
            prototype.columns.push_back(column);
        }
        writer_.addLayout(prototype);
    }
}

Result<void> Conversion::run() {
    define();
    std::vector<std::vector<std::uint32_t>> segments(trace_.tracks().size());
    for (std::uint32_t i = 0; i < trace_.segments().size(); ++i) {
        segments[trace_.segments()[i]->track.value].push_back(i);
    }
    for (std::uint32_t t = 0; t < segments.size(); ++t) {
        if (auto written = writeTrack(TrackId(t), segments[t]); !written) {
            return written;
        }
    }
    if (auto written = writeTables(); !written) {
        return written;
    }
    if (auto written = writeLinks(); !written) {
        return written;
    }
    writer_.setDiagnostics(trace_.diagnostics());
    return writer_.finish();
}

Result<void> Conversion::writeTrack(TrackId track, const std::vector<std::uint32_t>& segments) {
    for (const std::uint32_t index : segments) {
        const Segment& s = *trace_.segments()[index];
        for (std::uint32_t i = 0; i < s.size(); ++i) {
            if (i % kStopEvery == 0 && options_.stop.stop_requested()) {
                return writeCancelled();
            }
            const SliceId id(s.first + i);
            round_.push_back({s.start[i], s.duration[i], text(s.name[i]), s.layout[i], s.row[i], s.kind[i],
                              isOwn(s.hue[i]) ? Hue::Other : s.hue[i],
                              trace_.isOpen(id)}); // own ones stay here
            roundIds_.push_back(id);
        }
        if (round_.size() >= kSlicesPerRound || index == segments.back()) {
            if (auto written = writeRound(track); !written) {
                return written;
            }
        }
    }
    return {};
}

Result<void> Conversion::writeRound(TrackId track) {
    const auto order = startOrder(round_, options_.stop);
    if (!order) {
        return writeCancelled();
    }
    for (std::size_t from = 0; from < round_.size(); from += kSlicesPerChunk) { // each asks whether to stop
        const auto part =
            std::span(*order).subspan(from, std::min<std::size_t>(kSlicesPerChunk, order->size() - from));
        part_.clear();
        std::ranges::transform(part, std::back_inserter(part_), [&](std::uint32_t i) { return round_[i]; });
        const auto positions = writer_.writeSlices(track, part_, {}, *this);
        if (!positions) {
            return positions.error();
        }
        for (std::size_t i = 0; i < part.size(); ++i) {
            positions_[roundIds_[part[i]].value] = positions.value()[i];
        }
    }
    round_.clear();
    roundIds_.clear();
    if (options_.progress) {
        options_.progress(writer_.sliceCount(), trace_.sliceCount());
    }
    return {};
}

Result<void> Conversion::writeTables() {
    if (auto written = writeParts(trace_.points(),
                                  [&](PointRows& part) {
                                      std::ranges::transform(part.name, part.name.begin(),
                                                             [&](StringId id) { return text(id); });
                                      return writer_.writePoints(part, *this);
                                  });
        !written) {
        return written;
    }
    if (auto written = writeParts(trace_.memory(),
                                  [&](MemoryRows& part) {
                                      std::ranges::transform(part.stack, part.stack.begin(),
                                                             [&](StackId id) { return stack(id); });
                                      return writer_.writeMemory(part);
                                  });
        !written) {
        return written;
    }
    for (CounterSeries series : trace_.counters()) {
        series.name = text(series.name);
        series.key = text(series.key);
        if (auto written = writer_.writeCounters({&series, 1}); !written) {
            return written;
        }
    }
    return {};
}

Result<void> Conversion::writeLinks() {
    const auto ref = [&](SliceId id) {
        return SliceRef{trace_.segments()[trace_.locate(id).segment]->track, positions_[id.value]};
    };
    std::vector<SessionLink> links;
    std::size_t seen = 0;
    for (const Link& link : trace_.links().all()) {
        if (++seen % kLinksPerLook == 0 && options_.stop.stop_requested()) {
            return writeCancelled();
        }
        if (trace_.has(link.from) && trace_.has(link.to)) {
            links.push_back({ref(link.from), ref(link.to), link.kind});
        }
    }
    const auto before = [](const SessionLink& a,
                           const SessionLink& b) { // as readers number slices: they need not sort
        return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    };
    if (!sortStoppably(links, before, options_.stop)) {
        return writeCancelled();
    }
    return writer_.writeLinks(links, trace_.flowStarts(), trace_.flowsLinked());
}

} // namespace

Result<void> writeTrace(const Trace& trace, const std::string& path, const WriteOptions& options) {
    Result<PartFile> part = PartFile::create(path);
    if (!part) {
        return part.error();
    }
    File same(::dup(part->descriptor()));
    if (!same) {
        return writeError(path, errno);
    }
    Result<SessionWriter> writer = SessionWriter::create(
        std::make_unique<StoppableOutput>(std::make_unique<FileOutput>(path, std::move(same)), options.stop));
    if (!writer) {
        return writer.error();
    }
    if (Result<void> done = Conversion(trace, writer.value(), options).run(); !done) {
        return done;
    }
    return options.stop.stop_requested() ? writeCancelled() : part->commit();
}

} // namespace lanes::session
