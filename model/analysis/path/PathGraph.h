// The dependencies of a job: moments of threads and streams that others depend on, and the least delay between them. Made
// once from all ranks' traces; the cost of a range then depends only on its content.
#pragma once

#include "model/analysis/ranks/RankClocks.h"
#include "model/base/HugeVector.h"
#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// One trace of the ranks, with the relation of its clock to the first one's.
struct PathInput {
    std::shared_ptr<const Trace> trace;
    RankClock clock;
};

// The calls of several inputs that form one collective.
struct PathMeeting {
    struct Call {
        std::uint32_t input = 0;
        SliceId slice;
    };
    std::vector<Call> calls;
};

// A thread or a stream.
struct PathPlace {
    std::uint32_t input = 0;
    TrackId track;
    bool device = false;
    std::uint32_t weight = 0; // number of operators and calls of a thread, of works of a stream
    bool leads = false;       // a stream, or the busiest thread of its input
};

struct PathEdge {
    // In order of priority: of edges that end at one moment, the first was waited for.
    enum class Kind : std::uint8_t {
        Meet,   // a collective, after all have entered it
        Wait,   // a blocked call returns when the device is done
        Wake,   // a thread goes on after another one has done its part
        Run,    // device work takes its time
        Stream, // work follows other work
        Launch, // from the call to its work
        Order,  // a thread's activity between two moments
    };
    std::uint32_t from = 0;
    TimeNs lag = 0; // minimum delay
    Kind kind = Kind::Order;
};

struct PathNode {
    static constexpr std::uint32_t kNowhere = 0xffffffffu;
    TimeNs time = 0;                // by the first input's clock
    std::uint32_t place = kNowhere; // position in places(); none for a meeting
    SliceId slice;                  // the call or work that begins or ends there; none otherwise
};

// Immutable; any thread.
class PathGraph {
public:
    // Nothing if asked to stop. O(slices of the threads, work log work).
    static std::shared_ptr<const PathGraph> build(std::vector<PathInput> inputs,
                                                  const std::vector<PathMeeting>& meetings,
                                                  const std::stop_token& stop = {});

    [[nodiscard]] const std::vector<PathInput>& inputs() const { return inputs_; }
    [[nodiscard]] const std::vector<PathPlace>& places() const { return places_; }
    [[nodiscard]] const HugeVector<PathNode>& nodes() const { return nodes_; }
    [[nodiscard]] std::span<const PathEdge> into(std::uint32_t node) const {
        return {edges_.data() + edgeBegin_[node], edges_.data() + edgeBegin_[node + 1]};
    }
    [[nodiscard]] const Trace& traceOf(std::uint32_t place) const {
        return *inputs_[places_[place].input].trace;
    }

private:
    friend class PathGraphBuilder;
    PathGraph() = default;

    std::vector<PathInput> inputs_;
    std::vector<PathPlace> places_;
    HugeVector<PathNode> nodes_;
    HugeVector<PathEdge> edges_;           // sorted by target node
    std::vector<std::uint32_t> edgeBegin_; // by node; one more than there are nodes
};

} // namespace lanes
