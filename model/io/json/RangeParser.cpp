#include "model/io/json/RangeParser.h"

#include "model/io/json/EventRepair.h"
#include "model/io/json/JsonScan.h"

#include <algorithm>
#include <bit>

namespace lanes {

namespace {

// An event that is not complete after so much text has an unclosed bracket or quote.
constexpr std::ptrdiff_t kLongestOpen = std::ptrdiff_t{8} << 20;
// Damage may look like an event that goes on to the end of the range, again and again. Once so many times the range has
// been looked at in vain, events are followed and mended no further than this.
constexpr std::ptrdiff_t kPatience = 16;
constexpr std::ptrdiff_t kLeastPatience = std::ptrdiff_t{1} << 20;
constexpr std::ptrdiff_t kShortSight = std::ptrdiff_t{4} << 10;
constexpr std::ptrdiff_t kShortMend = 512;
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

} // namespace

RangeParser::RangeParser(Between between)
    : between_(between)
    , strict_(texts_) {}

std::size_t RangeParser::TrackHash::operator()(const TrackKey& key) const noexcept {
    const auto mixed = static_cast<std::uint64_t>(key.pid) * 0x9e3779b97f4a7c15ull ^
                       std::rotl(static_cast<std::uint64_t>(key.tid) * 0xe7037ed1a0b428dbull, 32);
    return mixed ^ mixed >> 29;
}

void RangeParser::parse(std::string_view text, std::int64_t offset, bool lastOfFile, EventRange& range) {
    range_ = &range;
    text_ = text.data();
    end_ = text_ + text.size();
    offset_ = offset;
    lastOfFile_ = lastOfFile;
    done_ = false;
    patience_ = kPatience * std::max(end_ - text_, kLeastPatience);
    range.begin = offset;
    texts_.locate(text_, offset);
    read_.clear();
    const char* p = text_;
    while (p < end_ && !done_) {
        const char* after = event(p);
        p = whole_ ? separator(after) : after;
    }
    range.last = offsetOf(std::min(p, end_));
    names_.settleAll(texts_, read_.slices);
    packer_.pack(read_, tracks_.size(), range);
}

std::size_t RangeParser::bytes() const {
    std::size_t sum = texts_.bytes();
    for (const EventShape& shape : shapes_) {
        sum += shape.blockBytes;
    }
    return sum;
}

// One event or a way past what is none. Sets done_ where parsing has to stop.
const char* RangeParser::event(const char* p) {
    whole_ = true;
    if (*p == '{') [[likely]] {
        const std::int64_t unnamed = ArgValue::ofText(StringId(0)).encode();
        values_.name = StringId(0);
        values_.soughtName = {};
        values_.pid = unnamed;
        values_.tid = unnamed;
        if (const char* after = matched(p)) [[likely]] {
            return after;
        }
        const char* end = sight(p, kShortSight);
        if (const char* after = parsed(p, end, p)) {
            return after;
        }
        const bool cut = strict_.ranOut() && end == end_;
        if (const char* after = mended(p)) {
            return after;
        }
        whole_ = false;
        return lost(p, cut);
    }
    whole_ = false;
    if (*p == ']' && closesEvents(p, end_)) {
        range_->closed = true;
        done_ = true;
        return p;
    }
    const char* next = findEvent(p, end_);
    const char* skipped = next < end_ || !lastOfFile_ ? p : findRubbish(p, next);
    if (skipped < next) {
        issue(Issue::SkippedText, skipped);
    }
    return next;
}

const char* RangeParser::matched(const char* p) {
    std::uint32_t shape = 0;
    const char* after = tree_.match(p, sight(p, kShortSight), texts_, values_, shape);
    if (after == nullptr) [[unlikely]] {
        return nullptr;
    }
    // Which kind of event followed this kind the last time is the best guess for what follows now.
    usualNext_[lastShape_] = tree_.beginning();
    lastShape_ = shape;
    tree_.expect(usualNext_[shape]);
    commit(shape, p);
    return after;
}

// Parses the well-formed event at `p`, which stands at `at` of the range's text.
const char* RangeParser::parsed(const char* p, const char* end, const char* at) {
    values_.soughtName = {}; // of the layouts that did not match
    const char* after = strict_.parse(p, end, StrictEvent::Args::Columns);
    const bool known = after != nullptr && shapeNumbers_.contains(signatureOf(strict_.shape()));
    if ((after != nullptr && !known && shapes_.size() >= kMaxShapes) ||
        (after == nullptr && strict_.tooManyColumns())) {
        after = strict_.parse(p, end, StrictEvent::Args::OneText);
    }
    if (after == nullptr) {
        patience_ -= strict_.looked();
        return nullptr;
    }
    for (const Token& token : strict_.tokens()) {
        if (readSlot(token.slot, token.valueAt, end, texts_, values_) == nullptr) {
            return nullptr;
        }
    }
    const std::uint32_t shape = shapeNumber(strict_.shape());
    tree_.add(strict_.tokens(), shape);
    commit(shape, at);
    return after;
}

const char* RangeParser::mended(const char* p) {
    texts_.locate(nullptr, offsetOf(p));
    const char* after = mendedAs(p);
    texts_.locate(text_, offset_);
    return after;
}

const char* RangeParser::mendedAs(const char* p) {
    for (const LineBreaks breaks : {LineBreaks::EndStrings, LineBreaks::AreText}) {
        const char* seen = p;
        const char* after = repairEvent(p, sight(p, kShortMend), breaks, mended_, seen);
        patience_ -= seen - p;
        if (after == nullptr) {
            if (*seen != '\n') {
                return nullptr; // taking line breaks for text would change nothing
            }
            continue;
        }
        const std::size_t size = mended_.size();
        mended_.append(json::kPadding, '\0');
        const char* begin = mended_.data();
        const char* end = begin + size;
        const bool sensible =
            strict_.parse(begin, end, StrictEvent::Args::Columns) != nullptr &&
            !strict_.shape().oddPhase; // else quotes were joined that do not belong together
        if (sensible && parsed(begin, end, p) != nullptr) {
            issue(Issue::RepairedEvent, p);
            return after;
        }
    }
    return nullptr;
}

// The event at `p` cannot be read: on to the next one. `cut`: it was not complete where the text ends.
const char* RangeParser::lost(const char* p, bool cut) {
    if (cut && !lastOfFile_ && end_ - p < kLongestOpen) { // perhaps this range ends within it
        range_->unfinished = true;
        done_ = true;
        return p;
    }
    const char* next = findEvent(p + 1, end_);
    issue(next == end_ && lastOfFile_ ? Issue::TruncatedTail : Issue::SkippedEvent, p);
    return next;
}

// How far the event at `p` is followed: to the end, or no further than `most` bytes.
const char* RangeParser::sight(const char* p, std::ptrdiff_t most) const {
    return patience_ > 0 || end_ - p <= most ? end_ : p + most;
}

// What stands between two events; returns the start of the next one (or what should be one).
const char* RangeParser::separator(const char* p) {
    p = json::skipSpace(p, end_);
    if (p >= end_) {
        if (!lastOfFile_ && between_ == Between::Commas) { // ranges are cut where an event starts
            issue(Issue::MissingComma, end_);
        }
        return end_;
    }
    if (*p == ',') [[likely]] {
        return json::skipSpace(p + 1, end_);
    }
    if (*p == '{' && between_ == Between::Commas) {
        issue(Issue::MissingComma, p);
    }
    return p;
}

std::uint32_t RangeParser::shapeNumber(const EventShape& shape) {
    const auto [found, fresh] =
        shapeNumbers_.try_emplace(signatureOf(shape), static_cast<std::uint32_t>(shapes_.size()));
    if (fresh) {
        shapes_.push_back(shape);
        usualNext_.push_back(nullptr);
    }
    return found->second;
}

void RangeParser::commit(std::uint32_t number, const char* at) {
    EventShape& shape = shapes_[number];
    ++range_->events;
    const std::uint32_t row = shape.addRow(values_, argArena_);
    const bool placeless = shape.hasTime && values_.time == kNoTime; // a time that nobody can read
    switch (placeless && shape.role != EventRole::Flow ? EventRole::Point : shape.role) {
    case EventRole::Slice:
        commitSlice(number, shape, row, at);
        return;
    case EventRole::Boundary:
        commitBoundary(number, shape, row, at);
        break;
    case EventRole::Flow:
        read_.flows.push_back({shape.id >= 0 ? values_.cells[static_cast<std::uint8_t>(shape.id)] : 0,
                               static_cast<std::uint32_t>(read_.points.size())});
        commitPoint(number, shape, row, at);
        break;
    case EventRole::Point:
        commitPoint(number, shape, row, at);
        break;
    }
    noteOddities(shape, at);
}

void RangeParser::commitSlice(std::uint32_t number, EventShape& shape, std::uint32_t row, const char* at) {
    TimeNs duration = shape.hasDuration ? values_.duration : 0; // else it is an earlier event's
    if (duration < 0) [[unlikely]] {
        issue(Issue::NegativeDuration, at);
        duration = 0;
    }
    if (values_.time >= kAbsurd || values_.time <= -kAbsurd || duration >= kAbsurd) [[unlikely]] {
        issue(Issue::AbsurdTime, at);
    }
    if (!shape.hasDuration || shape.nonFinite > 0 || shape.rawArgs) [[unlikely]] {
        if (!shape.hasDuration) {
            issue(Issue::MissingDuration, at);
        }
        noteOddities(shape, at);
    }
    if (shape.correlation >= 0) {
        read_.correlations.push_back({values_.cells[static_cast<std::uint8_t>(shape.correlation)],
                                      static_cast<std::uint32_t>(read_.slices.size()),
                                      static_cast<std::uint32_t>(at - text_)});
    }
    if (values_.soughtName.text.data() != nullptr) [[likely]] {
        names_.add(values_.soughtName, read_.slices.size(), texts_, read_.slices);
    }
    read_.slices.push_back({values_.time, duration, values_.name.value, number, row, track()});
}

void RangeParser::commitBoundary(std::uint32_t number, const EventShape& shape, std::uint32_t row,
                                 const char* at) {
    range_->boundaries.push_back({values_.time, name(), number, row, track(),
                                  static_cast<std::uint32_t>(at - text_),
                                  shape.id >= 0 ? values_.cells[static_cast<std::uint8_t>(shape.id)] : 0});
}

void RangeParser::commitPoint(std::uint32_t number, const EventShape& shape, std::uint32_t row,
                              const char* at) {
    const bool timed = shape.hasTime && values_.time != kNoTime;
    const std::uint32_t place = shape.empty ? TrackId::kNone : track();
    read_.points.push_back(
        {timed ? values_.time : 0, name(), number, row, place, static_cast<std::uint32_t>(at - text_)});
}

void RangeParser::noteOddities(const EventShape& shape, const char* at) {
    if (shape.nonFinite > 0) [[unlikely]] {
        range_->issues.hit(Issue::NonFinite, offsetOf(at), shape.nonFinite);
    }
    if (shape.rawArgs) [[unlikely]] {
        issue(Issue::RawArguments, at);
    }
    if (shape.empty) [[unlikely]] {
        issue(Issue::EmptyEvent, at);
        return;
    }
    const bool timed = shape.hasTime && values_.time != kNoTime;
    if (!timed && shape.phase != 'M') [[unlikely]] {
        issue(Issue::MissingTime, at);
    }
    if (shape.phase == 'N' || shape.phase == 'O' || shape.phase == 'D') [[unlikely]] {
        issue(Issue::ObjectEvent, at);
    } else if (!isKnownPhase(shape.phase)) [[unlikely]] {
        issue(Issue::UnknownPhase, at);
    }
}

// The name of the event that has just been read.
std::uint32_t RangeParser::name() {
    return (values_.soughtName.text.data() != nullptr ? texts_.text(values_.soughtName) : values_.name).value;
}

// The track of the event that has just been read.
std::uint32_t RangeParser::track() {
    const TrackKey key{values_.pid, values_.tid};
    if (lastTrack_ < tracks_.size() && tracks_[lastTrack_] == key) [[likely]] {
        return lastTrack_;
    }
    const auto [found, fresh] = trackNumbers_.try_emplace(key, static_cast<std::uint32_t>(tracks_.size()));
    if (fresh) {
        tracks_.push_back(key);
    }
    return lastTrack_ = found->second;
}

} // namespace lanes
