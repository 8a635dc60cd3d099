#include "model/io/json/RangeParser.h"

#include "model/io/json/EventRepair.h"
#include "model/io/json/JsonScan.h"

#include <algorithm>

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
} // namespace

RangeParser::RangeParser(BatchWriter& out, Between between)
    : between_(between)
    , out_(out)
    , texts_(out.texts())
    , strict_(out.texts()) {}

void RangeParser::parse(std::string_view text, std::int64_t offset, bool lastOfFile, EventRange& range) {
    range_ = &range;
    text_ = text.data();
    end_ = text_ + text.size();
    offset_ = offset;
    lastOfFile_ = lastOfFile;
    done_ = false;
    patience_ = kPatience * std::max(end_ - text_, kLeastPatience);
    out_.begin(range, offset);
    out_.texts().locate(text_, offset);
    const char* p = text_;
    while (p < end_ && !done_) {
        const char* after = event(p);
        p = whole_ ? separator(after) : after;
    }
    range.last = offsetOf(std::min(p, end_));
    out_.end();
}

[[gnu::always_inline]] inline const char* RangeParser::matched(const char* p) {
    std::uint32_t shape = 0;
    const char* after = tree_.match(p, sight(p, kShortSight), texts_, values_, shape);
    if (after == nullptr) [[unlikely]] {
        return nullptr;
    }
    // Which kind of event followed this kind the last time is the best guess for what follows now.
    usualNext_[lastShape_] = tree_.beginning();
    lastShape_ = shape;
    tree_.expect(usualNext_[shape]);
    add(shape, p);
    return after;
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

// Parses the well-formed event at `p`, which stands at `at` of the range's text.
const char* RangeParser::parsed(const char* p, const char* end, const char* at) {
    values_.soughtName = {}; // of the layouts that did not match
    const char* after = strict_.parse(p, end, StrictEvent::Args::Columns);
    if ((after != nullptr && out_.shapes().size() >= BatchWriter::kMaxShapes &&
         !out_.knows(strict_.shape())) ||
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
    const std::uint32_t shape = out_.shapeNumber(strict_.shape());
    usualNext_.resize(out_.shapes().size(), nullptr);
    tree_.add(strict_.tokens(), shape);
    add(shape, at);
    return after;
}

const char* RangeParser::mended(const char* p) {
    out_.texts().locate(nullptr, offsetOf(p));
    const char* after = mendedAs(p);
    out_.texts().locate(text_, offset_);
    return after;
}

const char* RangeParser::mendedAs(const char* p) {
    bool breaks = false; // whether reading these in another way changes anything
    bool slashes = false;
    for (const Reading reading : {Reading::EndsWithLine, Reading::CrossesLines, Reading::PlainBackslashes}) {
        if ((reading == Reading::CrossesLines && !breaks) ||
            (reading == Reading::PlainBackslashes && !slashes)) {
            continue;
        }
        const char* seen = p;
        const char* after = repairEvent(p, sight(p, kShortMend), reading, mended_, seen);
        patience_ -= seen - p;
        breaks = breaks || after != nullptr || *seen == '\n';
        slashes = slashes || std::find(p, seen, '\\') != seen;
        if (after == nullptr) {
            continue;
        }
        const std::size_t size = mended_.size();
        mended_.append(json::kPadding, '\0');
        const char* begin = mended_.data();
        const char* end = begin + size;
        const bool sensible = strict_.parse(begin, end, StrictEvent::Args::Columns) != nullptr &&
                              !strict_.oddPhase(); // else quotes were joined that do not belong together
        if (sensible && parsed(begin, end, p) != nullptr) {
            issue(Issue::RepairedEvent, p);
            return after;
        }
    }
    return nullptr;
}

void RangeParser::add(std::uint32_t shape, const char* at) {
    out_.add(shape, values_, static_cast<std::uint32_t>(at - text_));
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

} // namespace lanes
