#include "model/io/joining/ImportSketch.h"

#include "model/base/Utf8.h"
#include "model/io/joining/PlaceKinds.h"
#include "model/io/joining/PlaceNames.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>

namespace lanes {

namespace {

// A pid or tid as the file writes it.
std::string keyOf(const TextPool& texts, std::int64_t cell) {
    const ArgValue value = ArgValue::decode(cell);
    return value.type == ArgValue::Type::Integer ? std::to_string(value.integer)
                                                 : repairUtf8(texts.view(StringId(value.id)));
}

// The arguments of one event, while the thread that read it has not gone on.
class OwnArgs {
public:
    OwnArgs(BatchWriter& writer, const EventRange::Point& point)
        : texts_(writer.texts())
        , shape_(writer.shapes()[point.shape])
        , row_(point.row) {}

    [[nodiscard]] ArgValue value(std::string_view key) const {
        for (std::uint32_t c = 0; c < shape_.columns.size(); ++c) {
            const ArgColumn& column = shape_.columns[c];
            if (!column.topLevel && column.form != ArgColumn::Form::Constant &&
                texts_.view(column.key) == key) {
                return ArgValue::decode(shape_.cell(row_, c));
            }
        }
        return {};
    }
    [[nodiscard]] MetadataArgs asMetadata() const {
        return {[this](std::string_view key) {
                    const ArgValue v = value(key);
                    return v.type == ArgValue::Type::Text
                               ? repairUtf8(unescapeJson(texts_.view(StringId(v.id))))
                               : std::string();
                },
                [this](std::string_view key) {
                    const ArgValue v = value(key);
                    return v.type == ArgValue::Type::Integer ? v.integer : 0;
                }};
    }

private:
    const TextPool& texts_;
    const EventShape& shape_;
    std::uint32_t row_;
};

} // namespace

void ImportSketch::add(const EventRange& range, BatchWriter& writer) {
    const std::lock_guard lock(mutex_);
    for (const EventRange::Run& run : range.runs) {
        addSlices(range, run, writer);
    }
    addMetadata(range, writer);
}

StringId ImportSketch::text(std::string_view bytes) {
    return isUtf8(bytes) ? strings_.intern(bytes) : strings_.intern(repairUtf8(bytes));
}

// Numbers of tracks are the parser's own; their names are what all threads agree on.
TrackId ImportSketch::trackOf(BatchWriter& writer, std::uint32_t track) {
    const BatchWriter::TrackKey& key = writer.tracks()[track];
    const TrackId place = places_.track(keyOf(writer.texts(), key.pid), keyOf(writer.texts(), key.tid),
                                        Track::Kind::Thread, kMostTracks);
    lanes_.resize(places_.tracks().size());
    return place;
}

void ImportSketch::addSlices(const EventRange& range, const EventRange::Run& run, BatchWriter& writer) {
    const TrackId track = trackOf(writer, run.track);
    if (!track.valid()) {
        return;
    }
    Lane& lane = lanes_[track.value];
    for (const EventRange::Slice& slice : range.slices.subspan(run.begin, run.end - run.begin)) {
        if (slice.duration < lane.shortest) [[likely]] {
            continue;
        }
        const EventShape& shape = writer.shapes()[slice.shape];
        const StringId name = text(writer.texts().view(StringId(slice.name)));
        const EventKind kind =
            shape.category.valid() ? kindOfCategory(writer.texts().view(shape.category)) : EventKind::Other;
        SliceRecord record;
        record.start = slice.start;
        record.duration = slice.duration;
        record.name = name;
        record.kind = kind;
        record.hue = hues_.get(kind, name, [&](StringId id) { return strings_.view(id); });
        lane.slices.push_back(record);
    }
    thin(lane);
}

// Leaves the longer half where a track has twice its share.
void ImportSketch::thin(Lane& lane) const {
    const std::size_t share = std::max<std::size_t>(mostSlices_ / lanes_.size(), 1);
    if (lane.slices.size() <= 2 * share) {
        return;
    }
    const auto last = lane.slices.begin() + static_cast<std::ptrdiff_t>(share);
    std::ranges::nth_element(lane.slices, last, std::greater{}, &SliceRecord::duration);
    lane.shortest = last->duration + 1;
    lane.slices.erase(last, lane.slices.end());
}

void ImportSketch::addMetadata(const EventRange& range, BatchWriter& writer) {
    for (const EventRange::Point& point : range.points) {
        const bool metadata = writer.shapes()[point.shape].phase == 'M';
        const TrackId place = metadata ? trackOf(writer, point.track) : TrackId();
        if (!place.valid()) {
            continue;
        }
        Track& track = places_.tracks()[place.value];
        applyMetadata(writer.texts().view(StringId(point.name)), OwnArgs(writer, point).asMetadata(),
                      places_.processes()[track.process.value], track);
    }
}

std::shared_ptr<const Trace> ImportSketch::snapshot(const std::string& source) const {
    const std::lock_guard lock(mutex_);
    TraceData data;
    std::uint32_t first = 0;
    for (std::uint32_t t = 0; t < lanes_.size(); ++t) {
        if (lanes_[t].slices.empty()) {
            continue;
        }
        OpenStack open;
        data.segments.push_back(buildSegment(TrackId(t), first, lanes_[t].slices, open));
        first += data.segments.back()->size();
    }
    data.strings = strings_.snapshot();
    data.processes = places_.processes();
    data.tracks = places_.tracks();
    findPlaceKinds(data.segments, data.processes, data.tracks);
    data.info.source = source;
    data.info.complete = false;
    data.diagnostics.add(
        "still-reading", Severity::Note,
        "The file is still being read: only the longest slices of what has been read are shown.");
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace lanes
