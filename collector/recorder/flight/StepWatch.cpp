#include "collector/recorder/flight/StepWatch.h"

#include <algorithm>

namespace lanes::recorder {

namespace {

constexpr std::size_t kRemembered = 101; // enough for a median, few enough for one that follows the program
constexpr std::size_t kLeast = 5;
constexpr std::size_t kMostSeen = 10'000; // nobody has asked for so long

TimeNs medianOf(const std::deque<TimeNs>& durations) {
    if (durations.size() < kLeast) {
        return 0;
    }
    std::vector<TimeNs> sorted(durations.begin(), durations.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return *middle;
}

} // namespace

void StepWatch::ended(ring::StepKind kind, TrackId id, TimeNs begin, TimeNs end) {
    if (kind == ring::StepKind::Profiler && !profiler_) {
        profiler_ = true;
        threads_.clear();
        cost_.forget();
        count_ = 0;
    }
    if (profiler_ != (kind == ring::StepKind::Profiler)) {
        return;
    }
    Thread& thread = threads_[id];
    const TimeNs from = profiler_ ? begin : thread.previousEnd;
    thread.previousEnd = end;
    count_ = std::max(count_, ++thread.count);
    if (from == kNone) {
        return;
    }
    const TimeNs duration = end - from;
    cost_.ended(id, from, end);
    if (seen_.size() < kMostSeen) {
        seen_.push_back({thread.count, duration, medianOf(thread.durations)});
    }
    ++thread.timed;
    thread.sum += duration;
    thread.durations.push_back(duration);
    if (thread.durations.size() > kRemembered) {
        thread.durations.pop_front();
    }
}

std::vector<StepWatch::Times> StepWatch::times() const {
    std::vector<Times> all;
    all.reserve(threads_.size());
    for (const auto& [id, thread] : threads_) {
        if (thread.timed > 0) {
            all.push_back({id, thread.timed, thread.sum, {thread.durations.begin(), thread.durations.end()}});
        }
    }
    return all;
}

void StepWatch::interrupt(TimeNs at, bool recorded) {
    cost_.changed(at, recorded);
    for (auto& [id, thread] : threads_) {
        thread.previousEnd = kNone;
    }
}

} // namespace lanes::recorder
