#include "collector/recorder/rings/ToldEvents.h"

#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace lanes::recorder {

namespace {

using Form = RowBuilder::Form;

constexpr std::size_t kMostRows = 256;

std::optional<std::int64_t> numberIn(std::string_view text) {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    return !text.empty() && error == std::errc() && at == end && number >= 0 ? std::optional(number)
                                                                             : std::nullopt;
}

std::string segmentName(std::string_view action, std::int64_t bytes, std::int64_t rest) {
    const std::string size = formatBytes(bytes);
    if (action == "segment_alloc") {
        return "Segment of " + size;
    }
    if (action == "segment_free") {
        return "Segment of " + size + " given back";
    }
    if (action == "segment_map") {
        return "Segment grows by " + size;
    }
    if (action == "segment_unmap") {
        return "Segment shrinks by " + size;
    }
    return action == "oom" ? "Out of memory: " + size + " wanted, " + formatBytes(rest) + " free"
                           : std::string();
}

} // namespace

void ToldEvents::read() {
    now_ = ring::monotonicNs() - context_.origin;
    told_.read([this](std::string_view line) { take(line); });
}

void ToldEvents::take(std::string_view line) {
    const Fields fields = ForeignLines::fieldsOf<kFields>(line);
    if (fields[0] == "allocator") {
        allocator(fields);
    } else if (fields[0] == "collective") {
        collective(fields);
    } else if (fields[0] != "told") { // which says that all has been told that was asked for
        ++malformed_;
    }
}

TimeNs ToldEvents::time(std::string_view field) {
    const std::optional<std::int64_t> told = numberIn(field);
    if (!told || *told - context_.origin > now_) {
        ++malformed_;
        return -1;
    }
    const TimeNs at = *told - context_.origin;
    const bool ofPause = at >= 0 && context_.recording != nullptr && context_.recording->wasPaused(at);
    return ofPause ? -1 : std::max<TimeNs>(at, -1); // histories may be older than the recording
}

TrackId ToldEvents::track(std::string_view key, std::string_view of, Track::Kind kind) {
    std::string whole(key);
    whole += of;
    if (const auto known = tracks_.find(whole); known != tracks_.end()) {
        return known->second;
    }
    if (tracks_.size() >= kMostRows) {
        return {};
    }
    const TrackId made = context_.sink.writer().addTrack(
        {.process = process_, .key = whole, .name = whole, .kind = kind, .sortIndex = INT64_MAX});
    context_.sink.countNone(made);
    return tracks_[whole] = made;
}

// device, action, time, bytes, address or what is free, stream
void ToldEvents::allocator(const Fields& fields) {
    const auto device = numberIn(fields[1]);
    const auto bytes = numberIn(fields[4]);
    const auto place = numberIn(fields[5]);
    const auto stream = numberIn(fields[6]);
    const std::string name = bytes && place ? segmentName(fields[2], *bytes, *place) : std::string();
    if (!device || !stream || name.empty()) {
        ++malformed_;
        return;
    }
    const TimeNs at = time(fields[3]);
    const TrackId row = at < 0 ? TrackId() : track(kAllocatorKey, fields[1], Track::Kind::Other);
    if (!row.valid()) {
        return;
    }
    row_.add("bytes", *bytes);
    row_.add(fields[2] == "oom" ? "bytes free" : "address", *place);
    row_.add("stream of the allocator", *stream);
    row_.add("device", *device);
    const LayoutId layout = row_.finish(kAllocatorCategory, cells_, 'i');
    context_.sink.addPoint(row, at, context_.sink.writer().string(name), layout, cells_);
}

// group, what it is for, name, created, started, completed, state, sequence, sizes in, sizes out, types
void ToldEvents::collective(const Fields& fields) {
    const auto sequence = numberIn(fields[8]);
    if (!sequence || fields[3].empty()) {
        ++malformed_;
        return;
    }
    const TimeNs created = time(fields[4]);
    const TimeNs started = fields[5] == "0" ? -1 : time(fields[5]);
    const TimeNs completed = fields[6] == "0" ? -1 : time(fields[6]);
    const TimeNs at = started >= 0 ? started : created;
    const std::string group = repairUtf8(fields[1]);
    const TrackId row = at < 0 ? TrackId() : track(kFlightRecorderKey, group, Track::Kind::Async);
    if (!row.valid()) {
        return;
    }
    const auto addText = [&](std::string_view key, std::string_view text) {
        if (!text.empty()) {
            row_.addText(key, escapeJson(repairUtf8(text)), Form::String);
        }
    };
    addText("State", fields[7]);
    row_.add("Sequence in its group", *sequence);
    addText("Process Group Name", fields[1]);
    addText("Process Group Description", fields[2]);
    addText("In sizes", fields[9]);
    addText("Out sizes", fields[10]);
    addText("In types", fields[11]);
    if (started >= 0 && created >= 0) {
        row_.addDecimal("from call to start (us)", static_cast<double>(started - created) / 1000);
    }
    SliceRecord slice;
    slice.start = at;
    slice.duration = completed >= at ? completed - at : -1; // what nobody saw end is open
    slice.name = context_.sink.writer().string(repairUtf8(fields[3]));
    slice.layout = row_.finish(kFlightRecorderCategory, cells_);
    context_.sink.addSlice(row, slice, cells_);
}

void ToldEvents::addTo(Findings& findings, const std::string& process) const {
    findings.add("malformed-record", Severity::Loss, "Records of process " + process + " made no sense.",
                 malformed_);
}

} // namespace lanes::recorder
