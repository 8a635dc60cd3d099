#include "collector/recorder/sink/RepeatedCalls.h"

#include "model/trace/args/ArgTable.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>

namespace lanes::recorder {

namespace {

constexpr TimeNs kMostBetween = 100'000;

class Folding {
public:
    Folding(std::span<SliceRecord> slices, std::span<const session::SliceEnd> ends,
            std::span<const LayoutId> canRepeat, PendingRows& rows)
        : slices_(slices)
        , canRepeat_(canRepeat)
        , rows_(rows)
        , into_(slices.size()) {
        std::iota(into_.begin(), into_.end(), 0U);
        std::ranges::transform(ends, std::back_inserter(ends_), &session::SliceEnd::end);
        std::ranges::sort(ends_);
    }

    std::vector<std::uint32_t> run() {
        std::vector<std::uint32_t> order = into_;
        std::ranges::sort(order, [this](std::uint32_t one, std::uint32_t other) {
            const SliceRecord& a = slices_[one];
            const SliceRecord& b = slices_[other];
            return a.start != b.start     ? a.start < b.start
                   : endOf(a) != endOf(b) ? endOf(a) > endOf(b)
                                          : one < other;
        });
        for (const std::uint32_t number : order) {
            place(number);
        }
        return std::move(into_);
    }

private:
    static TimeNs endOf(const SliceRecord& slice) {
        return slice.duration < 0 ? std::numeric_limits<TimeNs>::max() : slice.start + slice.duration;
    }

    void place(std::uint32_t number) {
        SliceRecord& slice = slices_[number];
        const std::size_t open = around_.size();
        while (!around_.empty() && around_.back() <= slice.start) {
            around_.pop_back();
        }
        if (around_.size() != open) {
            first_.reset(); // something has ended
        }
        const bool can =
            slice.duration >= 0 && std::ranges::find(canRepeat_, slice.layout) != canRepeat_.end();
        if (can && first_ && follows(slices_[*first_], slice)) {
            SliceRecord& first = slices_[*first_];
            first.duration = endOf(slice) - first.start;
            rows_.set(first.row, RepeatedCells::kCalls, ArgValue::ofInteger(++calls_).encode());
            into_[number] = *first_;
            return;
        }
        first_.reset();
        if (can) {
            first_ = number; // has nothing within, or that comes next
            calls_ = 1;
        } else {
            around_.push_back(endOf(slice));
        }
    }

    bool follows(const SliceRecord& first, const SliceRecord& slice) const {
        const TimeNs over = endOf(first);
        const auto end = std::ranges::lower_bound(ends_, over);
        return first.layout == slice.layout && first.name == slice.name && slice.start >= over &&
               slice.start - over <= kMostBetween && (end == ends_.end() || *end > slice.start) &&
               std::ranges::equal(rows_.row(first.row).subspan(RepeatedCells::kEqual),
                                  rows_.row(slice.row).subspan(RepeatedCells::kEqual));
    }

    std::span<SliceRecord> slices_;
    std::span<const LayoutId> canRepeat_;
    PendingRows& rows_;
    std::vector<std::uint32_t> into_;
    std::vector<TimeNs> ends_;
    std::vector<TimeNs> around_; // when what is open ends, the innermost last
    std::optional<std::uint32_t> first_;
    std::int64_t calls_ = 0; // of the first one, so far
};

} // namespace

std::vector<std::uint32_t> foldRepeated(std::span<SliceRecord> slices,
                                        std::span<const session::SliceEnd> ends,
                                        std::span<const LayoutId> canRepeat, PendingRows& rows) {
    return Folding(slices, ends, canRepeat, rows).run();
}

} // namespace lanes::recorder
