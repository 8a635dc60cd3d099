#include "model/io/import/ImportBuilder.h"

#include "model/base/MemoryLimit.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

namespace lanes {

namespace {

constexpr TimeNs kFurthest = TimeNs{1} << 61;
// What a slice takes while it is read: its record, its place, and its columns in the trace.
constexpr std::size_t kBytesPerSlice = sizeof(SliceRecord) + sizeof(SliceId) + 34;

} // namespace

ImportBuilder::ImportBuilder(const OpenOptions& options)
    : look_(options.stop)
    , memoryLimit_(options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit())
    , lastEnd_(std::numeric_limits<TimeNs>::min()) {}

void ImportBuilder::tellCut() {
    diagnostics().add("truncated-tail", Severity::Loss,
                      "The file ends in the middle: what stood behind that is missing.");
    info().complete = false;
}

void ImportBuilder::tellUnread(const std::string& what, std::uint64_t count) {
    diagnostics().add("unread-" + what, Severity::Note, "Parts of the trace are not shown: " + what + ".", -1,
                      count);
}

StringId ImportBuilder::text(std::string_view plain) {
    constexpr std::size_t kBytesPerText = 32; // beside its characters
    const std::uint32_t before = strings_.size();
    const StringId id = strings_.intern(plain);
    if (strings_.size() != before) {
        account(plain.size() + kBytesPerText);
    }
    return id;
}

StringId ImportBuilder::quoted(std::string_view plain) {
    return text(escapeJson(plain));
}

StringId ImportBuilder::number(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    const std::string_view written = std::isfinite(value) ? std::string_view(text.data(), end)
                                     : std::isnan(value)  ? "NaN"
                                     : value > 0          ? "Infinity"
                                                          : "-Infinity";
    return json(written);
}

ProcessId ImportBuilder::addProcess(Process process) {
    data_.processes.push_back(std::move(process));
    return ProcessId(static_cast<std::uint32_t>(data_.processes.size() - 1));
}

ProcessId ImportBuilder::addGpu(std::int64_t number, std::string name, std::string uuid) {
    constexpr std::int64_t kBehindPrograms = std::int64_t{1} << 20;
    const std::string label = "GPU " + std::to_string(number);
    return addProcess(
        {.key = label,
         .name = std::move(name),
         .label = label,
         .kind = Process::Kind::Device,
         .sortIndex = kBehindPrograms,
         .deviceIndex = static_cast<std::int32_t>(std::clamp<std::int64_t>(number, -1, INT32_MAX)),
         .host = {},
         .deviceUuid = std::move(uuid)});
}

TrackId ImportBuilder::addTrack(Track track) {
    data_.tracks.push_back(std::move(track));
    slices_.emplace_back();
    return TrackId(static_cast<std::uint32_t>(data_.tracks.size() - 1));
}

ImportShapeId ImportBuilder::shape(const ImportShape& shape) {
    shapes_.push_back({shape, kindOfCategory(shape.category), {}, {}});
    shapes_.back().last.first = ~std::uint32_t{0};
    return ImportShapeId(static_cast<std::uint32_t>(shapes_.size() - 1));
}

LayoutId ImportBuilder::layoutOf(Shape& shape, std::uint32_t present) {
    if (shape.last.first == present && shape.last.second.valid()) [[likely]] {
        return shape.last.second;
    }
    auto found = shape.layouts.find(present);
    if (found == shape.layouts.end()) {
        ArgLayout layout;
        layout.phase = shape.shape.phase;
        layout.category = shape.shape.category.empty() ? StringId() : strings_.intern(shape.shape.category);
        layout.columns.reserve(shape.shape.columns.size());
        for (std::size_t c = 0; c < shape.shape.columns.size(); ++c) {
            if ((present >> c & 1) != 0) {
                const ImportShape::Column& column = shape.shape.columns[c];
                layout.columns.push_back({strings_.intern(column.key), column.form, false, StringId()});
            }
        }
        account(sizeof(ArgLayout) + layout.columns.size() * (sizeof(ArgColumn) + ArgBlock::kRows / 8));
        layouts_.emplace_back(std::move(layout));
        const LayoutId made(static_cast<std::uint32_t>(layouts_.size() - 1));
        found = shape.layouts.emplace(present, made).first;
    }
    shape.last = *found;
    return found->second;
}

ImportBuilder::Args ImportBuilder::addArgs(ImportShapeId id, const ImportArgs& args) {
    Shape& shape = shapes_[id.value];
    const LayoutId layout = layoutOf(shape, args.present_);
    std::array<std::int64_t, ImportShape::kMostColumns> cells;
    std::size_t count = 0;
    for (std::size_t c = 0; c < shape.shape.columns.size(); ++c) {
        if ((args.present_ >> c & 1) != 0) {
            cells[count++] = args.cells_[c];
        }
    }
    account(count * sizeof(std::int64_t) / 2); // rows are packed a block at a time
    return {layout, layouts_[layout.value].addRow(std::span(cells).first(count))};
}

TimeNs ImportBuilder::bounded(TimeNs time) {
    if (time >= kFurthest || time <= -kFurthest) {
        issues_.hit(Issue::AbsurdTime, -1);
        return std::clamp(time, -kFurthest, kFurthest);
    }
    return time;
}

void ImportBuilder::account(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ > memoryLimit_ && !full_) {
        full_ = true;
        issues_.hit(Issue::MemoryLimit, -1);
    }
}

ImportedSlice ImportBuilder::slice(TrackId track, const ImportedEvent& event, ImportShapeId shape,
                                   const ImportArgs& args) {
    account(kBytesPerSlice);
    if (full_) {
        return {};
    }
    look_.at(events_++);
    const bool open = event.duration == ImportedEvent::kNeverEnded;
    if (event.duration < 0 && !open) {
        issues_.hit(Issue::NegativeDuration, -1);
    }
    const TimeNs start = bounded(event.start);
    const TimeNs duration = bounded(std::max<TimeNs>(event.duration, 0));
    const EventKind kind = event.kind != EventKind::Other ? event.kind : shapes_[shape.value].kind;
    const Hue hue = hues_.get(kind, event.name, [&](StringId id) { return strings_.view(id); });
    const Args row = addArgs(shape, args);
    std::vector<SliceRecord>& slices = slices_[track.value];
    slices.push_back({start, duration, event.name, row.layout, row.row, kind, hue, open});
    lastEnd_ = std::max(lastEnd_, start + duration);
    const ImportedSlice added{track, static_cast<std::uint32_t>(slices.size() - 1)};
    if (open) {
        open_.push_back(added);
        issues_.hit(Issue::MissingEnd, -1);
    }
    return added;
}

void ImportBuilder::instant(TrackId track, StringId name, TimeNs time, ImportShapeId shape,
                            const ImportArgs& args) {
    constexpr std::size_t kBytesPerPoint = 24;
    account(kBytesPerPoint);
    if (full_) {
        return;
    }
    look_.at(events_++);
    const Args row = addArgs(shape, args);
    points_.time.push_back(bounded(time));
    points_.name.push_back(name);
    points_.track.push_back(track);
    points_.layout.push_back(row.layout);
    points_.row.push_back(row.row);
}

void ImportBuilder::link(LinkKind kind, ImportedSlice from, ImportedSlice to) {
    if (from.valid() && to.valid()) {
        account(sizeof(PendingLink) + sizeof(Link));
        links_.push_back({kind, from, to});
    }
}

void ImportBuilder::countFlow(bool linked) {
    ++data_.flowStarts;
    data_.flowsLinked += linked ? 1 : 0;
}

void ImportBuilder::sample(TrackId track, StringId counter, TimeNs time, double value) {
    constexpr std::size_t kBytesPerSample = 32;
    account(kBytesPerSample);
    if (full_) {
        return;
    }
    look_.at(events_++);
    Curve& curve = curves_[{track.value, counter.value}];
    curve.track = track;
    curve.name = counter;
    curve.samples.emplace_back(bounded(time), value);
}

void ImportBuilder::memory(const ImportedMemory& event) {
    constexpr std::size_t kBytesPerRow = 100;
    account(kBytesPerRow);
    if (full_) {
        return;
    }
    look_.at(events_++);
    memory_.time.push_back(bounded(event.time));
    memory_.address.push_back(event.address);
    memory_.bytes.push_back(event.bytes);
    memory_.totalAllocated.push_back(event.totalAllocated);
    memory_.totalReserved.push_back(event.totalReserved);
    memory_.deviceType.push_back(event.deviceType);
    memory_.deviceIndex.push_back(event.deviceIndex);
    memory_.track.push_back(event.track);
    memory_.stack.push_back(event.stack);
}

// A slice that nobody ended reaches to the end of all.
void ImportBuilder::endOpenSlices() {
    for (const ImportedSlice& open : open_) {
        SliceRecord& record = slices_[open.track.value][open.index];
        record.duration = std::max<TimeNs>(0, lastEnd_ - record.start);
    }
}

void ImportBuilder::placeSlices(std::vector<std::vector<SliceId>>& placed) {
    placed.resize(slices_.size());
    std::uint32_t count = 0;
    std::uint64_t left = 0;
    for (std::uint32_t t = 0; t < slices_.size(); ++t) {
        look_.now();
        const std::vector<SliceRecord> records = std::exchange(slices_[t], {});
        SegmentRun run = buildSegments(TrackId(t), count, records, look_.token());
        look_.now();
        for (const auto& segment : run.segments) {
            count += segment->size();
            data_.segments.push_back(segment);
        }
        left += run.leftOut;
        placed[t] = std::move(run.placed);
    }
    if (left > 0) {
        issues_.hit(Issue::TooDeep, -1, left);
    }
    for (const ImportedSlice& open : open_) {
        if (const SliceId id = placed[open.track.value][open.index]; id.valid()) {
            data_.openSlices.push_back(id);
        }
    }
}

void ImportBuilder::placeLinks(const std::vector<std::vector<SliceId>>& placed) {
    UnwrittenVector<Link> links;
    links.reserve(links_.size());
    for (const PendingLink& link : std::exchange(links_, {})) {
        const SliceId from = placed[link.from.track.value][link.from.index];
        const SliceId to = placed[link.to.track.value][link.to.index];
        if (from.valid() && to.valid()) {
            links.push_back({from, to, link.kind});
        }
    }
    data_.links.add(std::move(links));
}

void ImportBuilder::placeMemory() {
    if (!std::ranges::is_sorted(memory_.time)) {
        std::vector<std::uint32_t> order(memory_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return memory_.time[i]; });
        forEachColumn(memory_, [&](auto& column) {
            std::remove_reference_t<decltype(column)> sorted;
            sorted.reserve(column.size());
            for (const std::uint32_t i : order) {
                sorted.push_back(column[i]);
            }
            column = std::move(sorted);
        });
    }
    takeRows(data_.memory, std::move(memory_));
}

void ImportBuilder::placeCurves() {
    for (auto& [key, curve] : curves_) {
        look_.now();
        std::ranges::stable_sort(curve.samples, {}, &std::pair<TimeNs, double>::first);
        CounterRows rows;
        for (const auto& [time, value] : curve.samples) {
            rows.time.push_back(time);
            rows.value.push_back(value);
        }
        CounterSeries series{curve.track, curve.name, strings_.intern(""), {}, {}};
        takeRows(series, std::move(rows));
        data_.counters.push_back(std::move(series));
    }
    curves_.clear();
}

std::shared_ptr<const Trace> ImportBuilder::finish() {
    endOpenSlices();
    std::vector<std::vector<SliceId>> placed;
    placeSlices(placed);
    placeLinks(placed);
    placeMemory();
    placeCurves();
    takeRows(data_.points, std::move(points_));
    data_.args.layouts.reserve(layouts_.size());
    for (const ArgLayoutBuilder& layout : layouts_) {
        data_.args.layouts.push_back(layout.snapshot());
    }
    data_.info.complete = data_.info.complete && !full_;
    issues_.report(data_.diagnostics);
    data_.strings = strings_.snapshot();
    data_.stacks = stacks_.snapshot();
    look_.now();
    return std::make_shared<const Trace>(std::move(data_));
}

} // namespace lanes
