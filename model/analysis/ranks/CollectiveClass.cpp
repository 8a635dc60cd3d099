#include "model/analysis/ranks/CollectiveClass.h"

#include "model/analysis/ranks/ClockFit.h"
#include "model/analysis/ranks/CollectiveOp.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>

namespace lanes {

namespace {

constexpr std::size_t kMostLooks = std::size_t{1} << 25; // at pairs, to tell which ways may be
constexpr std::size_t kMostPairs = std::size_t{1} << 22; // of all ways
constexpr std::ptrdiff_t kUnproven = 64;                 // ways of which none may be, by the times

bool allNumbered(const RankRecord& record, const std::vector<std::uint32_t>& calls) {
    return std::ranges::all_of(calls, [&](std::uint32_t c) { return record.collectives[c].sequence >= 0; });
}

bool mayBeOne(const CollectiveCall& a, const CollectiveCall& b) {
    return a.bytes < 0 || b.bytes < 0 || a.bytes == b.bytes || a.op == CollectiveOp::AllToAll ||
           a.op == CollectiveOp::AllGather || a.op == CollectiveOp::Gather || a.op == CollectiveOp::Scatter ||
           a.op == CollectiveOp::ReduceScatter || a.op == CollectiveOp::Other ||
           a.op == CollectiveOp::SendRecv;
}

// Several kernels of one number are told apart by their order.
std::map<std::pair<std::int64_t, int>, std::uint32_t> byNumber(const RankRecord& record,
                                                               const std::vector<std::uint32_t>& calls) {
    std::map<std::pair<std::int64_t, int>, std::uint32_t> found;
    for (const std::uint32_t call : calls) {
        int again = 0;
        while (!found.emplace(std::pair(record.collectives[call].sequence, again), call).second) {
            ++again;
        }
    }
    return found;
}

// The calls of a class of two ranks, one behind the other.
class Shifts {
public:
    Shifts(const RankRecord& a, const std::vector<std::uint32_t>& callsA, const RankRecord& b,
           const std::vector<std::uint32_t>& callsB)
        : a_(a)
        , b_(b)
        , callsA_(callsA)
        , callsB_(callsB)
        , sizeA_(static_cast<std::ptrdiff_t>(callsA.size()))
        , sizeB_(static_cast<std::ptrdiff_t>(callsB.size())) {}

    // Those that may be, likeliest first: where every call of the rank with fewer has one of the other, else where one rank
    // began and ended later than the other.
    [[nodiscard]] std::vector<std::ptrdiff_t> likeliest() const {
        const std::vector<std::ptrdiff_t> whole = wholeShifts();
        std::vector<std::ptrdiff_t> found = possible(whole);
        if (found.empty()) {
            found = possible(partialShifts());
        }
        if (found.empty()) {
            found.assign(whole.begin(), whole.begin() + std::min(std::ssize(whole), kUnproven));
        }
        return found;
    }

    // The first call of `a` belongs to the `shift`-th of `b`. None if calls of different sizes would belong together.
    [[nodiscard]] std::vector<CallPair> pairs(std::ptrdiff_t shift) const {
        std::vector<CallPair> pairs;
        for (std::ptrdiff_t i = firstOf(shift); i < endOf(shift); ++i) {
            const CallPair pair = at(i, shift);
            if (!mayBeOne(a_.collectives[pair.a], b_.collectives[pair.b])) {
                return {};
            }
            pairs.push_back(pair);
        }
        return pairs;
    }

private:
    [[nodiscard]] std::vector<std::ptrdiff_t> wholeShifts() const {
        std::vector<std::ptrdiff_t> shifts;
        const std::ptrdiff_t more = sizeB_ - sizeA_;
        for (std::ptrdiff_t i = 0; i <= std::abs(more); ++i) {
            shifts.push_back(more < 0 ? -i : i);
        }
        return shifts;
    }
    // At least a quarter of the calls are of both, the more the likelier.
    [[nodiscard]] std::vector<std::ptrdiff_t> partialShifts() const {
        constexpr std::ptrdiff_t kFewest = 4;
        const std::ptrdiff_t fewest = std::max(kFewest, std::min(sizeA_, sizeB_) / 4);
        std::vector<std::ptrdiff_t> shifts;
        for (std::ptrdiff_t overlap = std::min(sizeA_, sizeB_) - 1; overlap >= fewest; --overlap) {
            shifts.push_back(sizeB_ - overlap);
            shifts.push_back(overlap - sizeA_);
        }
        return shifts;
    }

    [[nodiscard]] std::ptrdiff_t firstOf(std::ptrdiff_t shift) const {
        return std::max<std::ptrdiff_t>(-shift, 0);
    }
    [[nodiscard]] std::ptrdiff_t endOf(std::ptrdiff_t shift) const {
        return std::min(sizeA_, sizeB_ - shift);
    }
    [[nodiscard]] CallPair at(std::ptrdiff_t i, std::ptrdiff_t shift) const {
        return {callsA_[static_cast<std::size_t>(i)], callsB_[static_cast<std::size_t>(i + shift)]};
    }

    [[nodiscard]] std::vector<std::ptrdiff_t> possible(const std::vector<std::ptrdiff_t>& shifts) const {
        const auto looks = static_cast<std::ptrdiff_t>(kMostLooks / std::max<std::size_t>(shifts.size(), 1));
        std::vector<std::ptrdiff_t> found;
        for (const std::ptrdiff_t shift : shifts) {
            if (mayBe(shift, std::max<std::ptrdiff_t>(
                                 (endOf(shift) - firstOf(shift)) / std::max<std::ptrdiff_t>(looks, 1), 1))) {
                found.push_back(shift);
            }
        }
        return found;
    }

    // No rank leaves a collective before the last has entered it: so each pair bounds how far the clocks are apart, and all
    // bounds hold at once but for the drift. Looks at every `stride`-th pair.
    [[nodiscard]] bool mayBe(std::ptrdiff_t shift, std::ptrdiff_t stride) const {
        const std::ptrdiff_t first = firstOf(shift);
        const std::ptrdiff_t end = endOf(shift);
        if (first >= end || !awaitsEveryRank(a_.collectives[callsA_.front()].op)) {
            return first < end;
        }
        constexpr TimeNs kRounding = 10'000;
        const TimeNs span =
            a_.collectives[at(end - 1, shift).a].range.end - a_.collectives[at(first, shift).a].range.begin;
        const TimeNs slack =
            static_cast<TimeNs>(2 * ClockFit::kMostDrift * static_cast<double>(span)) + kRounding;
        TimeNs low = std::numeric_limits<TimeNs>::min();
        TimeNs high = std::numeric_limits<TimeNs>::max();
        for (std::ptrdiff_t i = first; i < end; i += stride) {
            const CollectiveCall& a = a_.collectives[at(i, shift).a];
            const CollectiveCall& b = b_.collectives[at(i, shift).b];
            if (!a.range.empty() && !b.range.empty()) {
                low = std::max(low, b.range.begin - a.range.end - slack);
                high = std::min(high, b.range.end - a.range.begin);
            }
            if (low > high || !mayBeOne(a, b)) {
                return false;
            }
        }
        return true;
    }

    const RankRecord& a_;
    const RankRecord& b_;
    const std::vector<std::uint32_t>& callsA_;
    const std::vector<std::uint32_t>& callsB_;
    std::ptrdiff_t sizeA_;
    std::ptrdiff_t sizeB_;
};

} // namespace

CollectiveClasses collectiveClasses(const RankRecord& record) {
    CollectiveClasses classes;
    for (std::uint32_t i = 0; i < record.collectives.size(); ++i) {
        classes[{record.collectives[i].group, record.collectives[i].op}].push_back(i);
    }
    return classes;
}

std::vector<std::vector<CallPair>> pairingsOf(const RankRecord& a, const std::vector<std::uint32_t>& callsA,
                                              const RankRecord& b, const std::vector<std::uint32_t>& callsB) {
    std::vector<std::vector<CallPair>> ways;
    if (allNumbered(a, callsA) && allNumbered(b, callsB)) {
        const auto numbersB = byNumber(b, callsB);
        std::vector<CallPair> pairs;
        for (const auto& [number, call] : byNumber(a, callsA)) {
            if (const auto found = numbersB.find(number); found != numbersB.end()) {
                pairs.push_back({call, found->second});
            }
        }
        if (!pairs.empty()) {
            ways.push_back(std::move(pairs));
        }
        return ways;
    }
    const Shifts shifts(a, callsA, b, callsB);
    std::size_t count = 0;
    for (const std::ptrdiff_t shift : shifts.likeliest()) {
        auto pairs = shifts.pairs(shift);
        count += pairs.size();
        if (count > kMostPairs) {
            return {}; // so many ways tell nothing
        }
        if (!pairs.empty()) {
            ways.push_back(std::move(pairs));
        }
    }
    return ways;
}

} // namespace lanes
