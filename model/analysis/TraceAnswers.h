// The larger questions to one trace: each made once, when the first asks for it, from the parts that TraceAnalyses shares.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lanes {

class AdviceData;
class PathGraph;
struct RankRecord;

// Any thread, but not a window's: asking may compute, or wait for another thread that does.
class TraceAnswers {
public:
    explicit TraceAnswers(std::shared_ptr<TraceAnalyses> analyses)
        : analyses_(std::move(analyses)) {}

    [[nodiscard]] const std::shared_ptr<TraceAnalyses>& analyses() const { return analyses_; }
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return analyses_->trace(); }
    // Each is null if asked to stop; the next to ask computes it then.
    [[nodiscard]] std::shared_ptr<const AdviceData> advice(const std::stop_token& stop = {});
    // Of all ranks that the trace holds; of other traces' it knows nothing.
    [[nodiscard]] std::shared_ptr<const PathGraph> path(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const std::vector<RankRecord>> ranks(const std::stop_token& stop = {});

private:
    template<class Made>
    struct Part {
        std::mutex mutex; // held while it is made: others wait for it
        std::shared_ptr<const Made> made;
    };
    template<class Made, class Make>
    static std::shared_ptr<const Made> ask(Part<Made>& part, const Make& make);

    std::shared_ptr<TraceAnalyses> analyses_;
    Part<AdviceData> advice_;
    Part<PathGraph> path_;
    Part<std::vector<RankRecord>> ranks_;
};

} // namespace lanes
