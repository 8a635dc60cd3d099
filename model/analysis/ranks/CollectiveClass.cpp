#include "model/analysis/ranks/CollectiveClass.h"

#include <algorithm>
#include <cstdlib>

namespace lanes {

namespace {

constexpr std::ptrdiff_t kMostWays = 64;

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

// The first of `callsA` belongs to the `shift`-th of `callsB`.
std::vector<CallPair> shifted(const RankRecord& a, const std::vector<std::uint32_t>& callsA,
                              const RankRecord& b, const std::vector<std::uint32_t>& callsB,
                              std::ptrdiff_t shift) {
    std::vector<CallPair> pairs;
    for (std::size_t i = shift < 0 ? static_cast<std::size_t>(-shift) : 0; i < callsA.size(); ++i) {
        const auto j = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + shift);
        if (j >= callsB.size()) {
            break;
        }
        if (!mayBeOne(a.collectives[callsA[i]], b.collectives[callsB[j]])) {
            return {};
        }
        pairs.push_back({callsA[i], callsB[j]});
    }
    return pairs;
}

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
    const auto more = static_cast<std::ptrdiff_t>(callsB.size()) - static_cast<std::ptrdiff_t>(callsA.size());
    const std::ptrdiff_t last = std::clamp(more, -kMostWays, kMostWays);
    for (std::ptrdiff_t i = 0; i <= std::abs(last); ++i) {
        auto pairs = shifted(a, callsA, b, callsB, last < 0 ? -i : i);
        if (!pairs.empty()) {
            ways.push_back(std::move(pairs));
        }
    }
    return ways;
}

} // namespace lanes
