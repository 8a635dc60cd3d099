#include "collector/recorder/sink/OutsideRow.h"

#include "model/trace/RecordingKey.h"

#include <algorithm>

namespace lanes::recorder {

void OutsideRow::begin(TimeNs at) {
    const bool first = !track_.valid();
    if (first) {
        track_ = beside_.rowBeside(kOutsideKey);
    }
    SliceRecord slice;
    slice.start = first ? 0 : at; // from the begin of the recording on
    slice.duration = -1;          // has not ended
    slice.name = sink_.writer().string(kOutsideKey);
    slice.layout = row_.finish("not_recorded", cells_);
    outside_ = sink_.addSlice(track_, slice, cells_);
}

void OutsideRow::settle(TimeNs upTo) {
    if (!track_.valid()) {
        begin(0);
    }
    // Who enters the moment that another leaves comes first.
    std::ranges::stable_sort(changes_, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    auto change = changes_.begin();
    for (; change != changes_.end() && change->first <= upTo; ++change) {
        last_ = std::max(last_, change->first);
        const bool before = inside_ > 0;
        inside_ = std::max<std::int64_t>(0, inside_ + change->second);
        if (!before && inside_ > 0) {
            sink_.endSlice(std::exchange(outside_, {}), last_);
        } else if (before && inside_ == 0) {
            begin(last_);
        }
    }
    changes_.erase(changes_.begin(), change);
}

void OutsideRow::finish(TimeNs at) {
    settle(at);
    sink_.endSlice(std::exchange(outside_, {}), std::max(last_, at));
}

} // namespace lanes::recorder
