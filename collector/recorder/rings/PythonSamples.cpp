#include "collector/recorder/rings/PythonSamples.h"

#include <algorithm>

namespace lanes::recorder {

namespace {

// A sample speaks for this many periods at most: then its thread, or the whole process, has not been asked for a while.
constexpr TimeNs kMostPeriods = 20;

} // namespace

void PythonSamples::sample(const ring::PythonSample& sample, TimeNs at, const RingDefinitions& definitions) {
    const std::uint32_t id = sample.header.key;
    Thread& thread = threads_[id];
    if (!thread.track.valid()) {
        thread.track = track_(id);
    }
    at = std::max(at, thread.last);
    if (thread.last != INT64_MIN && at - thread.last > kMostPeriods * period_) {
        end(thread, 0, thread.last + period_);
    }
    thread.last = at;
    thread.round = round_;
    if ((sample.header.flags & ring::kStackUnknown) != 0) {
        ++unknown_; // what was open may have gone on
        return;
    }
    stack_.clear();
    StackId stack = definitions.stack(sample.stack);
    for (const auto* call = definitions.call(stack); call != nullptr; call = definitions.call(stack)) {
        stack_.emplace_back(stack, *call);
        stack = call->caller;
    }
    std::ranges::reverse(stack_);
    std::size_t same = 0;
    while (same < stack_.size() && same < thread.open.size() &&
           stack_[same].second.function == thread.open[same].name &&
           stack_[same].second.file == thread.open[same].file) {
        ++same;
    }
    end(thread, same, at);
    for (std::size_t i = same; i < stack_.size(); ++i) {
        begin(thread, at, stack_[i].first, stack_[i].second);
    }
}

void PythonSamples::begin(Thread& thread, TimeNs at, StackId stack, const RingDefinitions::Call& call) {
    SliceRecord slice;
    slice.start = at;
    slice.duration = -1;
    slice.name = functionName(context_.sink.writer(), call.file, call.firstLine, call.function);
    row_.addStack(stack);
    slice.layout = row_.finish("python_function", cells_);
    thread.open.push_back({call.function, call.file, context_.sink.addSlice(thread.track, slice, cells_)});
}

void PythonSamples::end(Thread& thread, std::size_t kept, TimeNs at) {
    while (thread.open.size() > kept) {
        context_.sink.endSlice(thread.open.back().slice, at);
        thread.open.pop_back();
    }
}

void PythonSamples::round(const ring::PythonRound& round, TimeNs at) {
    constexpr std::uint64_t kLongest = 1'000'000'000;
    period_ = static_cast<TimeNs>(std::clamp<std::uint64_t>(round.periodNs, 1, kLongest));
    const bool last = (round.header.flags & ring::kLastRound) != 0;
    for (auto entry = threads_.begin(); entry != threads_.end();) {
        Thread& thread = entry->second;
        if (thread.round == round_ && !last) {
            context_.sink.drained(thread.track, at);
            ++entry;
            continue;
        }
        end(thread, 0, std::min(at, thread.last + period_));
        entry = threads_.erase(entry);
    }
    ++round_;
}

void PythonSamples::finish() {
    for (auto& [id, thread] : threads_) {
        end(thread, 0, thread.last + period_);
    }
    threads_.clear();
}

} // namespace lanes::recorder
