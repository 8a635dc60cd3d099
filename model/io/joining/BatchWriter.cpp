#include "model/io/joining/BatchWriter.h"

#include <algorithm>
#include <string_view>

namespace lanes {

namespace {

constexpr TimeNs kAbsurd = TimeNs{1} << 61;

std::string signatureOf(const EventShape& shape) {
    std::string text{shape.phase, static_cast<char>(shape.rawArgs), static_cast<char>(shape.hasTime)};
    const auto put = [&](std::uint32_t v) { text.append(reinterpret_cast<const char*>(&v), sizeof v); };
    put(shape.category.value);
    for (const ArgColumn& c : shape.columns) {
        put(c.key.value);
        put(static_cast<std::uint32_t>(c.form) * 2 + (c.topLevel ? 1 : 0));
        put(c.constant.value);
    }
    return text;
}

bool isKnownPhase(char phase) {
    return phase != 0 && std::string_view("XBEbneiIRCstfMPcvV()STpF").find(phase) != std::string_view::npos;
}

// Samples, clock syncs, memory dumps and contexts: nothing is drawn of them.
bool isUnshownPhase(char phase) {
    return phase != 0 && std::string_view("PcvV()").find(phase) != std::string_view::npos;
}

EventRole roleOf(const EventShape& shape) {
    switch (shape.phase) {
    case 'X':
        return shape.hasTime ? EventRole::Slice : EventRole::Point;
    case 'B':
    case 'b':
    case 'S':
    case 'E':
    case 'e':
    case 'F':
        return shape.hasTime ? EventRole::Boundary : EventRole::Point;
    case 's':
    case 't':
    case 'f':
        return EventRole::Flow;
    default:
        return EventRole::Point;
    }
}

TimeNs bounded(TimeNs time) {
    return std::clamp(time, -kAbsurd, kAbsurd);
}

bool hasTime(const EventShape& shape, const EventValues& values) {
    return shape.hasTime && values.time != kNoTime;
}

} // namespace

std::size_t BatchWriter::TrackHash::operator()(const TrackKey& key) const noexcept {
    return hash.pair(static_cast<std::uint64_t>(key.pid), static_cast<std::uint64_t>(key.tid));
}

void BatchWriter::begin(EventRange& range, std::int64_t offset) {
    range_ = &range;
    range.begin = offset;
    read_.clear();
}

void BatchWriter::end() {
    names_.settleAll(texts_, read_.slices);
    packer_.pack(read_, tracks_.size(), *range_);
}

std::size_t BatchWriter::bytes() const {
    std::size_t sum = texts_.bytes();
    for (const EventShape& shape : shapes_) {
        sum += shape.blockBytes;
    }
    return sum;
}

bool BatchWriter::knows(const EventShape& shape) const {
    return shapeNumbers_.contains(signatureOf(shape));
}

std::uint32_t BatchWriter::shapeNumber(const EventShape& shape) {
    const auto [found, fresh] =
        shapeNumbers_.try_emplace(signatureOf(shape), static_cast<std::uint32_t>(shapes_.size()));
    if (fresh) {
        shapes_.push_back(shape);
        shapes_.back().role = roleOf(shape);
    }
    return found->second;
}

// What every event goes through is one function in the machine's eyes: three calls per event are a fiftieth of an import.
[[gnu::always_inline]] inline std::uint32_t BatchWriter::trackOf(const EventValues& values) {
    const TrackKey key{values.pid, values.tid};
    if (lastTrack_ < tracks_.size() && tracks_[lastTrack_] == key) [[likely]] {
        return lastTrack_;
    }
    return lastTrack_ = trackNumber(key);
}

[[gnu::always_inline]] inline void BatchWriter::addSlice(std::uint32_t number, const EventShape& shape,
                                                         std::uint32_t row, const EventValues& values,
                                                         std::uint32_t at) {
    const bool lasts = shape.hasDuration && values.duration != kNoTime;
    TimeNs duration = lasts ? values.duration : 0; // else it is an earlier event's
    if (duration < 0) [[unlikely]] {
        issue(Issue::NegativeDuration, at);
        duration = 0;
    }
    if (values.time >= kAbsurd || values.time <= -kAbsurd || duration >= kAbsurd) [[unlikely]] {
        issue(Issue::AbsurdTime, at);
        duration = bounded(duration);
    }
    if (!lasts || shape.nonFinite > 0 || shape.rawArgs) [[unlikely]] {
        if (!lasts) {
            issue(Issue::MissingDuration, at);
        }
        noteOddities(shape, values, at);
    }
    if (shape.correlation >= 0) {
        read_.correlations.push_back({values.cells[static_cast<std::size_t>(shape.correlation)],
                                      static_cast<std::uint32_t>(read_.slices.size()), at});
    }
    if (values.soughtName.text.data() != nullptr) [[likely]] {
        names_.add(values.soughtName, read_.slices.size(), texts_, read_.slices);
    }
    read_.slices.push_back({bounded(values.time), duration, values.name.value, number, row, trackOf(values)});
}

void BatchWriter::add(std::uint32_t number, const EventValues& values, std::uint32_t at) {
    EventShape& shape = shapes_[number];
    ++range_->events;
    const std::uint32_t row = shape.addRow(values, argArena_);
    const bool placeless = shape.hasTime && values.time == kNoTime; // a time that nobody can read
    switch (placeless && shape.role != EventRole::Flow ? EventRole::Point : shape.role) {
    case EventRole::Slice:
        addSlice(number, shape, row, values, at);
        return;
    case EventRole::Boundary:
        addBoundary(number, shape, row, values, at);
        break;
    case EventRole::Flow:
        read_.flows.push_back({shape.id >= 0 ? values.cells[static_cast<std::size_t>(shape.id)] : 0,
                               static_cast<std::uint32_t>(read_.points.size())});
        addPoint(number, shape, row, values, at);
        break;
    case EventRole::Point:
        addPoint(number, shape, row, values, at);
        break;
    }
    noteOddities(shape, values, at);
}

void BatchWriter::addBoundary(std::uint32_t number, const EventShape& shape, std::uint32_t row,
                              const EventValues& values, std::uint32_t at) {
    read_.boundaries.push_back({bounded(values.time), nameOf(values), number, row, trackOf(values), at,
                                shape.id >= 0 ? values.cells[static_cast<std::size_t>(shape.id)] : 0});
}

void BatchWriter::addPoint(std::uint32_t number, const EventShape& shape, std::uint32_t row,
                           const EventValues& values, std::uint32_t at) {
    const std::uint32_t place = shape.empty ? TrackId::kNone : trackOf(values);
    read_.points.push_back(
        {hasTime(shape, values) ? bounded(values.time) : 0, nameOf(values), number, row, place, at});
}

void BatchWriter::noteOddities(const EventShape& shape, const EventValues& values, std::uint32_t at) {
    if (shape.nonFinite > 0) [[unlikely]] {
        range_->issues.hit(Issue::NonFinite, range_->begin + at, shape.nonFinite);
    }
    if (shape.rawArgs) [[unlikely]] {
        issue(Issue::RawArguments, at);
    }
    if (shape.empty) [[unlikely]] {
        issue(Issue::EmptyEvent, at);
        return;
    }
    if (!hasTime(shape, values) && shape.phase != 'M') [[unlikely]] {
        issue(Issue::MissingTime, at);
    }
    if (shape.phase == 'N' || shape.phase == 'O' || shape.phase == 'D') [[unlikely]] {
        issue(Issue::ObjectEvent, at);
    } else if (isUnshownPhase(shape.phase)) [[unlikely]] {
        issue(Issue::UnshownEvent, at);
    } else if (!isKnownPhase(shape.phase)) [[unlikely]] {
        issue(Issue::UnknownPhase, at);
    }
}

std::uint32_t BatchWriter::nameOf(const EventValues& values) {
    return (values.soughtName.text.data() != nullptr ? texts_.text(values.soughtName) : values.name).value;
}

std::uint32_t BatchWriter::trackNumber(const TrackKey& key) {
    const auto [found, fresh] = trackNumbers_.try_emplace(key, static_cast<std::uint32_t>(tracks_.size()));
    if (fresh) {
        tracks_.push_back(key);
    }
    return found->second;
}

} // namespace lanes
