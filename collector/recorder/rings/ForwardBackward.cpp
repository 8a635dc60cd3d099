#include "collector/recorder/rings/ForwardBackward.h"

#include <utility>

namespace lanes::recorder {

void ForwardBackward::forward(std::uint64_t thread, std::int64_t sequence, SliceHandle slice) {
    if (forwards_.size() >= kMostForwards) {
        olderForwards_ = std::exchange(forwards_, {});
    }
    forwards_[{thread, sequence}] = std::move(slice);
}

void ForwardBackward::backward(std::uint64_t forwardThread, std::int64_t sequence, SliceHandle slice) {
    waiting_.push_back({{forwardThread, sequence}, std::move(slice)});
}

void ForwardBackward::link(SessionSink& sink) {
    std::vector<Waiting> left;
    for (Waiting& backward : waiting_) {
        if (SliceHandle forward = find(backward.key)) {
            sink.addLink(std::move(forward), backward.slice, LinkKind::ForwardBackward);
        } else if (!backward.tried) {
            backward.tried = true;
            left.push_back(backward);
        }
    }
    waiting_ = std::move(left);
}

SliceHandle ForwardBackward::find(Key key) const {
    for (const auto* generation : {&forwards_, &olderForwards_}) {
        if (const auto found = generation->find(key); found != generation->end()) {
            return found->second;
        }
    }
    return {};
}

} // namespace lanes::recorder
