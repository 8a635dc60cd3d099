#include "model/session/writing/FactsWriter.h"

#include "model/base/Format.h"
#include "model/session/session.pb.h"
#include "model/session/writing/TableEncoders.h"

#include <algorithm>
#include <string>

namespace lanes::session {

void FactsWriter::setInfo(const SessionInfo& info) {
    info_ = info;
    infoChanged_ = true;
}

void FactsWriter::setDiagnostics(const Diagnostics& diagnostics) {
    diagnostics_ = diagnostics;
    diagnosticsChanged_ = true;
}

void FactsWriter::setClocks(std::vector<Clock> clocks) {
    clocks_ = std::move(clocks);
    clocksChanged_ = true;
    infoChanged_ = true; // what a reader needs
}

void FactsWriter::setWholeUpTo(TrackId track, TimeNs time) {
    watermarks_[track] = time;
    wholeUpTo_[track] = time;
}

void FactsWriter::noteOverlaps() {
    if (!overlaps_) {
        overlaps_ = true;
        infoChanged_ = true;
    }
}

Result<void> FactsWriter::write(MessageWriter& out, std::uint64_t cutTexts) {
    if (auto written = writeInfo(out); !written) {
        return written;
    }
    if (auto written = writeClocks(out); !written) {
        return written;
    }
    if (auto written = writeWatermarks(out); !written) {
        return written;
    }
    return writeDiagnostics(out, cutTexts);
}

Result<void> FactsWriter::writeEnd(MessageWriter& out) {
    ended_ = true;
    infoChanged_ = true;
    return writeInfo(out);
}

Result<void> FactsWriter::writeFirst(MessageWriter& out) {
    infoChanged_ = true; // what a reader needs comes first
    return writeInfo(out);
}

Result<void> FactsWriter::writeAll(MessageWriter& out, std::uint64_t cutTexts, bool ends) {
    watermarks_ = wholeUpTo_;
    infoChanged_ = true;
    clocksChanged_ = !clocks_.empty();
    diagnosticsChanged_ = true;
    ended_ = ends;
    return write(out, cutTexts);
}

Result<void> FactsWriter::writeInfo(MessageWriter& out) {
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
    if (namesById_) {
        message.add_needs(std::string(kNeedsNamesById));
    }
    if (past_.since) {
        proto::Session::Property& kept = *message.add_properties();
        kept.set_key(std::string(kKeptSince));
        kept.set_value(std::to_string(*past_.since));
    }
    infoChanged_ = false;
    return out.write(ChunkType::Session, message);
}

Result<void> FactsWriter::writeClocks(MessageWriter& out) {
    if (!clocksChanged_) {
        return {};
    }
    proto::Clocks message;
    for (const Clock& clock : clocks_) {
        encodeClock(out.encoder(), clock, *message.add_clocks());
    }
    clocksChanged_ = false;
    return out.write(ChunkType::Clocks, message);
}

Result<void> FactsWriter::writeWatermarks(MessageWriter& out) {
    if (watermarks_.empty()) {
        return {};
    }
    proto::Watermarks message;
    message.set_count(static_cast<std::uint32_t>(watermarks_.size()));
    message.set_track(
        out.encoder().encodeEach(watermarks_, [](const auto& mark) { return mark.first.value; }));
    message.set_time(out.encoder().encodeEach(watermarks_, [](const auto& mark) { return mark.second; }));
    watermarks_.clear();
    return out.write(ChunkType::Watermarks, message);
}

Result<void> FactsWriter::writeDiagnostics(MessageWriter& out, std::uint64_t cutTexts) {
    if (!diagnosticsChanged_ && cutTexts == cutTextsTold_) {
        return {};
    }
    proto::Diagnostics message;
    Diagnostics all = diagnostics_;
    if (cutTexts > 0) {
        all.add("text-cut", Severity::Loss, "Texts of more than 32 MiB were cut", -1, cutTexts);
    }
    if (past_.gone.events > 0) {
        all.add("let-go", Severity::Note,
                "Older events were dropped to make room: the session is complete from " +
                    formatDuration(*past_.since) + " after the recording's start on",
                -1, past_.gone.events);
    }
    encodeDiagnostics(all, message);
    diagnosticsChanged_ = false;
    cutTextsTold_ = cutTexts;
    return out.write(ChunkType::Diagnostics, message);
}

} // namespace lanes::session
