#include "model/lod/StartOrder.h"

#include "model/trace/slices/SliceKey.h"

#include <algorithm>
#include <vector>

namespace lanes {

namespace {

class StartOrder {
public:
    explicit StartOrder(const Segment& segment)
        : segment_(segment)
        , count_(segment.size(), 1)
        , place_(segment.size()) {}

    UnwrittenVector<std::uint32_t> make() {
        countAndPlaceOrphans();
        UnwrittenVector<std::uint32_t> order(segment_.size());
        for (std::uint32_t d = 0; d < segment_.depths(); ++d) {
            for (std::uint32_t i = segment_.laneBegin[d]; i < segment_.laneBegin[d + 1]; ++i) {
                if (const std::uint32_t around = segment_.parentIndex(i, d); around < segment_.size()) {
                    place_[i] = place_[around];
                    place_[around] += count_[i];
                }
                order[place_[i]++] = i; // what is in it comes right behind
            }
        }
        if (segment_.overlaps) {
            mergeLanes(order);
        }
        return order;
    }

private:
    // Where slices overlap, the children of one stand in several lanes, so that they follow each other lane by lane. Of
    // slices that begin together the less deep came first.
    void mergeLanes(UnwrittenVector<std::uint32_t>& order) const {
        std::vector<SliceKey> keys(order.size());
        std::ranges::transform(order, keys.begin(), [&](std::uint32_t i) {
            return SliceKey{segment_.start[i], 0, i};
        });
        mergeSortedRuns(keys.data(), keys.data() + keys.size());
        std::ranges::transform(keys, order.begin(), &SliceKey::index);
    }

    // How many slices each is with what is in it. Those whose parent is not here, as it stands in an earlier segment or was
    // lost, begin before what is less deep: that began only when their parents had ended.
    void countAndPlaceOrphans() {
        std::uint32_t placed = 0;
        for (std::uint32_t d = segment_.depths(); d-- > 0;) {
            for (std::uint32_t i = segment_.laneBegin[d]; i < segment_.laneBegin[d + 1]; ++i) {
                if (const std::uint32_t around = segment_.parentIndex(i, d); around < segment_.size()) {
                    count_[around] += count_[i];
                } else {
                    place_[i] = placed;
                    placed += count_[i];
                }
            }
        }
    }

    const Segment& segment_;
    std::vector<std::uint32_t> count_;
    UnwrittenVector<std::uint32_t> place_; // of a slice, and once that is taken of the next one in it
};

} // namespace

UnwrittenVector<std::uint32_t> inStartOrder(const Segment& segment) {
    return StartOrder(segment).make();
}

} // namespace lanes
