#include "model/io/json/EventReader.h"

#include "model/base/MemoryLimit.h"
#include "model/base/Threads.h"
#include "model/io/json/JsonScan.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace lanes {

namespace {

constexpr std::int64_t kReportBytes = std::int64_t{16} << 20;
// What an event takes in columns while its slice is brought to its place, at most.
constexpr std::size_t kBytesPerEvent = 120;
constexpr std::int64_t kDropAtOnce = std::int64_t{4} << 20;
constexpr std::int64_t kLongestTail = std::int64_t{256} << 20;
// Each further list of events costs another pass over what stands in front of it.
constexpr int kMostLists = 64;

} // namespace

EventReader::EventReader(std::shared_ptr<const InputFile> file, const OpenOptions& options, unsigned threads,
                         std::size_t chunkBytes)
    : file_(std::move(file))
    , options_(options)
    , threads_(threads)
    , chunkBytes_(chunkBytes)
    , memoryLimit_(options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit())
    , kept_(threads, 0) {}

Result<bool> EventReader::read(ImportBatch& out) {
    out_ = &out;
    auto content = openContent(file_);
    if (!content) {
        return content.error();
    }
    chunks_ = std::make_unique<EventChunks>(std::move(content).value(), chunkBytes_);
    std::string head;
    if (!chunks_->start(head)) {
        noteDamage();
        return false;
    }
    readHead(head, out.info.properties, out.issues);
    using Between = RangeParser::Between;
    const Between between =
        head.find_first_of("[{") == std::string::npos ? Between::LineBreaks : Between::Commas;
    for (unsigned i = 0; i < threads_; ++i) {
        out.writers.push_back(std::make_unique<BatchWriter>());
        parsers_.push_back(std::make_unique<RangeParser>(*out.writers.back(), between));
    }
    if (options_.publish) {
        sketch_ = std::make_unique<ImportSketch>();
    }
    // In the array form the closing bracket is optional: writers append events to it while they live. Lines of events have
    // none.
    const bool arrayForm = head.find('{') == std::string::npos;
    for (int lists = 1;; ++lists) {
        if (Result<void> done = readList(); !done) {
            return done.error();
        }
        const Result<std::int64_t> further = judgeEnd(arrayForm);
        if (!further) {
            return further.error();
        }
        std::ranges::move(ranges_, std::back_inserter(out.ranges));
        if (further.value() < 0) {
            return true;
        }
        out.issues.hit(lists < kMostLists ? Issue::FurtherEvents : Issue::SkippedText, further.value());
        if (lists == kMostLists) {
            return true;
        }
        if (Result<void> there = goOnAt(further.value()); !there) {
            return there.error();
        }
    }
}

// Reads the events from where the chunks stand to the bracket that closes them.
Result<void> EventReader::readList() {
    onThreads(threads_, [&](unsigned worker) { work(worker); });
    if (options_.stop.stop_requested()) {
        return Error{std::string(kCancelled)};
    }
    report(events_); // the last range need not be the last to be parsed
    noteDamage();
    return proveBorders();
}

// To another list of events, which starts there.
Result<void> EventReader::goOnAt(std::int64_t offset) {
    auto content = openContent(file_);
    if (!content) {
        return content.error();
    }
    chunks_ = std::make_unique<EventChunks>(std::move(content).value(), chunkBytes_);
    chunks_->startAt(offset);
    ranges_.clear();
    chunkEnd_.clear();
    tail_.clear();
    tailAt_ = -1;
    return {};
}

void EventReader::noteDamage() {
    out_->damage = chunks_->damage();
    out_->damageAt = out_->damage.empty() ? -1 : chunks_->position();
}

void EventReader::work(std::uint32_t worker) {
    EventChunk chunk;
    EventRange* range = nullptr;
    while (take(chunk, range)) {
        range->worker = worker;
        parsers_[worker]->parse(chunk.text(), chunk.offset, chunk.last, *range);
        finish(chunk, *range);
        if (sketch_) {
            sketch_->add(*range, *out_->writers[worker]);
            if (!chunk.last && isTimeToShow()) {
                show();
            }
        }
    }
}

bool EventReader::isTimeToShow() {
    const std::lock_guard lock(mutex_);
    if (showing_ || std::chrono::steady_clock::now() < nextShow_) {
        return false;
    }
    return showing_ = true;
}

// One thread at a time, while the others read on.
void EventReader::show() {
    const auto start = std::chrono::steady_clock::now();
    options_.publish(sketch_->snapshot(file_->path()));
    const auto end = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    nextShow_ = end + std::max(pace_, timesItsCost_ * (end - start));
    showing_ = false;
}

bool EventReader::take(EventChunk& chunk, EventRange*& range) {
    const std::lock_guard lock(mutex_);
    if (full_ || options_.stop.stop_requested() || !chunks_->next(chunk)) {
        return false;
    }
    range = &ranges_.emplace_back();
    chunkEnd_.push_back(chunk.offset + static_cast<std::int64_t>(chunk.size));
    return true;
}

void EventReader::finish(const EventChunk& chunk, const EventRange& range) {
    const std::size_t kept = out_->writers[range.worker]->bytes();
    const std::lock_guard lock(mutex_);
    events_ += range.events;
    kept_[range.worker] = kept;
    const std::size_t used =
        std::accumulate(kept_.begin(), kept_.end(), std::size_t{0}) + events_ * kBytesPerEvent;
    full_ = full_ || (used > memoryLimit_ && !chunk.last);
    if (range.closed && chunk.last) {
        tailAt_ = range.last;
        tail_ = chunk.text().substr(static_cast<std::size_t>(range.last - chunk.offset));
    }
    if (chunks_->position() - reportedAt_ >= kReportBytes) {
        reportedAt_ = chunks_->position();
        report(events_);
    }
}

void EventReader::report(std::uint64_t events) {
    if (options_.progress) {
        options_.progress({static_cast<std::uint64_t>(chunks_->position()),
                           static_cast<std::uint64_t>(file_->size()), events});
    }
}

// Each range must end exactly where the next begins; one that does not began in the middle of an event.
Result<void> EventReader::proveBorders() {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        if (ranges_[i].closed) { // what follows was no range of events
            out_->guessed = out_->guessed || i + 1 < ranges_.size();
            ranges_.resize(i + 1);
            return {};
        }
        if (!ranges_[i].unfinished || i + 1 == ranges_.size()) {
            continue;
        }
        if (Result<void> done = parseAgain(i + 1, ranges_[i].last, chunkEnd_[i + 1]); !done) {
            return done;
        }
    }
    return {};
}

// The text [from, to), as far as there is any. From one call to the next `from` only grows.
Result<std::string> EventReader::textAt(std::int64_t from, std::int64_t to) {
    if (options_.stop.stop_requested()) {
        return Error{std::string(kCancelled)};
    }
    if (!again_) {
        auto content = openContent(file_);
        if (!content) {
            return content.error();
        }
        again_ = std::move(content).value();
    }
    for (std::int64_t drop = from - windowAt_; drop > 0; drop = from - windowAt_) {
        const auto held = std::min(drop, static_cast<std::int64_t>(window_.size()));
        window_.erase(0, static_cast<std::size_t>(held));
        windowAt_ += held;
        if (held < drop) {
            window_.resize(static_cast<std::size_t>(std::min(drop - held, kDropAtOnce)));
            window_.resize(again_->read(window_.data(), window_.size()));
            if (window_.empty()) {
                return std::string();
            }
        }
    }
    const std::size_t held = window_.size();
    const auto wanted = static_cast<std::size_t>(to - from);
    if (held < wanted) {
        window_.resize(wanted);
        window_.resize(held + again_->read(window_.data() + held, wanted - held));
    }
    return window_.substr(0, wanted);
}

// Parses the text [from, to) in place of range `number`.
Result<void> EventReader::parseAgain(std::size_t number, std::int64_t from, std::int64_t to) {
    out_->guessed = true;
    Result<std::string> read = textAt(from, to);
    if (!read) {
        return read.error();
    }
    std::string text = std::move(read).value();
    text.append(json::kPadding, '\0');
    const bool last = number + 1 == ranges_.size();
    EventRange fresh;
    fresh.worker = ranges_[number].worker;
    parsers_[fresh.worker]->parse({text.data(), text.size() - json::kPadding}, from, last, fresh);
    ranges_[number] = std::move(fresh);
    return {};
}

// Reads what stands behind the events. The offset of another list of them, or -1.
Result<std::int64_t> EventReader::judgeEnd(bool arrayForm) {
    constexpr std::int64_t kNone = -1;
    if (!ranges_.empty() && ranges_.back().closed) {
        const std::int64_t at = ranges_.back().last;
        if (at != tailAt_) { // it did not end in the last chunk
            Result<std::string> tail = textAt(at, std::min(at + kLongestTail, chunkEnd_.back()));
            if (!tail) {
                return tail.error();
            }
            tail_ = std::move(tail).value();
        }
        return readTail(arrayForm ? Document::List : Document::Object, tail_, at, out_->info.properties,
                        out_->issues);
    }
    if (full_ && !ranges_.empty()) {
        out_->cut = true;
        out_->issues.hit(Issue::MemoryLimit, chunkEnd_.back());
        return kNone;
    }
    const bool cut = !ranges_.empty() && ranges_.back().issues.count(Issue::TruncatedTail) > 0;
    if (!arrayForm && !cut) {
        out_->issues.hit(Issue::TruncatedTail, ranges_.empty() ? 0 : chunkEnd_.back());
    }
    return kNone;
}

} // namespace lanes
