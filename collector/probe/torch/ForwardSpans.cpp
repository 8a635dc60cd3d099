#include "collector/probe/torch/ForwardSpans.h"

#include <algorithm>
#include <new>

namespace lanes::probe {

ForwardSpans::Thread* ForwardSpans::find(std::uint64_t id) const {
    for (const auto& thread : threads_) {
        if (thread == nullptr) {
            return nullptr;
        }
        if (thread->id == id) {
            return thread.get();
        }
    }
    return nullptr;
}

void ForwardSpans::begin(std::uint64_t thread, std::uint64_t sequence) {
    const std::lock_guard lock(mutex_);
    Thread* found = find(thread);
    if (found == nullptr) {
        const auto free = std::ranges::find_if(threads_, [](const auto& each) { return each == nullptr; });
        if (free == threads_.end()) {
            return;
        }
        *free = std::unique_ptr<Thread>(new (std::nothrow) Thread);
        found = free->get();
        if (found == nullptr) {
            return;
        }
        found->id = thread;
    }
    // Another backward of the same thread may have begun anew, by torch's own counter: what is known of before is void.
    if (found->count != 0 && sequence < found->spans[(found->count - 1) % kMostSpans].from) {
        found->count = 0;
    }
    found->spans[found->count++ % kMostSpans] = {sequence, kOpen};
}

void ForwardSpans::end(std::uint64_t thread, std::uint64_t sequence) {
    const std::lock_guard lock(mutex_);
    Thread* found = find(thread);
    if (found == nullptr || found->count == 0) {
        return;
    }
    Span& last = found->spans[(found->count - 1) % kMostSpans];
    if (last.to == kOpen) {
        last.to = sequence;
        found->count -= last.to == last.from ? 1 : 0; // nothing was given: no room for it
    }
}

bool ForwardSpans::has(std::uint64_t thread, std::uint64_t sequence) const {
    const std::lock_guard lock(mutex_);
    const Thread* found = find(thread);
    if (found == nullptr) {
        return false;
    }
    // The last one that begins at or before it, of those that are left.
    std::uint64_t low = found->count > kMostSpans ? found->count - kMostSpans : 0;
    std::uint64_t high = found->count;
    const std::uint64_t first = low;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (found->spans[middle % kMostSpans].from <= sequence) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > first && sequence < found->spans[(low - 1) % kMostSpans].to;
}

void ForwardSpans::clear() {
    const std::lock_guard lock(mutex_);
    for (auto& thread : threads_) {
        thread.reset();
    }
}

} // namespace lanes::probe
