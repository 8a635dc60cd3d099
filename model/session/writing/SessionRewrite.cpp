// SessionWriter's part for files that hold the newest of what is written.
#include "model/session/writing/MemoryOutput.h"
#include "model/session/writing/SessionWriter.h"

#include <algorithm>
#include <utility>

namespace lanes::session {

namespace {

// Of the bytes that the disk may give: at so many the file is written anew, with so many. Both are there for a moment.
constexpr std::uint64_t rewriteAt(std::uint64_t most) {
    return most / 8 * 5;
}
constexpr std::uint64_t rewrittenWith(std::uint64_t most) {
    return most / 8 * 3;
}
constexpr std::uint64_t kTailBytes = std::uint64_t{256} << 10; // room for what describes the session

} // namespace

Result<void> SessionWriter::writeAllDefinitions() {
    return definitions_.writeAll(out_);
}

Result<SessionWriter::Copy> SessionWriter::planCopy(bool ends, const FirstChunk& first) {
    auto memory = std::make_unique<MemoryOutput>();
    MemoryOutput& bytes = *memory;
    Result<ChunkWriter> file = ChunkWriter::create(std::move(memory));
    if (!file) {
        return file.error();
    }
    Copy copy{MessageWriter(std::move(file).value()), {}};
    std::swap(out_, copy.out); // the steps write there
    const Result<void> written = writeCopy(bytes, ends, first, copy.plan);
    std::swap(out_, copy.out);
    return written ? Result<Copy>(std::move(copy)) : written.error();
}

Result<void> SessionWriter::writeCopy(MemoryOutput& bytes, bool ends, const FirstChunk& first,
                                      Rewrite& plan) {
    infoChanged_ = true; // what a reader needs comes first
    if (auto written = run({&SessionWriter::writeInfo, &SessionWriter::writeAllDefinitions}); !written) {
        return written;
    }
    plan.head = bytes.take();
    plan.firstNumber = out_.count();
    const std::size_t from = first(plan.head.size());
    for (std::size_t i = from; i < ring_.chunks().size(); ++i) {
        FooterEntry entry = ring_.chunks()[i].entry;
        plan.kept.push_back({entry.offset, kChunkHeaderBytes + entry.stored});
        out_.adopt(entry);
    }
    if (from > 0) {
        keptSince_ = ring_.begin(from);
        gone_ = ring_.before(from);
    }
    watermarks_ = wholeUpTo_;
    infoChanged_ = true;
    clocksChanged_ = !clocks_.empty();
    diagnosticsChanged_ = true;
    ended_ = ends;
    auto written = run({&SessionWriter::writeInfo, &SessionWriter::writeClocks,
                        &SessionWriter::writeWatermarks, &SessionWriter::writeDiagnostics});
    if (written && ends) {
        written = out_.writeFooter(sliceCount_ - gone_.slices, pointCount_ - gone_.points);
    }
    plan.tail = bytes.take();
    return written;
}

Result<void> SessionWriter::letGo(const FirstChunk& first) {
    std::size_t from = 0;
    Result<Copy> made = planCopy(false, [&](std::uint64_t head) { return from = first(head); });
    if (!made) {
        return made.error();
    }
    Copy copy = std::move(made).value();
    ring_.letGo(from);
    auto entry = copy.out.index().begin() + copy.plan.firstNumber; // kept chunks stand behind the head
    for (ChunkRing::Chunk& chunk : ring_.chunks()) {
        chunk.entry = *entry++;
    }
    return out_.becomeLike(std::move(copy.out), std::move(copy.plan));
}

std::size_t SessionWriter::firstWithinBounds(std::uint64_t headBytes) const {
    const std::size_t young =
        bounds_.keep > 0 ? ring_.firstSince(ring_.now() - bounds_.keep) : std::size_t{0};
    if (bounds_.bytes == 0) {
        return young;
    }
    const std::uint64_t free = bounds_.bytes - std::min(bounds_.bytes, out_.size());
    const std::uint64_t room = std::min(rewrittenWith(bounds_.bytes), free);
    const std::uint64_t around = headBytes + kTailBytes;
    return std::max(young, ring_.firstWithin(room - std::min(room, around)));
}

Result<void> SessionWriter::makeRoom(std::uint64_t bytes) {
    const auto fits = [&] { return out_.size() + bytes <= rewriteAt(bounds_.bytes); };
    if (fits()) {
        return {};
    }
    if (auto done = letGo([this](std::uint64_t head) { return firstWithinBounds(head); }); !done) {
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
    return old ? letGo([this](std::uint64_t head) { return firstWithinBounds(head); }) : Result<void>();
}

Result<void> SessionWriter::save(TimeNs from, std::string saveAs,
                                 std::function<void(const Result<std::string>&)> saved) {
    if (auto written = flush(); !written) {
        return written;
    }
    const auto keptSince = keptSince_;
    const auto gone = gone_;
    Result<Copy> made = planCopy(true, [&](std::uint64_t /*head*/) { return ring_.firstSince(from); });
    keptSince_ = keptSince;
    gone_ = gone;
    ended_ = false;
    if (!made) {
        return made.error();
    }
    Rewrite plan = std::move(made).value().plan;
    plan.saveAs = std::move(saveAs);
    plan.saved = std::move(saved);
    return out_.save(std::move(plan));
}

} // namespace lanes::session
