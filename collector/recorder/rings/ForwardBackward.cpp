#include "collector/recorder/rings/ForwardBackward.h"

#include <utility>

namespace lanes::recorder {

void ForwardBackward::forward(Key key, SliceHandle slice, StackId stack) {
    if (forwards_.size() >= kMostForwards) {
        olderForwards_ = std::exchange(forwards_, {});
    }
    forwards_[key] = {std::move(slice), stack};
}

void ForwardBackward::backward(Key key, SliceHandle slice) {
    waiting_.push_back({.key = key, .slice = std::move(slice)});
}

void ForwardBackward::captured(Key key, std::uint64_t node) {
    waiting_.push_back({.key = key, .node = node});
}

void ForwardBackward::link(SessionSink& sink, DeviceCapture& devices) {
    std::vector<Waiting> left;
    for (Waiting& backward : waiting_) {
        const Forward* forward = find(backward.key);
        if (forward == nullptr && !std::exchange(backward.tried, true)) {
            left.push_back(std::move(backward));
        } else if (!backward.slice) {
            devices.setCaptureStack(backward.node, forward != nullptr ? forward->stack : StackId());
        } else if (forward != nullptr) {
            sink.addLink(forward->slice, std::move(backward.slice), LinkKind::ForwardBackward);
        }
    }
    waiting_ = std::move(left);
}

const ForwardBackward::Forward* ForwardBackward::find(Key key) const {
    for (const auto* generation : {&forwards_, &olderForwards_}) {
        if (const auto found = generation->find(key); found != generation->end()) {
            return &found->second;
        }
    }
    return nullptr;
}

} // namespace lanes::recorder
