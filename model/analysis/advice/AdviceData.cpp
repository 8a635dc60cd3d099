#include "model/analysis/advice/AdviceData.h"

#include "model/analysis/operators/OwnFrame.h"
#include "model/analysis/operators/PythonFrames.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <string_view>

namespace lanes {

namespace {

std::optional<std::pair<int, int>> versionOf(std::string_view text) {
    std::pair<int, int> version;
    const char* const end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, version.first);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.' ||
        std::from_chars(major.ptr + 1, end, version.second).ec != std::errc()) {
        return std::nullopt;
    }
    return version;
}

// Own captures say it of every process.
std::optional<std::pair<int, int>> torchOf(const SessionInfo& info) {
    for (const auto& [key, value] : info.properties) {
        if (key == "torch_version" || (key.starts_with("process.") && key.ends_with(".torch"))) {
            const std::size_t digit = value.find_first_of("0123456789");
            return digit == std::string::npos ? std::nullopt
                                              : versionOf(std::string_view(value).substr(digit));
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> linesOf(const CallContext& context) {
    std::vector<std::uint32_t> lines;
    for (std::uint32_t node = 0; node < context.size(); ++node) {
        const std::uint32_t caller = context.node(node).parent;
        const bool own = isOwnFrame(context.text(node));
        lines.push_back(own ? node : caller < node ? lines[caller] : CallContext::kNone);
    }
    return lines;
}

std::vector<HostRank> hostRanksOf(const std::shared_ptr<const Trace>& trace, const std::stop_token& stop) {
    std::map<std::int64_t, HostRank> ranks;
    for (CollectiveCall& call : collectivesOf(trace, stop)) {
        const ProcessId process = processOf(*trace, trace->slice(call.slice).track);
        const std::int64_t rank = process.valid() ? trace->processes()[process.value].rank : -1;
        ranks[rank].rank = rank;
        ranks[rank].collectives.push_back(std::move(call));
    }
    std::vector<HostRank> all;
    for (auto& [rank, host] : ranks) {
        host.work =
            hostWorkOf(*trace, ranks.size() > 1 ? std::optional(rank) : std::nullopt, host.collectives, stop);
        all.push_back(std::move(host));
    }
    return all;
}

} // namespace

std::shared_ptr<const AdviceData> AdviceData::build(TraceAnalyses& analyses, const std::stop_token& stop) {
    auto data = std::make_shared<AdviceData>();
    const Trace& trace = *analyses.trace();
    // The longest first; those at the end wait for it.
    const std::array<std::function<void()>, 7> parts{
        [&] { data->operators_ = analyses.operators(stop); },
        [&] { data->gaps_ = analyses.gaps(stop); },
        [&] { data->split_ = analyses.split(stop); },
        [&] { data->marks_ = std::make_unique<const SliceMarks>(trace, stop); },
        [&] { data->memory_ = analyses.memory(stop); },
        [&] {
            if (const auto operators = analyses.operators(stop)) {
                data->context_ = operators->context.get(stop);
            }
        },
        [&] { data->kernels_ = analyses.kernels(stop); }};
    forEachOnThreads(threadsFor(trace.sliceCount()), parts.size(), [&](std::size_t part) { parts[part](); });
    if (!data->context_ || !data->gaps_ || !data->split_ || !data->memory_ || !data->kernels_) {
        return nullptr;
    }
    data->origin_ = std::make_unique<const EventOrigin>(analyses.trace(), data->operators_->context);
    if (!data->hasDevice() && data->marks_->has(Mark::HostCollective)) {
        data->hostRanks_ = hostRanksOf(analyses.trace(), stop);
    }
    data->torch_ = torchOf(data->trace().info());
    data->lines_ = linesOf(*data->context_);
    return stop.stop_requested() ? nullptr : data;
}

bool AdviceData::hasLines() const {
    return std::ranges::any_of(lines_, [](std::uint32_t line) { return line != CallContext::kNone; });
}

std::uint32_t AdviceData::lineOf(SliceId slice) const {
    if (const DeviceWork* work = forest().workOf(slice);
        work != nullptr && work->op != DeviceWork::kNoOperator) {
        return lineOfOp(work->op);
    }
    const SliceId op = origin_->operatorOf(slice);
    if (const auto index = op.valid() ? forest().indexOf(op) : forest().indexOf(slice)) {
        return lineOfOp(*index);
    }
    return lineOfNode(context_->nodeOfWork(slice));
}

std::string AdviceData::textOfLine(std::uint32_t line) const {
    if (line == CallContext::kNone) {
        return {};
    }
    return textOfFrame(context_->text(line));
}

std::string AdviceData::textOfFrame(std::string_view frame) {
    const PythonFrame parts = parseFrame(frame);
    return parts.file.empty() ? parts.function : parts.function + " (" + placeOf(parts) + ")";
}

} // namespace lanes
