#include "model/analysis/TraceAnswers.h"

#include "model/analysis/advice/AdviceData.h"
#include "model/analysis/path/JobPath.h"
#include "model/analysis/ranks/RankRecord.h"

#include <utility>

namespace lanes {

template<class Made, class Make>
std::shared_ptr<const Made> TraceAnswers::ask(Part<Made>& part, const Make& make) {
    const std::lock_guard lock(part.mutex);
    if (!part.made) {
        part.made = make();
    }
    return part.made;
}

std::shared_ptr<const AdviceData> TraceAnswers::advice(const std::stop_token& stop) {
    return ask(advice_, [&] { return AdviceData::build(*analyses_, stop); });
}

std::shared_ptr<const PathGraph> TraceAnswers::path(const std::stop_token& stop) {
    return ask(path_, [&] { return jobPathOf({trace()}, {trace()->info().source}, stop).graph; });
}

std::shared_ptr<const std::vector<RankRecord>> TraceAnswers::ranks(const std::stop_token& stop) {
    return ask(ranks_, [&]() -> std::shared_ptr<const std::vector<RankRecord>> {
        auto records = rankRecordsOf(trace(), trace()->info().source, stop);
        return records.empty() ? nullptr
                               : std::make_shared<const std::vector<RankRecord>>(std::move(records));
    });
}

} // namespace lanes
