// Stretches of a gap as they are found, one after the other; what has the same cause becomes one.
#pragma once

#include "model/analysis/gaps/WaitCause.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanes {

// One thread.
class StretchList {
public:
    explicit StretchList(TimeNs begin)
        : end_(begin) {}

    // The next stretch, up to `end`. Confidence is the mean over time; what proves the longest part proves the whole. Parts
    // that nothing in particular proves count together.
    void add(TimeNs end, WaitCause cause, float confidence, SliceId proof) {
        const TimeRange part{end_, end};
        if (part.empty()) {
            return;
        }
        end_ = end;
        if (stretches_.empty() || stretches_.back().cause != cause) {
            stretches_.push_back({part, cause, 0, {}});
            proven_ = 0;
            unproven_ = 0;
        }
        WaitStretch& last = stretches_.back();
        const auto before = static_cast<float>(part.begin - last.range.begin);
        const auto more = static_cast<float>(part.length());
        last.confidence = (last.confidence * before + confidence * more) / (before + more);
        last.range.end = end;
        if (!proof.valid()) {
            unproven_ += part.length();
        } else if (part.length() > proven_) {
            proven_ = part.length();
            proof_ = proof;
        }
        last.proof = proven_ > unproven_ ? proof_ : SliceId();
    }
    [[nodiscard]] bool has(WaitCause cause) const {
        return std::ranges::any_of(stretches_, [cause](const WaitStretch& s) { return s.cause == cause; });
    }
    [[nodiscard]] TimeNs end() const { return end_; }
    [[nodiscard]] std::vector<WaitStretch> take() { return std::move(stretches_); }

private:
    std::vector<WaitStretch> stretches_;
    TimeNs end_;
    // Of the last stretch: its longest part that something proves, and all that nothing does.
    SliceId proof_;
    TimeNs proven_ = 0;
    TimeNs unproven_ = 0;
};

} // namespace lanes
