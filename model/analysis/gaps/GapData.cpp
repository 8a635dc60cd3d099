#include "model/analysis/gaps/GapData.h"

#include "model/analysis/gaps/GapCause.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

// What the launching thread did most of a stretch, or the launch where nothing of it is recorded.
SliceId longestOf(const Trace& trace, TimeRange range, SliceId launch) {
    const auto parts = gapCause(trace, range, launch);
    SliceId longest;
    TimeNs most = 0;
    for (const GapPart part : {GapPart::Operator, GapPart::Python, GapPart::Runtime, GapPart::Copy}) {
        const SliceId slice = parts ? parts->longest[static_cast<std::size_t>(part)] : SliceId();
        if (slice.valid() && parts->of(part) > most) {
            longest = slice;
            most = parts->of(part);
        }
    }
    return longest.valid() ? longest : launch;
}

} // namespace

GapData::GapData(std::shared_ptr<const Trace> trace, const std::stop_token& stop)
    : trace_(std::move(trace))
    , work_(*trace_, stop)
    , hosts_(*trace_, stop)
    , reasons_(*trace_, work_, hosts_, stop) {}

std::shared_ptr<const GapData> GapData::build(const std::shared_ptr<const Trace>& trace,
                                              const std::stop_token& stop) {
    const std::shared_ptr<GapData> data(new GapData(trace, stop));
    if (!stop.stop_requested()) {
        data->explainDevices(stop);
    }
    return stop.stop_requested() ? nullptr : data;
}

void GapData::explainDevices(const std::stop_token& stop) {
    constexpr std::size_t kTogether = 4096; // gaps that one thread takes at a time
    for (const WorkTimeline::Whole& whole : work_.wholes()) {
        const std::size_t count = whole.gaps.size();
        std::vector<Shares> parts((count + kTogether - 1) / kTogether);
        forEachOnThreads(threadsFor(trace_->sliceCount()), parts.size(), [&](std::size_t part) {
            const std::size_t end = std::min(count, (part + 1) * kTogether);
            for (std::size_t i = part * kTogether; i < end && !stop.stop_requested(); ++i) {
                parts[part].begin.push_back(static_cast<std::uint32_t>(parts[part].all.size()));
                for (const WaitStretch& stretch : reasons_.of(whole.gaps[i], {})) {
                    parts[part].all.push_back({stretch.range.length(), stretch.cause});
                }
            }
        });
        Shares& shares = shares_.emplace_back();
        for (const Shares& part : parts) {
            const auto before = static_cast<std::uint32_t>(shares.all.size());
            std::ranges::transform(part.begin, std::back_inserter(shares.begin),
                                   [before](std::uint32_t at) { return before + at; });
            shares.all.insert(shares.all.end(), part.all.begin(), part.all.end());
        }
        shares.begin.push_back(static_cast<std::uint32_t>(shares.all.size()));
    }
}

CauseTimes GapData::byCause(std::size_t whole, std::optional<TimeRange> range) const {
    const std::vector<StreamGap>& gaps = work_.wholes()[whole].gaps;
    const auto some = range ? gapsWithin(gaps, *range) : std::span<const StreamGap>(gaps);
    CauseTimes times{};
    if (!some.empty()) {
        const Shares& shares = shares_[whole];
        const auto first = static_cast<std::size_t>(some.data() - gaps.data());
        for (std::uint32_t i = shares.begin[first]; i < shares.begin[first + some.size()]; ++i) {
            times[static_cast<std::size_t>(shares.all[i].cause)] += shares.all[i].time;
        }
    }
    return times;
}

std::vector<GapData::Stretch> GapData::stretchesOf(std::size_t whole, std::size_t gap) const {
    const Shares& shares = shares_[whole];
    std::vector<Stretch> stretches;
    stretches.reserve(shares.begin[gap + 1] - shares.begin[gap]);
    TimeNs at = work_.wholes()[whole].gaps[gap].range.begin;
    for (std::uint32_t i = shares.begin[gap]; i < shares.begin[gap + 1]; ++i) {
        stretches.push_back({{at, at + shares.all[i].time}, shares.all[i].cause});
        at += shares.all[i].time;
    }
    return stretches;
}

std::vector<WaitStretch> GapData::causesOf(const StreamGap& gap, TrackId stream) const {
    std::vector<WaitStretch> stretches = reasons_.of(gap, stream);
    const SliceId launch = trace_->links().firstTo(gap.after, LinkKind::Launch);
    for (WaitStretch& stretch : stretches) {
        if ((stretch.cause == WaitCause::LaunchBound || stretch.cause == WaitCause::OffCpu) &&
            !stretch.proof.valid()) {
            stretch.proof = longestOf(*trace_, stretch.range, launch);
        }
    }
    return stretches;
}

} // namespace lanes
